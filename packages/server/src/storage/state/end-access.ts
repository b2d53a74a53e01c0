import { sql } from "kysely";
import type { EpochSeconds } from "../../core/time.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { enqueueLogouts } from "../enqueue-logouts.ts";
import { fixedChunks } from "../fixed-chunks.ts";

/** The users and applications of a change set that were disabled before it. */
export interface ShutOut {
  readonly users: readonly string[];
  readonly applications: readonly string[];
}

export async function findShutOut(trx: Trx, changes: readonly Change[]): Promise<ShutOut> {
  return {
    users: await disabledAmong(trx, "users", idsOf(changes.filter(isUser))),
    applications: await disabledAmong(trx, "applications", idsOf(changes.filter(isApplication))),
  };
}

/**
 * Whoever is disabled or deleted loses at once what they had: sessions, links for a new password, and what was
 * delegated by or to them. Enabling them again revives nothing, not even what began beside the change that disabled
 * them: they lose it when they come back.
 */
export async function endAccess(
  trx: Trx,
  changes: readonly Change[],
  before: ShutOut,
  now: EpochSeconds,
): Promise<void> {
  const users = changes.filter(isUser);
  const applications = changes.filter(isApplication);
  const shutUsers = [...new Set([...before.users, ...idsOf(users.filter(isShutOut))])];
  const shutApplications = new Set([...before.applications, ...idsOf(applications.filter(isShutOut))]);

  for (const chunk of fixedChunks(shutUsers))
    await enqueueLogouts(trx, sql`user_id in (${sql.join(chunk)})`, now);
  await deleteWhere(trx, "sessions", "user_id", shutUsers);
  await deleteWhere(trx, "password_resets", "user_id", shutUsers);
  await deleteWhere(trx, "consents", "user_id", idsOf(users.filter(isDeleted)));
  await deleteWhere(trx, "consents", "application_id", idsOf(applications.filter(isDeleted)));
  await endDelegationsOfUsers(trx, shutUsers, now);
  for (const id of shutApplications) await endDelegationsOf(trx, id, now);
}

const isUser = ({ kind }: Change): boolean => kind === "user";
const isApplication = ({ kind }: Change): boolean => kind === "application";
const isDeleted = ({ op }: Change): boolean => op === "delete";
const isShutOut = (change: Change): boolean =>
  isDeleted(change) || ("enabled" in change.value && !change.value.enabled);
const idsOf = (changes: readonly Change[]): readonly string[] => [...new Set(changes.map(entityId))];

async function disabledAmong(
  trx: Trx,
  table: "users" | "applications",
  ids: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const chunk of fixedChunks(ids)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where enabled = 0 and id in (${sql.join(chunk)})`.execute(trx);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

async function deleteWhere(
  trx: Trx,
  table: "sessions" | "password_resets" | "consents",
  column: "user_id" | "application_id",
  ids: readonly string[],
): Promise<void> {
  for (const chunk of fixedChunks(ids)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(trx);
  }
}

async function endDelegationsOfUsers(trx: Trx, ids: readonly string[], now: EpochSeconds): Promise<void> {
  for (const chunk of fixedChunks(ids)) {
    await sql`update delegations set ended_at = ${now}
      where user_id in (${sql.join(chunk)}) and ended_at is null`.execute(trx);
  }
}

/** A statement has ten seconds, and an application may have a million of them. */
const ENDED_AT_ONCE = 5_000;

async function endDelegationsOf(trx: Trx, applicationId: string, now: EpochSeconds): Promise<void> {
  let after = "";
  for (;;) {
    const last = await trx
      .selectFrom("delegations")
      .select("id")
      .where("application_id", "=", applicationId)
      .where("ended_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(1)
      .offset(ENDED_AT_ONCE - 1)
      .executeTakeFirst();
    await trx
      .updateTable("delegations")
      .set({ ended_at: now })
      .where("application_id", "=", applicationId)
      .where("ended_at", "is", null)
      .where("id", ">", after)
      .$if(last !== undefined, (query) => query.where("id", "<=", last?.id ?? ""))
      .execute();
    if (last === undefined) return;
    after = last.id;
  }
}
