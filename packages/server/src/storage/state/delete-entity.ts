import { formatPrincipalKey, type PrincipalType } from "@licet/engine/internal/values/principal-key.ts";
import { sql } from "kysely";
import type { Change, EntityKind } from "../../directory/change.ts";
import type { OwnerField } from "../../directory/kinds/kind.ts";
import { ENTITY_KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import type { EntitySchema } from "../tables/schema.ts";
import { deleteWords } from "../words/write-words.ts";

/** Entities that belong to others, and the column that names those. */
interface Dependants extends OwnerField {
  readonly kind: EntityKind;
}

const DEPENDANTS: readonly Dependants[] = ENTITY_KINDS.flatMap((kind) =>
  kindOf(kind).owners.map((owner) => ({ kind, ...owner })),
);

const dependantsOf = (kind: EntityKind): readonly Dependants[] =>
  DEPENDANTS.filter(({ kinds }) => kinds.some((owner) => owner === kind));

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
  await deleteRows(trx, kind, "id", [id]);
  return dependants;
}

/**
 * Deletes rows that name new entities of one kind, before those are written. Such rows should not exist; if they do,
 * they belong to a deleted entity of that name. Foreign keys guarantee that there are none in the other columns.
 */
export async function deleteLeftovers(
  trx: WritingTrx,
  kind: EntityKind,
  ids: readonly string[],
): Promise<readonly Change[]> {
  const gone: Change[] = [];
  for (const dependants of dependantsOf(kind))
    if (!dependants.isReference) gone.push(...(await deleteOwned(trx, dependants, kind, ids)));
  return gone;
}

async function deleteDependants(trx: WritingTrx, kind: EntityKind, id: string): Promise<readonly Change[]> {
  const gone: Change[] = [];
  for (const dependants of dependantsOf(kind))
    for (const change of await deleteOwned(trx, dependants, kind, [id])) {
      gone.push(change);
      gone.push(...(await deleteDependants(trx, change.kind, kindOf(change.kind).id(change.value as never))));
    }
  return gone;
}

function deleteOwned(
  trx: WritingTrx,
  { kind, column, by }: Dependants,
  owner: EntityKind,
  ids: readonly string[],
): Promise<readonly Change[]> {
  const names = by === "id" ? ids : ids.map((id) => formatPrincipalKey(owner as PrincipalType, id));
  return deleteRows(trx, kind, column, names);
}

async function deleteRows(
  trx: WritingTrx,
  kind: EntityKind,
  column: string,
  values: readonly string[],
): Promise<readonly Change[]> {
  const { table, fromRow } = kindOf(kind);
  const deleted: Change[] = [];
  for (const chunk of fixedChunks(values)) {
    const { rows } = await sql<EntitySchema[keyof EntitySchema]>`
      delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(chunk)}) returning *`.execute(
      trx,
    );
    for (const row of rows) {
      const value = fromRow(row);
      deleted.push({ op: "delete", kind, value } as Change);
      await deleteWords(trx, kind, row.id, value);
    }
  }
  return deleted;
}
