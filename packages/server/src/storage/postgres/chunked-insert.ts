import type { CompiledQuery } from "kysely";
import { compileOnce, holes, nameStatement } from "../compile-once.ts";
import type { InsertBuilder, InsertRows } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";

/** Inserts many rows with few statements, because every round trip takes time. */
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
    for (const chunk of fixedChunks(rows)) {
      await trx.executeQuery({ ...queryOf(chunk.length), parameters: chunk.flatMap(one.parameters) });
    }
  };
}
