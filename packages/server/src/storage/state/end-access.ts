import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { type Change, type EntityKind, entityId } from "../../directory/change.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { setEndedDelegation } from "../oauth/ended-delegation.ts";
import { enqueueLogouts } from "../oauth/enqueue-logouts.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { endResetLinks } from "./end-links.ts";
import { type EntitiesBefore, entityKey } from "./find-entities-before.ts";

/**
 * A principal that is disabled or deleted loses its access at once: sessions, links for a new password (its own and
 * those that it created for others), and delegations by it or to it. Enabling it again restores nothing: access that
 * began in parallel with the change that disabled it ends when it is enabled. A user who gets another password loses
 * the same, except the session in which the user chose it.
 */
export async function endAccess(
  trx: WritingTrx,
  changes: readonly Change[],
  before: EntitiesBefore,
  by: { readonly now: EpochSeconds; readonly sessionId?: string | undefined },
): Promise<void> {
  const { now, sessionId = "" } = by;
  const idsOf = (kind: EntityKind, isMeant: (change: Change) => boolean): readonly string[] => [
    ...new Set(changes.filter((change) => change.kind === kind && isMeant(change)).map(entityId)),
  ];
  const loses = (change: Change) => losesAccess(change, before);
  const usersLosingAccess = idsOf("user", loses);
  const applicationsLosingAccess = idsOf("application", loses);

  for (const chunk of fixedChunks(usersLosingAccess)) {
    const ending = sql`user_id in (${sql.join(chunk)}) and id <> ${sessionId}`;
    await enqueueLogouts(trx, ending, now);
    await sql`delete from sessions where ${ending}`.execute(trx.later());
  }
  await deleteWhere(trx, "password_resets", usersLosingAccess);
  await endResetLinks(trx, {
    users: usersLosingAccess,
    applications: applicationsLosingAccess,
    accessKeys: idsOf("access_account", isDisabledOrDeleted),
  });
  await deleteWhere(trx, "consents", idsOf("user", isDeleted));
  await endUserDelegations(trx, usersLosingAccess, now);
  for (const id of applicationsLosingAccess) await endApplicationDelegations(trx, id, now);
}

const isDeleted = ({ op }: Change): boolean => op === "delete";
const isDisabled = ({ value }: Pick<Change, "value">): boolean => "enabled" in value && !value.enabled;
const isDisabledOrDeleted = (change: Change): boolean => isDeleted(change) || isDisabled(change);

/** A user or an application that is or was disabled, or is deleted, and a user that had a password and gets another one. */
function losesAccess(change: Change, before: EntitiesBefore): boolean {
  const stored = before.get(entityKey(change));
  if (isDisabledOrDeleted(change) || (stored && isDisabled(stored))) return true;
  const had = stored?.kind === "user" ? stored.value.passwordHash : undefined;
  return had !== undefined && change.kind === "user" && had !== change.value.passwordHash;
}

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
