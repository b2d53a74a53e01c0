import { kindOf } from "../directory/kinds/kinds.ts";
import type { Entities, EntityKind } from "../state/change.ts";
import type { Db, Trx } from "./engine.ts";
import type { EntitySchema } from "./schema.ts";
import type { SelectByKeys } from "./select-by-keys.ts";

/** The entities of a kind that have one of these texts in a column, many with one statement. */
export type FindEntities = <K extends EntityKind>(
  db: Db | Trx,
  kind: K,
  column: string,
  values: readonly string[],
) => Promise<Entities[K][]>;

export const createFindEntities =
  (select: SelectByKeys): FindEntities =>
  async (db, kind, column, values) => {
    const { table, columns, fromRow } = kindOf(kind);
    const named = [...new Set(["id", ...columns])];
    return (await select<AnyRow>(db, { table, column, columns: named }, values)).map(fromRow);
  };

type AnyRow = EntitySchema[keyof EntitySchema];
