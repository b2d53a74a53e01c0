import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import type { SessionStore } from "../../accounts/stores.ts";
import { inOrder } from "../../core/async/in-order.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine, WritingTrx } from "../engine/engine.ts";
import { endedDelegation } from "../oauth/ended-delegation.ts";
import { enqueueLogouts } from "../oauth/enqueue-logouts.ts";
import { lookupKey, type Row } from "../statements/sql-value.ts";
import { SESSION } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";

type SessionRow = Database["sessions"];

export function createSessionStore({
  db,
  transactions,
  batches,
}: Pick<Engine, "db" | "transactions" | "batches">): SessionStore {
  const insert = compileOnce<SessionRow & Row, unknown>(COLUMNS, (row) =>
    db.insertInto("sessions").values(row),
  );
  const find = batches.read<{ tokenHash: string }, SessionRow>({ tokenHash: "text" }, ({ tokenHash }) =>
    db.selectFrom("sessions").select(COLUMNS).where("token_hash", "=", tokenHash),
  );
  const touch = compileOnce<{ id: string; at: EpochSeconds }, unknown>(["id", "at"], ({ id, at }) =>
    db.updateTable("sessions").set({ last_seen_at: at }).where("id", "=", id).where("last_seen_at", "<", at),
  );

  /** OpenID Connect Core §11: only delegations with offline access continue without the session. */
  async function endOne(trx: WritingTrx, id: string, now: EpochSeconds): Promise<SessionRow | undefined> {
    await enqueueLogouts(trx, sql`id = ${id}`, now);
    const ending = trx.deleteFrom("sessions").where("id", "=", id).returningAll().executeTakeFirst();
    const [ended] = await inOrder([
      ending,
      trx
        .later()
        .updateTable("delegations")
        .set(endedDelegation(now))
        .where("session_id", "=", id)
        .where("outlives_session", "=", 0)
        .where("ended_at", "is", null)
        .execute(),
    ]);
    return ended;
  }

  return {
    async start(session, tokenHash, replaces) {
      const started = insert.with({ ...SESSION.toRow(session), token_hash: tokenHash });
      if (replaces === undefined) {
        await db.executeQuery(started);
        return;
      }
      await transactions.transact(async (trx) => {
        await inOrder([
          endOne(trx, lookupKey(replaces), session.createdAt),
          trx.later().executeQuery(started),
        ]);
      });
    },
    async renew(id, tokenHash, { authentication, passwordStamp }) {
      const seen = authentication.time;
      const renewed = await db
        .updateTable("sessions")
        .set({
          token_hash: tokenHash,
          authentication: JSON.stringify(authentication),
          password_stamp: passwordStamp,
          last_seen_at: sql<number>`case when last_seen_at < ${seen} then ${seen} else last_seen_at end`,
        })
        .where("id", "=", lookupKey(id))
        .returning("id")
        .execute();
      return renewed.length === 1;
    },
    async find(tokenHash) {
      const [row] = await find({ tokenHash: lookupKey(tokenHash) });
      return row && SESSION.fromRow(row);
    },
    async touch(id, lastSeenAt) {
      await db.executeQuery(touch.with({ id: lookupKey(id), at: lastSeenAt }));
    },
    async restamp(id, passwordStamp) {
      await db
        .updateTable("sessions")
        .set({ password_stamp: passwordStamp })
        .where("id", "=", lookupKey(id))
        .execute();
    },
    async end(id, now) {
      const ended = await transactions.transact((trx) => endOne(trx, lookupKey(id), now));
      return ended && SESSION.fromRow(ended);
    },
    async listOfUser(userId) {
      const rows = await db
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", lookupKey(userId))
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(SESSION.fromRow);
    },
    async endAllOfUser(userId, now, except = "") {
      const user = lookupKey(userId);
      const ended = await transactions.transact(async (trx) => {
        await enqueueLogouts(trx, sql`user_id = ${user} and id <> ${lookupKey(except)}`, now);
        const sessions = await trx
          .deleteFrom("sessions")
          .where("user_id", "=", user)
          .where("id", "<>", lookupKey(except))
          .returningAll()
          .execute();
        await trx
          .later()
          .updateTable("delegations")
          .set(endedDelegation(now))
          .where("user_id", "=", user)
          .where("session_id", "<>", lookupKey(except))
          .where("ended_at", "is", null)
          .execute();
        return sessions;
      });
      return ended.map(SESSION.fromRow);
    },
  };
}

const COLUMNS = ["token_hash", ...SESSION.columns] as const;
