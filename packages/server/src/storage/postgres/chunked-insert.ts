import type { CompiledQuery } from "kysely";
import { compileOnce, nameStatement, placeholders } from "../compile-once.ts";
import type { InsertBuilder, InsertRows } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";

/** Inserts many rows with few statements, because every round trip takes time. */
export function createChunkedInsert(columns: readonly string[], build: InsertBuilder): InsertRows {
  const one = compileOnce(columns, () => build([placeholders(columns)]));
  const compiled = new Map<number, CompiledQuery>();

  /** The statement for this number of rows. Each is compiled once. */
  function compileFor(size: number): CompiledQuery {
    const known = compiled.get(size);
    if (known !== undefined) return known;
    const query = build(Array.from({ length: size }, () => placeholders(columns))).compile();
    nameStatement(query.sql);
    compiled.set(size, query);
    return query;
  }

  return async (trx, rows) => {
    for (const chunk of fixedChunks(rows)) {
      await trx.executeQuery({ ...compileFor(chunk.length), parameters: chunk.flatMap(one.parameters) });
    }
  };
}
