import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReplicaLimits } from "../../permissions/stores.ts";
import { prefixRange } from "../prefix-range.ts";
import { type JsonText, optionalMember } from "./json-text.ts";

/** Selects the assignments of the limits: of their roles, and of permissions and patterns of their resources. */
export function withinLimits(limits: ReplicaLimits | undefined, json: JsonText): RawBuilder<SqlBool> {
  if (limits === undefined) return sql`1 = 1`;
  const permissions = limits.resources.map((resource) => prefixRange(sql.ref("permission"), `${resource}:`));
  const alternatives = [
    sql`role in (${json.elements(limits.roles)})`,
    ...permissions.map((p) => sql`(${p})`),
  ];
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** The next keys of principals that have assignments or, as users, are members of groups, in order. */
export function principalKeysAfter(after: string, limit: number): RawBuilder<unknown> {
  const users = prefixRange(sql.ref("member"), formatPrincipalKey("user", ""));
  return sql`
    select key from (
      select key from (
        select distinct principal as key from assignments where principal > ${after} order by 1 limit ${limit}
      ) as assigned
      union
      select key from (
        select distinct member as key from group_members where member > ${after} and ${users} order by 1 limit ${limit}
      ) as grouped
    ) as known order by key limit ${limit}`;
}

/**
 * The records of the principals with these keys. Assignments and groups come in the order in which the server itself
 * reads them. `holds` is null for a principal without any.
 */
export function principalRecords(
  keys: RawBuilder<unknown>,
  limits: ReplicaLimits | undefined,
  json: JsonText,
): RawBuilder<{ key: string; holds: number | null; record: string }> {
  const { quote, join } = json;
  const [role, permission] = [sql.ref("role"), sql.ref("permission")];
  const [instance, condition, expiresAt] = [sql.ref("instance"), sql.ref("condition"), sql.ref("expires_at")];
  const target = sql<string>`case when role is null then '"permission":' || ${quote(permission)} else '"role":' || ${quote(role)} end`;
  const assignment = sql<string>`'{' || ${target} || ${optionalMember("at", instance, quote(instance))} || ${optionalMember("when", condition, quote(condition))} || ${optionalMember("expires_at", expiresAt, expiresAt)} || '}'`;
  const groupsStart = formatPrincipalKey("group", "");
  // A group is given by its name alone and may not exist.
  const exists = sql<SqlBool>`(substr(keys.key, 1, ${groupsStart.length}) <> ${groupsStart} or exists (select 1 from groups where groups.id = substr(keys.key, ${groupsStart.length + 1})))`;
  const usersStart = formatPrincipalKey("user", "");
  return sql`
    select key, coalesce(length(assignments), length(groups)) as holds,
      '{"kind":"principal","key":' || ${quote(sql.ref("key"))} || ',"assignments":[' || coalesce(assignments, '') || ']'
        || ${optionalMember("groups", sql.ref("groups"), sql`'[' || groups || ']'`)} || '}' as record
    from (
      select keys.key,
        (select ${join(assignment)} from (
          select role, permission, instance, condition, expires_at from assignments
          where principal = keys.key and ${exists} and ${withinLimits(limits, json)} order by id
        ) as held) as assignments,
        case when substr(keys.key, 1, ${usersStart.length}) = ${usersStart} then (select ${join(quote(sql.ref("group_name")))} from (
          select group_name from group_members where member = keys.key order by group_name
        ) as named) end as groups
      from (${keys}) as keys
    ) as principals order by key`;
}
