import type { EpochSeconds } from "@licet/engine/values/time.ts";
import { sql } from "kysely";
import { type Change, entityId } from "../../state/change.ts";
import type { WritingTrx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import { setEndedDelegation } from "../oauth/ended-delegation.ts";
import { enqueueLogouts } from "../oauth/enqueue-logouts.ts";
import { endResetLinks } from "./end-reset-links.ts";
import type { EntitiesBefore } from "./find-entities-before.ts";

/** The users and applications of a change set whose access ends because of what was stored before. */
export interface AccessBefore {
  /** Users that were already disabled. */
  readonly disabledUsers: readonly string[];
  readonly disabledApplications: readonly string[];
  /** Users that had a password and get another one. */
  readonly usersWithNewPassword: readonly string[];
}

export function findAccessBefore(changes: readonly Change[], before: EntitiesBefore): AccessBefore {
  const stored = [...before.values()];
  const passwords = new Map(
    stored.flatMap(({ kind, value }) => (kind === "user" ? [[value.id, value.passwordHash] as const] : [])),
  );
  return {
    disabledUsers: stored.flatMap(({ kind, value }) => (kind === "user" && !value.enabled ? [value.id] : [])),
    disabledApplications: stored.flatMap(({ kind, value }) =>
      kind === "application" && !value.enabled ? [value.id] : [],
    ),
    usersWithNewPassword: changes.flatMap(({ op, kind, value }) => {
      if (op !== "put" || kind !== "user") return [];
      const had = passwords.get(value.id);
      return had !== undefined && had !== value.passwordHash ? [value.id] : [];
    }),
  };
}

/**
 * A principal that is disabled or deleted loses its access at once: sessions, links for a new password (its own and
 * those that it created for others), and delegations by it or to it. Enabling it again restores nothing: access that
 * began in parallel with the change that disabled it ends when it is enabled. A user who gets another password loses
 * the same, except the session in which the user chose it.
 */
export async function endAccess(
  trx: WritingTrx,
  changes: readonly Change[],
  before: AccessBefore,
  by: { readonly now: EpochSeconds; readonly sessionId?: string | undefined },
): Promise<void> {
  const { now, sessionId = "" } = by;
  const users = changes.filter(isUser);
  const applications = changes.filter(isApplication);
  const usersLosingAccess = [
    ...new Set([
      ...before.disabledUsers,
      ...before.usersWithNewPassword,
      ...idsOf(users.filter(isDisabledOrDeleted)),
    ]),
  ];
  const applicationsLosingAccess = new Set([
    ...before.disabledApplications,
    ...idsOf(applications.filter(isDisabledOrDeleted)),
  ]);

  for (const chunk of fixedChunks(usersLosingAccess)) {
    const ending = sql`user_id in (${sql.join(chunk)}) and id <> ${sessionId}`;
    await enqueueLogouts(trx, ending, now);
    await sql`delete from sessions where ${ending}`.execute(trx.later());
  }
  await deleteWhere(trx, "password_resets", usersLosingAccess);
  await endResetLinks(trx, {
    users: usersLosingAccess,
    applications: [...applicationsLosingAccess],
    accessKeys: idsOf(changes.filter(isAccessAccount).filter(isDisabledOrDeleted)),
  });
  await deleteWhere(trx, "consents", idsOf(users.filter(isDeleted)));
  await endUserDelegations(trx, usersLosingAccess, now);
  for (const id of applicationsLosingAccess) await endApplicationDelegations(trx, id, now);
}

const isUser = ({ kind }: Change): boolean => kind === "user";
const isApplication = ({ kind }: Change): boolean => kind === "application";
const isAccessAccount = ({ kind }: Change): boolean => kind === "access_account";
const isDeleted = ({ op }: Change): boolean => op === "delete";
const isDisabledOrDeleted = (change: Change): boolean =>
  isDeleted(change) || ("enabled" in change.value && !change.value.enabled);
const idsOf = (changes: readonly Change[]): readonly string[] => [...new Set(changes.map(entityId))];

async function deleteWhere(
  trx: WritingTrx,
  table: "password_resets" | "consents",
  userIds: readonly string[],
): Promise<void> {
  for (const chunk of fixedChunks(userIds)) {
    await sql`delete from ${sql.table(table)} where user_id in (${sql.join(chunk)})`.execute(trx.later());
  }
}

async function endUserDelegations(trx: WritingTrx, ids: readonly string[], now: EpochSeconds): Promise<void> {
  for (const chunk of fixedChunks(ids)) {
    await sql`update delegations set ${setEndedDelegation(now)}
      where user_id in (${sql.join(chunk)}) and ended_at is null`.execute(trx.later());
  }
}

/**
 * A statement has a limit of ten seconds, and an application may have a million delegations. For the same reason their
 * revocations are not announced one by one: `revokeSubjects` announces that of the application.
 */
const ENDED_AT_ONCE = 5_000;

async function endApplicationDelegations(
  trx: WritingTrx,
  applicationId: string,
  now: EpochSeconds,
): Promise<void> {
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
      .later()
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
