import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { sql } from "kysely";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Change, EntityKind } from "../../state/change.ts";
import type { WritingTrx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import type { EntitySchema } from "../schema.ts";
import { deleteWords } from "../words/write-words.ts";

type Dependant = readonly [kind: EntityKind, column: string, value: string];

/** The rows that cannot exist without an entity. A column of each row names it. */
function dependantsOf(kind: EntityKind, id: string): readonly Dependant[] {
  switch (kind) {
    case "application":
      return [
        ["access_account", "application_id", id],
        ["secret", "owner", id],
        ["assignment", "principal", formatPrincipalKey("application", id)],
      ];
    case "access_account":
      return [
        ["secret", "owner", id],
        ["assignment", "principal", formatPrincipalKey("access_account", id)],
      ];
    case "user":
      return [
        ["membership", "member", formatPrincipalKey("user", id)],
        ["assignment", "principal", formatPrincipalKey("user", id)],
      ];
    case "group":
      return [
        ["membership", "group_name", id],
        ["membership", "member", formatPrincipalKey("group", id)],
        ["assignment", "principal", formatPrincipalKey("group", id)],
      ];
    default:
      return [];
  }
}

/**
 * Deletes an entity and its dependants. Returns the dependants, because the change log and the audit log also name
 * them.
 */
export async function deleteEntity(
  trx: WritingTrx,
  kind: EntityKind,
  id: string,
): Promise<readonly Change[]> {
  const dependants = await deleteDependants(trx, kind, id);
  await deleteWhere(trx, [kind, "id", id]);
  return dependants;
}

/**
 * Deletes rows that name new entities of one kind, before those are written. Such rows should not exist; if they do,
 * they belong to a deleted entity of that name. They are secrets, assignments and memberships, which have no words.
 */
export async function deleteLeftovers(
  trx: WritingTrx,
  kind: EntityKind,
  ids: readonly string[],
): Promise<readonly Change[]> {
  const gone: Change[] = [];
  const dependants = ids
    .flatMap((id) => dependantsOf(kind, id))
    .filter(([, column]) => !REFERENCES.has(column));
  for (const ofColumn of Map.groupBy(
    dependants,
    ([dependant, column]) => `${dependant} ${column}`,
  ).values()) {
    const [[dependantKind, column] = ["assignment", "principal"] as const] = ofColumn;
    for (const chunk of fixedChunks(ofColumn.map(([, , value]) => value))) {
      const { rows } = await sql<EntitySchema[keyof EntitySchema]>`
        delete from ${sql.table(kindOf(dependantKind).table)}
        where ${sql.ref(column)} in (${sql.join(chunk)}) returning *`.execute(trx);
      for (const row of rows)
        gone.push({
          op: "delete",
          kind: dependantKind,
          value: kindOf(dependantKind).fromRow(row),
        } as Change);
    }
  }
  return gone;
}

/** Foreign keys of the database guarantee that these columns never refer to a missing entity. */
const REFERENCES: ReadonlySet<string> = new Set(["application_id", "group_name"]);

async function deleteDependants(trx: WritingTrx, kind: EntityKind, id: string): Promise<readonly Change[]> {
  const gone: Change[] = [];
  for (const dependant of dependantsOf(kind, id)) {
    const [dependantKind] = dependant;
    for (const row of await deleteWhere(trx, dependant)) {
      gone.push({ op: "delete", kind: dependantKind, value: kindOf(dependantKind).fromRow(row) } as Change);
      gone.push(...(await deleteDependants(trx, dependantKind, row.id)));
    }
  }
  return gone;
}

async function deleteWhere(trx: WritingTrx, [kind, column, value]: Dependant) {
  const { rows } = await sql<EntitySchema[keyof EntitySchema]>`
    delete from ${sql.table(kindOf(kind).table)} where ${sql.ref(column)} = ${value} returning *`.execute(
    trx,
  );
  for (const row of rows) await deleteWords(trx, kind, row.id, kindOf(kind).fromRow(row));
  return rows;
}
