import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { sql } from "kysely";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { EntityKind } from "../../state/change.ts";
import type { Db } from "../engine.ts";
import { jsonContains } from "../json-contains.ts";
import { prefixRange } from "../prefix-range.ts";
import { lookupKey } from "../sql-value.ts";
import type { Sql } from "./filter-conditions.ts";

export interface Use {
  readonly kind: EntityKind;
  readonly id: string;
}

/** A kind that can name the entity, and the condition under which it does. */
type Place = readonly [kind: EntityKind, names: Sql];

export async function findUses(
  db: Db,
  kind: EntityKind,
  name: string,
  limit: number,
): Promise<readonly Use[]> {
  // Keyed by name, because an application may name a resource in two places.
  const uses = new Map<string, Use>();
  for (const [user, names] of placesOf(kind, lookupKey(name))) {
    if (uses.size >= limit) break;
    // The query has no order, so PostgreSQL does not scan along the ids until it has found enough rows.
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(kindOf(user).table)} where ${names}
      limit ${limit}`.execute(db);
    for (const id of rows.map((row) => row.id).sort()) uses.set(`${user}:${id}`, { kind: user, id });
  }
  return [...uses.values()].slice(0, limit);
}

function placesOf(kind: EntityKind, id: string): readonly Place[] {
  switch (kind) {
    case "role":
      return [
        ["assignment", sql`role = ${id}`],
        ["role", jsonContains("inherits", JSON.stringify(id))],
      ];
    case "permission":
      return placesOfPermission(JSON.stringify(id), sql`permission = ${id}`);
    case "resource":
      return [
        // Includes the colon of `orders:read` and `orders:*`.
        ...placesOfPermission(
          JSON.stringify(`${id}:`).slice(0, -1),
          prefixRange(sql.ref("permission"), `${id}:`),
        ),
        ["application", sql`${namesSomething} and ${jsonContains("serves", JSON.stringify(id))}`],
        ["assignment", prefixRange(sql.ref("instance"), `${id}/`)],
        ["instance", prefixRange(sql.ref("id"), `${id}/`)],
      ];
    case "instance":
      return [
        ["assignment", sql`instance = ${id}`],
        ["instance", sql`parent = ${id}`],
      ];
    case "group":
    case "user":
      return [
        ["membership", sql`member = ${formatPrincipalKey(kind, id)}`],
        ["assignment", sql`principal = ${formatPrincipalKey(kind, id)}`],
      ];
    case "application":
      return [
        ["access_account", sql`application_id = ${id}`],
        ["assignment", sql`principal = ${formatPrincipalKey("application", id)}`],
      ];
    case "access_account":
      return [["assignment", sql`principal = ${formatPrincipalKey("access_account", id)}`]];
    case "membership":
    case "assignment":
    case "secret":
      return [];
  }
}

/** `quoted` is the name as JSON writes it, or the beginning of it. */
function placesOfPermission(quoted: string, assigned: Sql): readonly Place[] {
  return [
    ["role", jsonContains("grants", `"permission":${quoted}`)],
    ["assignment", assigned],
    ["application", sql`${namesSomething} and ${jsonContains("delegated", `"scope":${quoted}`)}`],
    ["access_account", sql`ceiling is not null and ${jsonContains("ceiling", quoted)}`],
  ];
}

/**
 * The same condition as in the partial index `applications_references`: most applications name nothing and are skipped.
 */
const namesSomething = sql`(delegated <> '[]' or serves <> '[]')`;
