import { sql } from "kysely";
import type { User } from "../../accounts/entities.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { Change } from "../../directory/change.ts";
import { hasLookAlike } from "../accounts/look-alike.ts";
import { SIGN_IN_MEMBERS, type SignInMember, signInNameRows } from "../accounts/sign-in-name-rows.ts";
import type { Trx, WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { type EntitiesBefore, entityKey } from "./find-entities-before.ts";

export interface RenamedUser {
  readonly user: User;
  readonly isNew: boolean;
  /** The names that are others than before, at least one. */
  readonly members: readonly SignInMember[];
}

/** The users to whom a change set gives another username or address, each as the change set leaves it. */
export function findRenamedUsers(changes: readonly Change[], before: EntitiesBefore): readonly RenamedUser[] {
  const renamed = new Map<string, RenamedUser>();
  const deleted = new Set<string>();
  for (const change of changes) {
    if (change.kind !== "user") continue;
    const { value: user } = change;
    if (change.op === "delete") deleted.add(user.id);
    // One that the change set has deleted before is a new user.
    const stored = deleted.has(user.id) ? undefined : before.get(entityKey(change));
    const had = stored?.kind === "user" ? stored.value : undefined;
    const members = SIGN_IN_MEMBERS.filter((member) => had?.[member] !== user[member]);
    renamed.delete(user.id);
    if (change.op === "put" && members.length > 0)
      renamed.set(user.id, { user, isNew: stored === undefined, members });
  }
  return [...renamed.values()];
}

/** Writes the folded names of users that `folded_username` and `folded_email` do not have. Few users have any. */
export async function writeSignInNames(trx: WritingTrx, renamed: readonly RenamedUser[]): Promise<void> {
  const replaced = renamed.filter(({ isNew }) => !isNew).map(({ user }) => user.id);
  for (const chunk of fixedChunks(replaced))
    await sql`delete from sign_in_names where user_id in (${sql.join(chunk)})`.execute(trx.later());
  for (const row of renamed.flatMap(({ user }) => signInNameRows(user)))
    await trx.later().insertInto("sign_in_names").values(row).execute();
}

interface Clash {
  readonly member: SignInMember;
  readonly name: string;
  readonly other_member: SignInMember;
}

/**
 * Throws when a user gets a name that looks like a name of another user. The login page accepts usernames and email
 * addresses, and counts wrong passwords for folded names (`foldSignInName`): a name must mean one user.
 *
 * No unique index covers two columns at once, and pairs that older versions stored stay, so the commit checks it. It
 * looks only at names that change. The lock on the revision is held, so no other commit can take the same name meanwhile.
 */
export async function requireSignInNames(trx: Trx, renamed: readonly RenamedUser[]): Promise<void> {
  const groups = Map.groupBy(renamed, ({ members }) => members.join());
  for (const users of groups.values()) {
    const members = users[0]?.members ?? [];
    for (const chunk of fixedChunks(users.map(({ user }) => user.id))) {
      const clash = await findClash(trx, chunk, members);
      if (clash) throw asConflict(clash);
    }
  }
}

/** One statement, because every write of a user runs it. */
async function findClash(
  trx: Trx,
  ids: readonly string[],
  members: readonly SignInMember[],
): Promise<Clash | undefined> {
  const clashes = members.flatMap((member) =>
    SIGN_IN_MEMBERS.map(
      (otherMember) => sql`
        select ${sql.lit(member)} as member, own.${sql.ref(member)} as name, ${sql.lit(otherMember)} as other_member
        from users as own where own.id in (${sql.join(ids)}) and ${hasLookAlike(member, otherMember)}`,
    ),
  );
  const { rows } = await sql<Clash>`${sql.join(clashes, sql` union all `)} limit 1`.execute(trx);
  return rows[0];
}

function asConflict({ member, name, other_member }: Clash): ConflictError {
  const value = `user: the ${member} ${JSON.stringify(name)}`;
  return member === other_member
    ? new ConflictError(`${value} is taken by another user`, {
        conflict: { code: "taken", kind: "user", member, name },
      })
    : new ConflictError(`${value} is the ${other_member} of another user`, {
        conflict: { code: "sign_in_name_taken", member, name },
      });
}
