import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { KeyStore } from "../../tokens/stores.ts";
import { auditRow } from "../audit/audit-store.ts";
import type { LogEntry } from "../changes/change-log.ts";
import { commitLogged } from "../changes/commit-logged.ts";
import type { Engine, InsertRows, WritingTrx } from "../engine/engine.ts";
import { SIGNING_KEY } from "../tables/records.ts";
import { keyEvent } from "./key-event.ts";

export function createKeyStore(engine: Engine, clock: Clock, insertEvents: InsertRows): KeyStore {
  const { db } = engine;

  const change = (work: (trx: WritingTrx) => Promise<readonly KeyChange[]>): Promise<boolean> =>
    commitLogged(engine, { clock, actor: "keys" }, async (trx) =>
      (await work(trx)).map((each) => ({ ...each, kind: "key", topic: "keys" })),
    );

  return {
    async list() {
      const rows = await db
        .selectFrom("signing_keys")
        .selectAll()
        .orderBy("created_at")
        .orderBy("kid")
        .execute();
      return rows.map(SIGNING_KEY.fromRow);
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
          .values(SIGNING_KEY.toRow(key))
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
          const { activates_at } = SIGNING_KEY.toRow(successor);
          await trx
            .insertInto("signing_keys")
            .values(SIGNING_KEY.toRow(successor))
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
