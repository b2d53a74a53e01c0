import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { describeEnded, type EndedCounts, type RestoreResult } from "../../backup/stores.ts";
import { auditRow } from "../audit/audit-store.ts";
import type { Engine, Trx } from "../engine/engine.ts";
import { endedDelegation } from "../oauth/ended-delegation.ts";
import { createClockMarkStore } from "../operations/meta-store.ts";
import type { Row } from "../statements/sql-value.ts";
import { TABLE_RULES, TABLES } from "../tables/table-rules.ts";

/** `meta` of a restored database: epoch seconds of the last restore. */
export const RESTORED_AT = "restored_at";

/** The positions of the database that is replaced. Its readers may have seen all of them. */
export interface Positions {
  readonly revision: number;
  readonly revocation: number;
  readonly auditEvent: number;
}

export interface RestoreFacts {
  readonly now: EpochMilliseconds;
  readonly endAccessTokens: boolean;
  readonly backup: { readonly createdAt: string; readonly version: string; readonly revision: number };
  readonly replaced: Positions | undefined;
}

/**
 * Makes a database of before usable now. Codes, tokens and links may have been used or revoked since the backup was
 * made, and nothing in it says so: they end. Positions continue beyond those that readers may have seen.
 */
export async function endIssued(
  trx: Trx,
  engine: Engine["name"],
  given: RestoreFacts,
): Promise<Pick<RestoreResult, "ended" | "restoredAt" | "revision">> {
  // The servers of the backed-up database may have gone by a later time, and theirs never goes back.
  const mark = (await createClockMarkStore(trx).find()) ?? 0;
  const facts = { ...given, now: Math.max(given.now, mark) };
  const seconds = Math.floor(facts.now / 1_000);
  const ended: EndedCounts = {
    ...(await endDelegations(trx, seconds)),
    sessions: await deleteAll(trx, "sessions", sql`expires_at > ${seconds}`),
    interactions: await deleteAll(trx, "interactions", sql`expires_at > ${seconds} and finished_at is null`),
    pushedRequests: await deleteAll(trx, "pushed_requests", sql`expires_at > ${seconds}`),
    passwordResets: await deleteAll(trx, "password_resets", sql`expires_at > ${seconds}`),
    setupLinks: await deleteAll(trx, "setup_links", sql`expires_at > ${seconds}`),
    // A server makes new ones at its start, which sign at once.
    signingKeys: facts.endAccessTokens ? await deleteAll(trx, "signing_keys", sql`1 = 1`) : 0,
  };
  for (const table of TABLES)
    if (TABLE_RULES[table].onRestore === "clear") await sql`delete from ${sql.table(table)}`.execute(trx);
  const before = await readPositions(trx);
  const positions = positionsAfter(before, facts);
  await sql`update revision set value = ${positions.revision}`.execute(trx);
  await sql`update revocation_position set value = ${positions.revocation}`.execute(trx);
  await noteTimes(trx, facts.now);
  await recordRestore(trx, engine, positions, facts, ended);
  return { revision: positions.revision, restoredAt: facts.now, ended };
}

/**
 * Codes and refresh tokens are parts of a delegation. It ends as a whole, and with it the access tokens of its user: it
 * may have been ended since, by the user or by a replay.
 */
async function endDelegations(
  trx: Trx,
  now: number,
): Promise<{ readonly codes: number; readonly refreshTokens: number }> {
  const { rows } = await sql<{ codes: number | null; refresh_tokens: number | null }>`
    select sum(case when redeemed_at is null and code_expires_at > ${now} then 1 else 0 end) as codes,
      sum(case when refresh_hash is not null and idle_expires_at > ${now} and absolute_expires_at > ${now}
        then 1 else 0 end) as refresh_tokens
    from delegations where ended_at is null`.execute(trx);
  await trx.updateTable("delegations").set(endedDelegation(now)).where("ended_at", "is", null).execute();
  return { codes: Number(rows[0]?.codes ?? 0), refreshTokens: Number(rows[0]?.refresh_tokens ?? 0) };
}

/** Returns how many of the deleted rows were still usable. */
async function deleteAll(
  trx: Trx,
  table: "sessions" | "interactions" | "pushed_requests" | "password_resets" | "setup_links" | "signing_keys",
  isUsable: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ usable: number }>`
    select count(*) as usable from ${sql.table(table)} where ${isUsable}`.execute(trx);
  await trx.deleteFrom(table).execute();
  return Number(rows[0]?.usable ?? 0);
}

export async function readPositions(trx: Trx): Promise<Positions> {
  const { rows } = await sql<{ revision: number; revocation: number; event: number | null }>`
    select (select value from revision) as revision, (select value from revocation_position) as revocation,
      (select max(id) from audit_events) as event`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error("the positions are missing");
  return { revision: found.revision, revocation: found.revocation, auditEvent: found.event ?? 0 };
}

/**
 * The time in microseconds is above every position that was given out before it: no database commits a million times a
 * second. So positions do not come again after several restores of the same backup either, wherever they happen.
 */
function positionsAfter(backedUp: Positions, { now, replaced }: RestoreFacts): Positions {
  const after = (position: keyof Positions): number =>
    Math.max(now * 1_000, backedUp[position] + 1, (replaced?.[position] ?? 0) + 1);
  return { revision: after("revision"), revocation: after("revocation"), auditEvent: after("auditEvent") };
}

async function noteTimes(trx: Trx, now: EpochMilliseconds): Promise<void> {
  await createClockMarkStore(trx).raise(now);
  const value = String(Math.floor(now / 1_000));
  await trx
    .insertInto("meta")
    .values({ key: RESTORED_AT, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** The event takes the first id of the new ones. */
async function recordRestore(
  trx: Trx,
  engine: Engine["name"],
  { revision, auditEvent }: Positions,
  { now, backup, endAccessTokens }: RestoreFacts,
  ended: EndedCounts,
): Promise<void> {
  const data = {
    created_at: backup.createdAt,
    version: backup.version,
    from_revision: backup.revision,
    to_revision: revision,
    end_access_tokens: endAccessTokens,
    ended: describeEnded(ended),
  };
  const row: Row = { id: auditEvent, ...auditRow({ at: now, type: "backup.restored", actor: "cli", data }) };
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const isPostgres = engine === "postgres";
  await sql`insert into audit_events (${columns}) ${sql.raw(isPostgres ? "overriding system value" : "")}
    values (${sql.join(Object.values(row))})`.execute(trx);
  // SQLite continues after the largest id by itself.
  if (isPostgres)
    await sql`alter table audit_events alter column id restart with ${sql.lit(auditEvent + 1)}`.execute(trx);
}
