import { type RawBuilder, sql } from "kysely";
import { ConflictError } from "../../core/errors.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import { type PrincipalsBefore, principalKey } from "./find-principals-before.ts";

interface Clash {
  readonly username: string;
  readonly email: string;
}

/**
 * Throws unless nobody can be taken for somebody else at the login page, which takes usernames and e-mail addresses
 * alike: an address belongs to one user, however it is written, and no username is the address of another user.
 *
 * Checked here and not by a unique index: databases from before this rule may hold such pairs. They stay until they are
 * changed, and only those who get another username or address are looked at. The lock on the revision is held, so
 * nobody else can take the same one meanwhile.
 */
export async function requireSignInNames(
  trx: Trx,
  changes: readonly Change[],
  before: PrincipalsBefore,
): Promise<void> {
  const ids = [...new Set(changes.filter((change) => isRenamed(change, before)).map(entityId))];
  for (const chunk of fixedChunks(ids)) {
    const clash = (condition: RawBuilder<unknown>) => findClash(trx, chunk, condition);
    const sharing = await clash(sql`other.folded_email = own.folded_email`);
    if (sharing)
      throw new ConflictError(`user: the email ${JSON.stringify(sharing.email)} is taken by another user`, {
        conflict: { code: "taken", kind: "user", member: "email", name: sharing.email },
      });
    const asUsername = await clash(sql`other.folded_username = own.folded_email`);
    if (asUsername) throw signInNameTaken("email", asUsername.email, "username");
    const asEmail = await clash(sql`other.folded_email = own.folded_username`);
    if (asEmail) throw signInNameTaken("username", asEmail.username, "email");
  }
}

function isRenamed(change: Change, before: PrincipalsBefore): boolean {
  if (change.op !== "put" || change.kind !== "user") return false;
  const { username, email = null } = change.value;
  const stored = before.get(principalKey(change));
  return stored === undefined || stored.names[0]?.name !== username || stored.email !== email;
}

async function findClash(
  trx: Trx,
  ids: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<Clash | undefined> {
  const { rows } = await sql<Clash>`
    select own.username, own.email from users as own join users as other on ${condition}
    where own.id in (${sql.join(ids)}) and other.id <> own.id limit 1`.execute(trx);
  return rows[0];
}

const signInNameTaken = (
  member: "username" | "email",
  name: string,
  otherMember: "username" | "email",
): ConflictError =>
  new ConflictError(`user: the ${member} ${JSON.stringify(name)} is the ${otherMember} of another user`, {
    conflict: { code: "sign_in_name_taken", member, name },
  });
