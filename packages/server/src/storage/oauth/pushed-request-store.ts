import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { PushedRequestStore } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import { insertWithin } from "../statements/insert-within.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { PUSHED_REQUEST } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";

type PushedRequestRow = Database["pushed_requests"];

const COLUMNS = ["id", ...PUSHED_REQUEST.columns, "kept_until"] as const;

export function createPushedRequestStore(engine: Engine): PushedRequestStore {
  const { db } = engine;
  const insert = insertWithin(engine, "pushed_requests", COLUMNS);
  const find = compileOnce<{ id: string }, PushedRequestRow>(["id"], ({ id }) =>
    db
      .selectFrom("pushed_requests")
      .select([...COLUMNS, "held_by"])
      .where("id", "=", id),
  );
  // One statement deletes a spent request: exactly one of many requests deletes the row.
  const spend = compileOnce<{ id: string; now: EpochSeconds }, { id: string }>(["id", "now"], ({ id, now }) =>
    db.deleteFrom("pushed_requests").where("id", "=", id).where("kept_until", ">", now).returning("id"),
  );
  const keep = compileOnce<{ id: string; until: EpochSeconds }, { id: string }>(
    ["id", "until"],
    ({ id, until }) =>
      db
        .updateTable("pushed_requests")
        .set({ kept_until: until })
        .where("id", "=", id)
        .where("kept_until", "<", until)
        .returning("id"),
  );

  return {
    insert: (idHash, request, hold) =>
      insert({ id: idHash, ...PUSHED_REQUEST.toRow(request), kept_until: request.expiresAt }, hold),
    async find(idHash) {
      const [row] = (await db.executeQuery(find.with({ id: lookupKey(idHash) }))).rows;
      return row && PUSHED_REQUEST.fromRow(row);
    },
    async keep(idHash, until) {
      await db.executeQuery(keep.with({ id: lookupKey(idHash), until }));
    },
    async spend(idHash, now) {
      return (await db.executeQuery(spend.with({ id: lookupKey(idHash), now }))).rows.length === 1;
    },
  };
}
