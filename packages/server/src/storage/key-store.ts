import type { SigningAlgorithm } from "../core/algorithms.ts";
import type { Clock } from "../core/time.ts";
import type { KeyStore, StoredKey } from "../tokens/stores.ts";
import { type LogEntry, logChange, takeRevision } from "./change-log.ts";
import type { Engine, Trx } from "./engine.ts";
import type { Database } from "./schema.ts";

export function createKeyStore(engine: Engine, clock: Clock): KeyStore {
  const { db } = engine;

  /** Like any other change: with the revision's lock first and a row in the log, or not at all. */
  async function change(
    op: LogEntry["op"],
    work: (trx: Trx) => Promise<readonly string[]>,
  ): Promise<boolean> {
    try {
      const revision = await db.transaction().execute(async (trx) => {
        const next = await takeRevision(trx);
        const kids = await work(trx);
        if (kids.length === 0) throw new NothingChanged();
        const entries = kids.map((id): LogEntry => ({ op, kind: "key", id, topic: "keys" }));
        await logChange(engine, trx, { revision: next, at: clock.milliseconds(), actor: "keys", entries });
        return next;
      });
      await engine.catchUp(revision);
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
      change("put", async (trx) => {
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
        return added.map(({ kid }) => kid);
      }),
    async remove(kids) {
      if (kids.length === 0) return;
      await change("delete", async (trx) => {
        const removed = await trx
          .deleteFrom("signing_keys")
          .where("kid", "in", kids)
          .returning("kid")
          .execute();
        return removed.map(({ kid }) => kid);
      });
    },
  };
}

/** Rolls the transaction back, the revision it took included. */
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
