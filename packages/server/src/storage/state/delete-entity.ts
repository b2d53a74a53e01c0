import { sql } from "kysely";
import type { Change, EntityKind } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { tableOf } from "../entities/entity-tables.ts";
import type { EntitySchema } from "../schema.ts";

type Dependant = readonly [kind: EntityKind, column: string, value: string];

/** What cannot stand without an entity, found by a column of its own that names it. */
function dependantsOf(kind: EntityKind, id: string): readonly Dependant[] {
  switch (kind) {
    case "application":
      return [
        ["access_account", "application_id", id],
        ["secret", "owner", id],
        ["assignment", "principal", `application:${id}`],
      ];
    case "access_account":
      return [
        ["secret", "owner", id],
        ["assignment", "principal", `access_account:${id}`],
      ];
    case "user":
      return [
        ["membership", "member", `user:${id}`],
        ["assignment", "principal", `user:${id}`],
      ];
    case "group":
      return [
        ["membership", "group_name", id],
        ["membership", "member", `group:${id}`],
        ["assignment", "principal", `group:${id}`],
      ];
    default:
      return [];
  }
}

/** Deletes an entity and its dependants; gives the dependants, which the log and the trail must name as well. */
export async function deleteEntity(trx: Trx, kind: EntityKind, id: string): Promise<readonly Change[]> {
  const dependants = await deleteDependants(trx, kind, id);
  await deleteWhere(trx, [kind, "id", id]);
  return dependants;
}

async function deleteDependants(trx: Trx, kind: EntityKind, id: string): Promise<readonly Change[]> {
  const gone: Change[] = [];
  for (const dependant of dependantsOf(kind, id)) {
    const [dependantKind] = dependant;
    for (const row of await deleteWhere(trx, dependant)) {
      gone.push({ op: "delete", kind: dependantKind, value: tableOf(dependantKind).fromRow(row) } as Change);
      gone.push(...(await deleteDependants(trx, dependantKind, row.id)));
    }
  }
  return gone;
}

async function deleteWhere(trx: Trx, [kind, column, value]: Dependant) {
  const { rows } = await sql<EntitySchema[keyof EntitySchema]>`
    delete from ${sql.table(tableOf(kind).table)} where ${sql.ref(column)} = ${value} returning *`.execute(
    trx,
  );
  return rows;
}
