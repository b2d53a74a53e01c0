import { createHash } from "node:crypto";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { ClaimedKey } from "../../directory/stores.ts";
import {
  ABANDONED_AFTER_SECONDS,
  type IdempotencyClaim,
  type IdempotencyStore,
} from "../../operations/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Trx } from "../engine/engine.ts";

/** An answer is kept this long for requests that are sent again. */
export const IDEMPOTENCY_SECONDS = 86_400;

export function createIdempotencyStore(db: Db): IdempotencyStore {
  // One statement: exactly one of many callers gets the row. An expired key can be claimed like a new one.
  const claim = compileOnce<ClaimArguments, { id: string }>(
    ["id", "fingerprint", "now", "expiredBy", "abandonedBy"],
    ({ id, fingerprint, now, expiredBy, abandonedBy }) =>
      db
        .insertInto("idempotency_keys")
        .values({ id, fingerprint, sealed_answer: null, claimed_at: now, had_effect: 0 })
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet({ fingerprint, sealed_answer: null, claimed_at: now, had_effect: 0 })
            .where(({ or, and, eb }) =>
              or([
                eb("idempotency_keys.claimed_at", "<=", expiredBy),
                and([
                  eb("idempotency_keys.claimed_at", "<=", abandonedBy),
                  eb("idempotency_keys.sealed_answer", "is", null),
                  eb("idempotency_keys.had_effect", "=", 0),
                  eb("idempotency_keys.fingerprint", "=", fingerprint),
                ]),
              ]),
            ),
        )
        .returning("id"),
  );
  const find = compileOnce<{ id: string }, FoundKey>(["id"], ({ id }) =>
    db
      .selectFrom("idempotency_keys")
      .select(["fingerprint", "sealed_answer", "claimed_at", "had_effect"])
      .where("id", "=", id),
  );

  return {
    async claim(key, fingerprint, now): Promise<IdempotencyClaim> {
      const id = keyHash(key);
      const abandonedBy = now - ABANDONED_AFTER_SECONDS;
      const expiredBy = now - IDEMPOTENCY_SECONDS;
      const claimed = await db.executeQuery(claim.with({ id, fingerprint, now, expiredBy, abandonedBy }));
      if (claimed.rows.length === 1) return { state: "new", claimed: { key, claimedAt: now } };
      const [row] = (await db.executeQuery(find.with({ id }))).rows;
      // The key was released between the two statements. Its request may still be running; the next attempt gets the
      // key.
      if (row === undefined) return { state: "under_way" };
      if (row.fingerprint !== fingerprint) return { state: "other_request" };
      if (row.sealed_answer !== null) return { state: "done", sealedAnswer: row.sealed_answer };
      const isLost = row.had_effect === 1 && row.claimed_at <= abandonedBy;
      return { state: isLost ? "answer_lost" : "under_way" };
    },
    async finish({ key, claimedAt }, sealedAnswer) {
      await db
        .updateTable("idempotency_keys")
        .set({ sealed_answer: sealedAnswer })
        .where("id", "=", keyHash(key))
        .where("claimed_at", "=", claimedAt)
        .where("sealed_answer", "is", null)
        .execute();
    },
    async release({ key, claimedAt }) {
      await db
        .deleteFrom("idempotency_keys")
        .where("id", "=", keyHash(key))
        .where("claimed_at", "=", claimedAt)
        .where("sealed_answer", "is", null)
        .where("had_effect", "=", 0)
        .execute();
    },
  };
}

/** Runs within the transaction of the changes: either both are stored or neither is. */
export async function recordEffect(trx: Trx, { key, claimedAt }: ClaimedKey): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("idempotency_keys")
    .set({ had_effect: 1 })
    .where("id", "=", keyHash(key))
    .where("claimed_at", "=", claimedAt)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return;
  throw new ConflictError("another request with this idempotency key has taken its place", {
    conflict: { code: "request_under_way" },
  });
}

type ClaimArguments = Readonly<Record<"now" | "expiredBy" | "abandonedBy", EpochSeconds>> & {
  readonly id: string;
  readonly fingerprint: string;
};

interface FoundKey {
  readonly fingerprint: string;
  readonly sealed_answer: string | null;
  readonly claimed_at: EpochSeconds;
  readonly had_effect: number;
}

/** The caller chooses its key, of any length and with any character; a hash fits every index. */
const keyHash = (key: string): string => createHash("sha256").update(key).digest("base64url");
