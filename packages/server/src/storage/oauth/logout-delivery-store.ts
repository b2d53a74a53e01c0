import { sql } from "kysely";
import type { LogoutDeliveryStore } from "../../oauth/stores.ts";
import type { Engine } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { LOGOUT_DELIVERY } from "../tables/records.ts";

export function createLogoutDeliveryStore({ db }: Engine): LogoutDeliveryStore {
  return {
    async take(now, leaseUntil, limit) {
      const due = db
        .selectFrom("logout_deliveries")
        .select("id")
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(limit);
      const taken = await db
        .updateTable("logout_deliveries")
        .set({ due_at: leaseUntil, attempts: sql<number>`attempts + 1` })
        .where("id", "in", due)
        // Checked again: another node may have taken the delivery while this one waited for the row.
        .where("due_at", "<=", now)
        .returningAll()
        .execute();
      return taken.map(LOGOUT_DELIVERY.fromRow);
    },
    async done(id) {
      await db.deleteFrom("logout_deliveries").where("id", "=", lookupKey(id)).execute();
    },
    async retryAt(id, at) {
      await db.updateTable("logout_deliveries").set({ due_at: at }).where("id", "=", lookupKey(id)).execute();
    },
  };
}
