import { CompiledQuery } from "kysely";
import { findDatabaseFailure } from "../../core/errors/errors.ts";

/** Statements that read, and failed because of damage or of a disk. They show whether it still is so. */
export interface FailedReads {
  note(error: unknown, statement: Statement): void;
  /** Runs them again. Rejects with the reason when one still fails, and forgets those that do not. */
  requireReadable(run: (query: CompiledQuery) => Promise<unknown>): Promise<void>;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** More of the same text would say nothing new. */
const MOST_REMEMBERED = 8;

export function createFailedReads(): FailedReads {
  const failed = new Map<string, Statement>();
  return {
    note(error, { sql, parameters }) {
      if (!isReading(sql) || findDatabaseFailure(error) === undefined) return;
      if (failed.size < MOST_REMEMBERED || failed.has(sql)) failed.set(sql, { sql, parameters });
    },
    async requireReadable(run) {
      for (const { sql, parameters } of [...failed.values()]) {
        await run(CompiledQuery.raw(sql, [...parameters]));
        failed.delete(sql);
      }
    },
  };
}

/** A statement that begins with `with` may write at its end. */
const isReading = (sql: string): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql);
