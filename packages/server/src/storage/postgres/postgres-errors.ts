import pg from "pg";
import { InvalidInputError, UnavailableError } from "../../core/errors.ts";
import { ConstraintViolation } from "../constraint-violation.ts";

/**
 * SQLSTATEs (PostgreSQL documentation, appendix A) of temporary failures: connection exceptions, a read-only standby,
 * refused logins, a missing database, deadlocks, exhausted resources, cancelled or interrupted statements and I/O
 * errors.
 */
const UNAVAILABLE = /^(08|25006|25P0|28|3D|40|53|55P03|57|58)/;
/** Text with a NUL, and keys longer than an index allows: such values are not stored and cannot be. */
const UNSTORABLE = /^(22021|22P05|54000)$/;

export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|25P0|57P)/.test(error.code ?? "");
}

/** Translates an error for the rest of Licet; an unexpected error stays unchanged. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  // An error that did not come from the server means that there is no answer: refused, reset, timed out, closed.
  if (!(error instanceof pg.DatabaseError)) {
    return new UnavailableError("the database does not answer", { cause: error });
  }
  const code = error.code ?? "";
  if (UNAVAILABLE.test(code)) return new UnavailableError("the database cannot answer now", { cause: error });
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
