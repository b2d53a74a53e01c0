import { type Kysely, sql } from "kysely";
import { type SignInNameRow, signInNameRows } from "./sign-in-name-rows.ts";

/** The users after one id, up to another one. */
export interface IdRange {
  readonly after: string;
  readonly last: string;
}

interface NamedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

/**
 * Writes the rows of users whom a server wrote that does not know this table; without a range, of all users. Only names
 * with other than ASCII characters have rows, so few users are read into memory, and fewer are written.
 */
export async function correctSignInNames(db: Kysely<unknown>, range?: IdRange): Promise<void> {
  const within = range ? sql`id > ${range.after} and id <= ${range.last}` : sql`1 = 1`;
  const { rows: users } = await sql<NamedUser>`select id, username, email from users
    where ${within} and (octet_length(username) <> length(username) or octet_length(email) <> length(email)
      or exists (select 1 from sign_in_names where user_id = users.id))`.execute(db);
  for (const user of users) {
    const { rows: stored } = await sql<SignInNameRow>`
      select user_id, member, name from sign_in_names where user_id = ${user.id}`.execute(db);
    const wanted = signInNameRows(user);
    for (const row of stored) if (!includes(wanted, row)) await removeRow(db, user, row);
    for (const row of wanted) if (!includes(stored, row)) await writeRow(db, user, row);
  }
}

const includes = (rows: readonly SignInNameRow[], { member, name }: SignInNameRow): boolean =>
  rows.some((row) => row.member === member && row.name === name);

/** Another server may have renamed or deleted the user meanwhile. */
const isUnchanged = ({ id, username, email }: NamedUser) => sql`users.id = ${id}
  and users.username = ${username} and coalesce(users.email, '') = ${email ?? ""}`;

const removeRow = (db: Kysely<unknown>, user: NamedUser, { member, name }: SignInNameRow) =>
  sql`delete from sign_in_names where user_id = ${user.id} and member = ${member} and name = ${name}
    and exists (select 1 from users where ${isUnchanged(user)})`.execute(db);

const writeRow = (db: Kysely<unknown>, user: NamedUser, { member, name }: SignInNameRow) =>
  sql`insert into sign_in_names (user_id, member, name)
    select id, cast(${member} as text), cast(${name} as text) from users where ${isUnchanged(user)}
    on conflict (user_id, member) do update set name = excluded.name`.execute(db);
