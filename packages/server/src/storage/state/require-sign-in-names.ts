import { sql } from "kysely";
import { ConflictError } from "../../core/errors.ts";
import { hasLookAlike } from "../accounts/look-alike.ts";
import { SIGN_IN_MEMBERS, type SignInMember } from "../accounts/sign-in-name-rows.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import type { RenamedUser } from "./find-renamed-users.ts";

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
