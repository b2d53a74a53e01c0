import type { Entities, EntityKind } from "../../state/change.ts";
import type { EntitySchema } from "../schema.ts";
import type { Row } from "../sql-value.ts";

/** Maps one kind of entity to its table. */
export interface EntityTable<K extends EntityKind, T extends keyof EntitySchema = keyof EntitySchema> {
  readonly table: T;
  /** The columns of `toRow`, besides `id`. */
  readonly columns: readonly (keyof EntitySchema[T] & string)[];
  /** Those of the columns that have numbers; the others have texts. */
  readonly numbers?: readonly (keyof EntitySchema[T] & string)[];
  toRow(value: Entities[K]): Row;
  fromRow(row: EntitySchema[T]): Entities[K];
}

/** Omits a null value, so that an absent member is absent and not undefined. */
export const optional = <K extends string, V>(key: K, value: V | null): { readonly [P in K]?: V } =>
  (value === null ? {} : { [key]: value }) as { readonly [P in K]?: V };

export const writeOptionalJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

export const readOptionalJson = <T>(text: string | null): T | null =>
  text === null ? null : (JSON.parse(text) as T);
