import { sql } from "kysely";
import type { ConsentItem, ConsentStore } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import { lookupKey, type Row } from "../statements/sql-value.ts";
import { CONSENT_ITEM } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";
import { endedDelegation } from "./ended-delegation.ts";

type ConsentRow = Database["consents"];

const COLUMNS = ["user_id", "application_id", ...CONSENT_ITEM.columns] as const;

export function createConsentStore({
  db,
  transactions,
  batches,
}: Pick<Engine, "db" | "transactions" | "batches">): ConsentStore {
  const find = batches.read<{ userId: string; applicationId: string }, ConsentRow>(
    { userId: "text", applicationId: "text" },
    ({ userId, applicationId }) =>
      db
        .selectFrom("consents")
        .select(COLUMNS)
        .where("user_id", "=", userId)
        .where("application_id", "=", applicationId)
        .orderBy("scope"),
  );
  const put = compileOnce<ConsentRow & Row, unknown>(COLUMNS, (row) =>
    db
      .insertInto("consents")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "application_id", "scope"]).doUpdateSet({
          agreed: sql.ref<number>("excluded.agreed"),
          revision: sql.ref<number>("excluded.revision"),
          decided_at: sql.ref<number>("excluded.decided_at"),
          expires_at: sql.ref<number>("excluded.expires_at"),
        }),
      ),
  );

  return {
    async find(userId, applicationId) {
      const rows = await find({ userId: lookupKey(userId), applicationId: lookupKey(applicationId) });
      return rows.map(CONSENT_ITEM.fromRow);
    },
    async remember(userId, applicationId, items) {
      if (items.length === 0) return;
      const rows = eachOnce(items).map((item) => ({
        user_id: userId,
        application_id: applicationId,
        ...CONSENT_ITEM.toRow(item),
      }));
      // Each row is an answer of its own: should some be missing, the user is asked about these again.
      await transactions.runEach(rows.map((row) => put.with(row)));
    },
    async listOfUser(userId) {
      const rows = await db
        .selectFrom("consents")
        .select(COLUMNS)
        .where("user_id", "=", lookupKey(userId))
        .orderBy("application_id")
        .orderBy("scope")
        .execute();
      const byApplication = Map.groupBy(rows, ({ application_id }) => application_id);
      return Array.from(byApplication, ([applicationId, said]) => ({
        applicationId,
        items: said.map(CONSENT_ITEM.fromRow),
      }));
    },
    async withdraw(userId, applicationId, now, scope) {
      const user = lookupKey(userId);
      const application = lookupKey(applicationId);
      await transactions.transact(async (trx) => {
        const deferred = trx.later();
        await deferred
          .deleteFrom("consents")
          .where("user_id", "=", user)
          .where("application_id", "=", application)
          .$if(scope !== undefined, (query) => query.where("scope", "=", lookupKey(scope ?? "")))
          .execute();
        await deferred
          .updateTable("delegations")
          .set(endedDelegation(now))
          .where("user_id", "=", user)
          .where("application_id", "=", application)
          .where("ended_at", "is", null)
          .execute();
      });
    },
  };
}

/**
 * Keeps the last answer about each scope, in the same order on every node: otherwise two nodes could lock the same rows
 * crosswise and deadlock.
 */
const eachOnce = (items: readonly ConsentItem[]): readonly ConsentItem[] =>
  [...new Map(items.map((item) => [item.scope, item])).values()].sort((a, b) => (a.scope < b.scope ? -1 : 1));
