import { sql } from "kysely";
import { type Change, type Entities, type EntityKind, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { tableOf } from "../entities/entity-tables.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import type { EntitySchema } from "../schema.ts";

/** A stored entity, as a change that would write it again. */
export type StoredEntity = {
  [K in EntityKind]: { readonly kind: K; readonly value: Entities[K] };
}[EntityKind];

/** The entities of a change set that were stored before it, keyed by `entityKey`. An absent entity is new. */
export type EntitiesBefore = ReadonlyMap<string, StoredEntity>;

export const entityKey = (change: Change): string => `${change.kind}:${entityId(change)}`;

/**
 * Reads what a change set replaces or deletes, with one statement for many entities of a kind. The checks of a commit
 * and its audit events share the result.
 */
export async function findEntitiesBefore(trx: Trx, changes: readonly Change[]): Promise<EntitiesBefore> {
  const found = new Map<string, StoredEntity>();
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    const { table, fromRow } = tableOf(kind);
    for (const chunk of fixedChunks([...new Set(ofKind.map(entityId))])) {
      const { rows } = await sql<EntitySchema[keyof EntitySchema]>`
        select * from ${sql.table(table)} where id in (${sql.join(chunk)})`.execute(trx);
      for (const row of rows) found.set(`${kind}:${row.id}`, { kind, value: fromRow(row) } as StoredEntity);
    }
  }
  return found;
}
