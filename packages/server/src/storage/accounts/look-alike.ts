import { type RawBuilder, sql } from "kysely";
import type { SignInMember } from "./sign-in-name-rows.ts";

/**
 * SQL: a user other than `own` has this name of `own` as the given member, in any spelling that looks like it. Each part
 * is a look-up in an index. The offset keeps PostgreSQL at one look-up for each user: it has no statistics of users that
 * this transaction wrote, and would read all of them for a join.
 */
export function hasLookAlike(member: SignInMember, otherMember: SignInMember): RawBuilder<boolean> {
  const name = sql`coalesce(
    (select sign_in_names.name from sign_in_names where user_id = own.id and member = ${sql.lit(member)}),
    ${sql.ref(`own.folded_${member}`)})`;
  return sql<boolean>`(exists (
      select 1 from users as other where ${sql.ref(`other.folded_${otherMember}`)} = ${name} and other.id <> own.id
      limit 1 offset 0)
    or exists (
      select 1 from sign_in_names as other
      where other.name = ${name} and other.member = ${sql.lit(otherMember)} and other.user_id <> own.id
      limit 1 offset 0))`;
}
