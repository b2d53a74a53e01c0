import { sql } from "kysely";
import type { NodeStore } from "../../operations/stores.ts";
import type { Db } from "../engine/engine.ts";
import { UNRECORDED_SCHEMA } from "../migrations/older-nodes.ts";
import { NODE } from "../tables/records.ts";

export function createNodeStore(db: Db): NodeStore {
  return {
    async recordHeartbeat(node) {
      await db
        .insertInto("nodes")
        .values(NODE.toRow(node))
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet({
            seen_at: sql.ref<number>("excluded.seen_at"),
            revision: sql.ref<number>("excluded.revision"),
          }),
        )
        .execute();
    },
    async remove(id) {
      await db.deleteFrom("nodes").where("id", "=", id).execute();
    },
    async listSeenSince(time) {
      const rows = await db
        .selectFrom("nodes")
        .selectAll()
        .where("seen_at", ">=", time)
        .orderBy("started_at")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({ schema: UNRECORDED_SCHEMA, ...NODE.fromRow(row) }));
    },
  };
}
