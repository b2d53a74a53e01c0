import pg from "pg";
import {
  DamagedDatabaseError,
  FailedDiskError,
  InvalidInputError,
  UnavailableError,
} from "../../core/errors/errors.ts";
import { ConstraintViolation } from "../engine/constraint-violation.ts";

/**
 * SQLSTATEs (PostgreSQL documentation, appendix A) of temporary failures: connection exceptions, a read-only standby,
 * refused logins, a missing database, deadlocks, exhausted resources, cancelled or interrupted statements and lost
 * prepared statements.
 */
const UNAVAILABLE = /^(08|25006|25P0|26000|28|3D|40|42P05|53|55P03|57)/;
/** System errors: a file cannot be read or written, or is missing. */
const DISK_FAILED = /^58/;
/** `data_corrupted`, `index_corrupted`. */
const DAMAGED = /^XX00[12]$/;
/** Text with a NUL, and keys longer than an index allows: such values are not stored and cannot be. */
const UNSTORABLE = /^(22021|22P05|54000)$/;

/** A connection whose transaction or prepared statements are not what this process thinks is lost as well. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|25P0|26000|42P05|57P)/.test(error.code ?? "");
}

/**
 * A prepared statement of this process is missing, or one that it did not prepare is there: its statements run in
 * sessions that it shares.
 */
export const isSharedSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "42P05");

/** In a transaction that has failed, a statement is not run, and one that was to be prepared by another is missing. */
export const isRefusedBehindFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "25P02" || error.code === "26000");

/** Translates an error for the rest of Licet; an unexpected error stays unchanged. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  // An error that did not come from the server means that there is no answer: refused, reset, timed out, closed.
  if (!(error instanceof pg.DatabaseError)) {
    return new UnavailableError("the database does not answer", { cause: error });
  }
  const code = error.code ?? "";
  if (UNAVAILABLE.test(code)) return new UnavailableError("the database cannot answer now", { cause: error });
  if (DISK_FAILED.test(code))
    return new FailedDiskError("PostgreSQL cannot read or write its files", { cause: error });
  if (DAMAGED.test(code))
    return new DamagedDatabaseError("the PostgreSQL database is damaged", { cause: error });
  if (UNSTORABLE.test(code))
    return new InvalidInputError("a text cannot be stored", {
      cause: error,
      issue: { code: "unusable_characters" },
    });
  if (code === "23505") return new ConstraintViolation("unique", refusedKey(error), { cause: error });
  if (code === "23503") return new ConstraintViolation("reference", refusedKey(error), { cause: error });
  return error;
}

/** `Key (username)=(alice) already exists.`: PostgreSQL translates the sentence, but not its parentheses. */
function refusedKey(error: pg.DatabaseError): { column?: string | undefined; value?: string | undefined } {
  const [, column, value] = /\((\w+)\)=\((.*)\)/.exec(error.detail ?? "") ?? [];
  return { column, value };
}
