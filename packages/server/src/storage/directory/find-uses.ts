import { sql } from "kysely";
import type { EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import { type Place, placesOf } from "../../directory/references.ts";
import type { Db } from "../engine/engine.ts";
import { jsonContains } from "../statements/json-contains.ts";
import { prefixRange } from "../statements/prefix-range.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { Sql } from "./filter-conditions.ts";

export interface Use {
  readonly kind: EntityKind;
  readonly id: string;
}

export async function findUses(
  db: Db,
  kind: EntityKind,
  name: string,
  limit: number,
): Promise<readonly Use[]> {
  // Keyed by name, because an application may name a resource in two places.
  const uses = new Map<string, Use>();
  for (const place of placesOf(kind, lookupKey(name))) {
    const user = place.kind;
    if (uses.size >= limit) break;
    // The query has no order, so PostgreSQL does not scan along the ids until it has found enough rows.
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(kindOf(user).table)} where ${namesEntity(place)}
      limit ${limit}`.execute(db);
    for (const id of rows.map((row) => row.id).sort()) uses.set(`${user}:${id}`, { kind: user, id });
  }
  return [...uses.values()].slice(0, limit);
}

/** The condition for the rows that name the entity in this place. */
function namesEntity({ kind, field, text, isPrefix }: Place): Sql {
  const { column, stored, refersTo, isOptional, wire } = field;
  const { filters, namesOthers } = kindOf(kind);
  const filter = filters[wire || ""];
  if (filter && "idPrefix" in filter) return prefixRange(sql.ref("id"), filter.idPrefix(text));
  if (!stored.isJson)
    return isPrefix ? prefixRange(sql.ref(column), text) : sql`${sql.ref(column)} = ${text}`;
  const quoted = JSON.stringify(text).slice(0, isPrefix ? -1 : undefined);
  const item = refersTo.member === undefined ? quoted : `"${refersTo.member}":${quoted}`;
  const contains = jsonContains(column, item);
  if (namesOthers !== undefined) return sql`${sql.raw(namesOthers)} and ${contains}`;
  return isOptional ? sql`${sql.ref(column)} is not null and ${contains}` : contains;
}
