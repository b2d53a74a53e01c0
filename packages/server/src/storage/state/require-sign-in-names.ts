import { sql } from "kysely";
import { ConflictError } from "../../core/errors.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import { entityKey } from "./find-entities-before.ts";
import type { PrincipalsBefore } from "./find-principals-before.ts";

interface Clash {
  readonly member: "username" | "email";
  readonly name: string;
  readonly other_member: "username" | "email";
}

/**
 * Throws when a name at the login page could mean two users. The page accepts usernames and email addresses: an address
 * belongs to one user, whatever its case, and no username is the address of another user.
 *
 * No unique index covers two columns at once, so the commit checks it. It looks only at users who get another username
 * or address. The lock on the revision is held, so no other commit can take the same one meanwhile.
 */
export async function requireSignInNames(
  trx: Trx,
  changes: readonly Change[],
  before: PrincipalsBefore,
): Promise<void> {
  const ids = [...new Set(changes.filter((change) => isRenamed(change, before)).map(entityId))];
  for (const chunk of fixedChunks(ids)) {
    const clash = await findClash(trx, chunk);
    if (clash) throw asConflict(clash);
  }
}

function isRenamed(change: Change, before: PrincipalsBefore): boolean {
  if (change.op !== "put" || change.kind !== "user") return false;
  const { username, email = null } = change.value;
  const stored = before.get(entityKey(change));
  return stored === undefined || stored.names[0]?.name !== username || stored.email !== email;
}

/**
 * One statement, because every write of a user runs it. The offset keeps PostgreSQL at one lookup for each user: it has
 * no statistics of users that this transaction wrote, and would read all of them for a join.
 */
async function findClash(trx: Trx, ids: readonly string[]): Promise<Clash | undefined> {
  const clashes = (member: Clash["member"], otherMember: Clash["member"]) => sql`
    select ${sql.lit(member)} as member, own.${sql.ref(member)} as name, ${sql.lit(otherMember)} as other_member
    from users as own where own.id in (${sql.join(ids)}) and exists (
      select 1 from users as other
      where other.${sql.ref(`folded_${otherMember}`)} = own.${sql.ref(`folded_${member}`)} and other.id <> own.id
      limit 1 offset 0)`;
  const { rows } = await sql<Clash>`
    ${clashes("email", "email")} union all ${clashes("email", "username")} union all ${clashes("username", "email")}
    limit 1`.execute(trx);
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
