import { isDeepStrictEqual } from "node:util";
import type { SigningAlgorithm } from "@licet/engine/values/algorithms.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import type { KeyStore, StoredKey } from "../../tokens/stores.ts";
import { auditRow } from "../audit/audit-store.ts";
import { type LogEntry, logChange } from "../change-log.ts";
import type { Engine, InsertRows, Trx } from "../engine.ts";
import type { Database } from "../schema.ts";
import { keyEvent } from "./key-event.ts";

export function createKeyStore(engine: Engine, clock: Clock, insertEvents: InsertRows): KeyStore {
  const { db } = engine;

  /**
   * Writes like any other commit: takes the lock on the revision first and adds a row to the log, or writes nothing.
   */
  async function change(work: (trx: Trx) => Promise<readonly KeyChange[]>): Promise<boolean> {
    try {
      const logged = await engine.transactions.commitRevision(async (trx, taking) => {
        const revision = await taking;
        const changes = await work(trx);
        if (changes.length === 0) throw new NothingChanged();
        const entries = changes.map((each): LogEntry => ({ ...each, kind: "key", topic: "keys" }));
        return logChange(engine, trx, { revision, at: clock.milliseconds(), actor: "keys", entries });
      });
      await engine.catchUp(logged);
      return true;
    } catch (error) {
      if (error instanceof NothingChanged) return false;
      throw error;
    }
  }

  return {
    async list() {
      const rows = await db
        .selectFrom("signing_keys")
        .selectAll()
        .orderBy("created_at")
        .orderBy("kid")
        .execute();
      return rows.map(fromRow);
    },
    add: (key, unlessCreatedAfter) =>
      change(async (trx) => {
        const younger = await trx
          .selectFrom("signing_keys")
          .select("kid")
          .where("algorithm", "=", key.algorithm)
          .where("created_at", ">", unlessCreatedAfter)
          .limit(1)
          .execute();
        if (younger.length > 0) return [];
        const added = await trx
          .insertInto("signing_keys")
          .values(toRow(key))
          .onConflict((conflict) => conflict.column("kid").doNothing())
          .returning("kid")
          .execute();
        return added.map(({ kid }): KeyChange => ({ op: "put", id: kid }));
      }),
    async remove(kids) {
      if (kids.length === 0) return;
      await change(async (trx) => {
        const removed = await trx
          .deleteFrom("signing_keys")
          .where("kid", "in", kids)
          .returning("kid")
          .execute();
        return removed.map(({ kid }): KeyChange => ({ op: "delete", id: kid }));
      });
    },
    revoke: ({ kid, algorithm, expected, successor }, by) =>
      change(async (trx) => {
        const stored = await trx
          .selectFrom("signing_keys")
          .select("kid")
          .where("algorithm", "=", algorithm)
          .orderBy("kid")
          .execute();
        const kids = stored.map((row) => row.kid);
        if (!kids.includes(kid) || !isDeepStrictEqual(new Set(kids), new Set(expected))) return [];
        await trx.deleteFrom("signing_keys").where("kid", "=", kid).execute();
        if (successor !== undefined) {
          const { activates_at } = toRow(successor);
          await trx
            .insertInto("signing_keys")
            .values(toRow(successor))
            .onConflict((conflict) => conflict.column("kid").doUpdateSet({ activates_at }))
            .execute();
        }
        const event = keyEvent(clock.milliseconds(), by, {
          type: "key.revoked",
          target: `key:${kid}`,
          data: { algorithm, ...(successor && { successor: successor.kid }) },
        });
        await insertEvents(trx, [auditRow(event)]);
        return [{ op: "delete", id: kid }, ...(successor ? [{ op: "put", id: successor.kid } as const] : [])];
      }),
  };
}

type KeyChange = Pick<LogEntry, "op" | "id">;

/** Rolls back the transaction and the revision that it took. */
class NothingChanged extends Error {}

const toRow = (key: StoredKey): Database["signing_keys"] => ({
  kid: key.kid,
  algorithm: key.algorithm,
  public_jwk: JSON.stringify(key.publicJwk),
  sealed_private_key: key.sealedPrivateKey,
  created_at: key.createdAt,
  activates_at: key.activatesAt,
});

const fromRow = (row: Database["signing_keys"]): StoredKey => ({
  kid: row.kid,
  algorithm: row.algorithm as SigningAlgorithm,
  publicJwk: JSON.parse(row.public_jwk),
  sealedPrivateKey: row.sealed_private_key,
  createdAt: row.created_at,
  activatesAt: row.activates_at,
});
