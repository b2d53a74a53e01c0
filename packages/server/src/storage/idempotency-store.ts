import { createHash } from "node:crypto";
import type { EpochSeconds } from "../core/time.ts";
import type { IdempotencyClaim, IdempotencyStore } from "../management/stores.ts";
import { compileOnce } from "./compile-once.ts";
import type { Db } from "./engine.ts";

/** How long an answer is kept for those who ask again. */
export const IDEMPOTENCY_SECONDS = 86_400;

export function createIdempotencyStore(db: Db): IdempotencyStore {
  // One statement: of many callers exactly one gets the row. A key that has had its time is as good as new.
  const claim = compileOnce<ClaimArguments, { id: string }>(
    ["id", "fingerprint", "now", "expiredBy"],
    ({ id, fingerprint, now, expiredBy }) =>
      db
        .insertInto("idempotency_keys")
        .values({ id, fingerprint, sealed_answer: null, claimed_at: now })
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet({ fingerprint, sealed_answer: null, claimed_at: now })
            .where("idempotency_keys.claimed_at", "<=", expiredBy),
        )
        .returning("id"),
  );
  const find = compileOnce<{ id: string }, { fingerprint: string; sealed_answer: string | null }>(
    ["id"],
    ({ id }) =>
      db.selectFrom("idempotency_keys").select(["fingerprint", "sealed_answer"]).where("id", "=", id),
  );

  return {
    async claim(key, fingerprint, now): Promise<IdempotencyClaim> {
      const id = keyHash(key);
      const expiredBy = now - IDEMPOTENCY_SECONDS;
      const claimed = await db.executeQuery(claim.with({ id, fingerprint, now, expiredBy }));
      if (claimed.rows.length === 1) return { state: "new" };
      const [row] = (await db.executeQuery(find.with({ id }))).rows;
      // Released between the two statements. Whoever had it may still be answering; the next attempt gets the key.
      if (row === undefined) return { state: "under_way" };
      if (row.fingerprint !== fingerprint) return { state: "other_request" };
      if (row.sealed_answer === null) return { state: "under_way" };
      return { state: "done", sealedAnswer: row.sealed_answer };
    },
    async finish(key, sealedAnswer) {
      await db
        .updateTable("idempotency_keys")
        .set({ sealed_answer: sealedAnswer })
        .where("id", "=", keyHash(key))
        .where("sealed_answer", "is", null)
        .execute();
    },
    async release(key) {
      await db
        .deleteFrom("idempotency_keys")
        .where("id", "=", keyHash(key))
        .where("sealed_answer", "is", null)
        .execute();
    },
  };
}

type ClaimArguments = { id: string; fingerprint: string; now: EpochSeconds; expiredBy: EpochSeconds };

/** The caller chooses its key, of any length and with any character; a hash fits every index. */
const keyHash = (key: string): string => createHash("sha256").update(key).digest("base64url");
