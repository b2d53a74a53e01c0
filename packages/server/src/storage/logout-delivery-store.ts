import { type Insertable, sql } from "kysely";
import type { LogoutDeliveryStore } from "../oauth/stores.ts";
import type { Engine } from "./engine.ts";
import type { Database } from "./schema.ts";
import { lookupKey } from "./sql-value.ts";

type DeliveryRow = Database["logout_deliveries"];

const COLUMNS = ["id", "application_id", "user_id", "session_id", "attempts", "due_at"] as const;

export function createLogoutDeliveryStore({ db, createInsert }: Engine): LogoutDeliveryStore {
  const insert = createInsert(COLUMNS, (rows) =>
    db.insertInto("logout_deliveries").values(rows as unknown as Insertable<DeliveryRow>[]),
  );
  return {
    async enqueue(deliveries, now) {
      if (deliveries.length === 0) return;
      const rows = deliveries.map(({ id, applicationId, userId, sessionId }) => ({
        id,
        application_id: applicationId,
        user_id: userId,
        session_id: sessionId,
        attempts: 0,
        due_at: now,
      }));
      await db.transaction().execute((trx) => insert(trx, rows));
    },
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
        // Once more: another node may have taken it while this one waited for the row.
        .where("due_at", "<=", now)
        .returningAll()
        .execute();
      return taken.map((row) => ({
        id: row.id,
        applicationId: row.application_id,
        userId: row.user_id,
        sessionId: row.session_id,
        attempts: row.attempts,
      }));
    },
    async done(id) {
      await db.deleteFrom("logout_deliveries").where("id", "=", lookupKey(id)).execute();
    },
    async retryAt(id, at) {
      await db.updateTable("logout_deliveries").set({ due_at: at }).where("id", "=", lookupKey(id)).execute();
    },
  };
}
