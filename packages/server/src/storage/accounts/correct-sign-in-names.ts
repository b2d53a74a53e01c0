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
  const within = (id: string) =>
    range ? sql`${sql.ref(id)} > ${range.after} and ${sql.ref(id)} <= ${range.last}` : sql`1 = 1`;
  const { rows: users } = await sql<NamedUser>`select id, username, email from users
    where (octet_length(username) <> length(username) or octet_length(email) <> length(email))
      and ${within("id")}`.execute(db);
  const { rows: stored } = await sql<SignInNameRow>`
    select user_id, member, name from sign_in_names where ${within("user_id")}`.execute(db);
  const wanted = new Map(users.flatMap(signInNameRows).map((row) => [keyOf(row), row]));
  const present = new Map(stored.map((row) => [keyOf(row), row]));
  for (const [key, row] of present) if (!wanted.has(key)) await removeRow(db, row);
  for (const [key, row] of wanted) if (!present.has(key)) await writeRow(db, row);
}

const keyOf = ({ user_id, member, name }: SignInNameRow): string => `${user_id} ${member} ${name}`;

const removeRow = (db: Kysely<unknown>, { user_id, member, name }: SignInNameRow) =>
  sql`delete from sign_in_names where user_id = ${user_id} and member = ${member} and name = ${name}`.execute(
    db,
  );

/** Unless the user was deleted meanwhile. */
const writeRow = (db: Kysely<unknown>, { user_id, member, name }: SignInNameRow) =>
  sql`insert into sign_in_names (user_id, member, name)
    select id, ${sql.lit(member)}, ${sql.lit(name)} from users where id = ${user_id}
    on conflict (user_id, member) do update set name = excluded.name`.execute(db);
