import { type RawBuilder, sql } from "kysely";
import type { EpochSeconds } from "../../core/time.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import { enqueueLogouts } from "../oauth/enqueue-logouts.ts";
import { endResetLinksOf } from "./end-reset-links.ts";

/** The principals that lose access by a change set, as far as the rows before the change set show it. */
export interface AccessBefore {
  /** Users that were already disabled. */
  readonly shutUsers: readonly string[];
  readonly shutApplications: readonly string[];
  /** Users that had a password and get another one. */
  readonly repassworded: readonly string[];
}

export async function findAccessBefore(trx: Trx, changes: readonly Change[]): Promise<AccessBefore> {
  const users = await readAmong(trx, "users", sql`id, enabled, password_hash`, idsOf(changes.filter(isUser)));
  const applications = await readAmong(
    trx,
    "applications",
    sql`id, enabled`,
    idsOf(changes.filter(isApplication)),
  );
  const passwords = new Map(users.map(({ id, password_hash }) => [id, password_hash ?? undefined]));
  return {
    shutUsers: users.filter(isDisabled).map(({ id }) => id),
    shutApplications: applications.filter(isDisabled).map(({ id }) => id),
    repassworded: changes.flatMap(({ op, kind, value }) => {
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
  trx: Trx,
  changes: readonly Change[],
  before: AccessBefore,
  by: { readonly now: EpochSeconds; readonly sessionId?: string | undefined },
): Promise<void> {
  const { now, sessionId = "" } = by;
  const users = changes.filter(isUser);
  const applications = changes.filter(isApplication);
  const shutUsers = [
    ...new Set([...before.shutUsers, ...before.repassworded, ...idsOf(users.filter(isShutOut))]),
  ];
  const shutApplications = new Set([...before.shutApplications, ...idsOf(applications.filter(isShutOut))]);

  for (const chunk of fixedChunks(shutUsers)) {
    const ending = sql`user_id in (${sql.join(chunk)}) and id <> ${sessionId}`;
    await enqueueLogouts(trx, ending, now);
    await sql`delete from sessions where ${ending}`.execute(trx);
  }
  await deleteWhere(trx, "password_resets", shutUsers);
  await endResetLinksOf(trx, {
    users: shutUsers,
    applications: [...shutApplications],
    accessKeys: idsOf(changes.filter(isAccessAccount).filter(isShutOut)),
  });
  await deleteWhere(trx, "consents", idsOf(users.filter(isDeleted)));
  await endDelegationsOfUsers(trx, shutUsers, now);
  for (const id of shutApplications) await endDelegationsOf(trx, id, now);
}

const isUser = ({ kind }: Change): boolean => kind === "user";
const isApplication = ({ kind }: Change): boolean => kind === "application";
const isAccessAccount = ({ kind }: Change): boolean => kind === "access_account";
const isDeleted = ({ op }: Change): boolean => op === "delete";
const isShutOut = (change: Change): boolean =>
  isDeleted(change) || ("enabled" in change.value && !change.value.enabled);
const idsOf = (changes: readonly Change[]): readonly string[] => [...new Set(changes.map(entityId))];

interface RowBefore {
  readonly id: string;
  readonly enabled: number;
  readonly password_hash?: string | null;
}

const isDisabled = ({ enabled }: RowBefore): boolean => enabled === 0;

async function readAmong(
  trx: Trx,
  table: "users" | "applications",
  columns: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<readonly RowBefore[]> {
  const found: RowBefore[] = [];
  for (const chunk of fixedChunks(ids)) {
    const { rows } = await sql<RowBefore>`
      select ${columns} from ${sql.table(table)} where id in (${sql.join(chunk)})`.execute(trx);
    found.push(...rows);
  }
  return found;
}

async function deleteWhere(
  trx: Trx,
  table: "password_resets" | "consents",
  userIds: readonly string[],
): Promise<void> {
  for (const chunk of fixedChunks(userIds)) {
    await sql`delete from ${sql.table(table)} where user_id in (${sql.join(chunk)})`.execute(trx);
  }
}

async function endDelegationsOfUsers(trx: Trx, ids: readonly string[], now: EpochSeconds): Promise<void> {
  for (const chunk of fixedChunks(ids)) {
    await sql`update delegations set ended_at = ${now}
      where user_id in (${sql.join(chunk)}) and ended_at is null`.execute(trx);
  }
}

/** A statement has a limit of ten seconds, and an application may have a million delegations. */
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
