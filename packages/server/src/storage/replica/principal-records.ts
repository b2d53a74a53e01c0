import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReplicaLimits } from "../../permissions/stores.ts";
import { prefixRange } from "../statements/prefix-range.ts";
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

/** A principal with the texts of its assignments and groups, without the brackets around them; null when it has none. */
export interface PrincipalRow {
  readonly key: string;
  readonly assignments: string | null;
  readonly groups: string | null;
}

/**
 * What the principals with these keys have, in the order in which the server itself reads it. The texts are put together
 * by `completePrincipal`: a statement that does it as well computes each of them twice.
 */
export function principalRows(
  keys: RawBuilder<unknown>,
  limits: ReplicaLimits | undefined,
  json: JsonText,
): RawBuilder<PrincipalRow> {
  const { quote, join } = json;
  const [role, permission] = [sql.ref("role"), sql.ref("permission")];
  const [instance, condition, expiresAt] = [sql.ref("instance"), sql.ref("condition"), sql.ref("expires_at")];
  const target = sql`case when role is null then '{"permission":' || ${quote(permission)} else '{"role":' || ${quote(role)} end`;
  const more = sql`${optionalMember("at", instance, quote(instance))} || ${optionalMember("when", condition, quote(condition))} || ${optionalMember("expires_at", expiresAt, expiresAt)}`;
  // Most assignments have nothing more, and a database is slow in adding empty texts.
  const assignment = sql<string>`${target} || case when instance is null and condition is null and expires_at is null then '}' else ${more} || '}' end`;
  const group = formatPrincipalKey("group", "");
  const user = formatPrincipalKey("user", "");
  // A group is given by its name alone and may not exist.
  const exists = sql<SqlBool>`(substr(keys.key, 1, ${group.length}) <> ${group} or exists (select 1 from groups where groups.id = substr(keys.key, ${group.length + 1})))`;
  return sql`
    select keys.key,
      case when ${exists} then (select ${join(assignment)} from (
        select role, permission, instance, condition, expires_at from assignments
        where principal = keys.key and ${withinLimits(limits, json)} order by id
      ) as held) end as assignments,
      case when substr(keys.key, 1, ${user.length}) = ${user} then (select ${join(quote(sql.ref("group_name")))} from (
        select group_name from group_members where member = keys.key order by group_name
      ) as named) end as groups
    from (${keys}) as keys order by keys.key`;
}

export const completePrincipal = ({ key, assignments, groups }: PrincipalRow): string =>
  `{"kind":"principal","key":${JSON.stringify(key)},"assignments":[${assignments ?? ""}]${groups === null ? "" : `,"groups":[${groups}]`}}`;
