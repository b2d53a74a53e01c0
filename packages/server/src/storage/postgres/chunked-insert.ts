import type { CompiledQuery } from "kysely";
import { compileOnce, holes, nameStatement } from "../compile-once.ts";
import type { InsertBuilder, InsertRows } from "../engine.ts";

/** Rows for one statement. A few fixed sizes, so that each statement is built once; every round trip counts. */
const SIZES = [256, 32, 1] as const;

/** Inserts many rows with few statements. */
export function createChunkedInsert(columns: readonly string[], build: InsertBuilder): InsertRows {
  const one = compileOnce(columns, () => build([holes(columns)]));
  const compiled = new Map<number, CompiledQuery>();

  function queryOf(size: number): CompiledQuery {
    const known = compiled.get(size);
    if (known !== undefined) return known;
    const query = build(Array.from({ length: size }, () => holes(columns))).compile();
    nameStatement(query.sql);
    compiled.set(size, query);
    return query;
  }

  return async (trx, rows) => {
    let start = 0;
    for (const size of SIZES) {
      for (; rows.length - start >= size; start += size) {
        const parameters = rows.slice(start, start + size).flatMap(one.parameters);
        await trx.executeQuery({ ...queryOf(size), parameters });
      }
    }
  };
}
