import pg from "pg";
import { InvalidInputError, UnavailableError } from "../../core/errors.ts";
import { ConstraintViolation } from "../constraint-violation.ts";

/**
 * SQLSTATEs (PostgreSQL documentation, appendix A) that say "not now" rather than "not so": connection exceptions, a
 * standby that only reads, refused logins, a missing database, deadlocks, exhausted resources, cancelled or
 * interrupted statements and I/O errors.
 */
const UNAVAILABLE = /^(08|25006|25P0|28|3D|40|53|55P03|57|58)/;
/** Text with a NUL, and keys longer than an index can hold: nothing that was ever stored, and nothing that can be. */
const UNSTORABLE = /^(22021|22P05|54000)$/;

export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|25P0|57P)/.test(error.code ?? "");
}

/** The error as the rest of Licet knows it; anything unexpected stays what it was. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  // An error that is none of the server means that no answer came: refused, reset, timed out, closed.
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

/** `Key (username)=(alice) already exists.`: the sentence is translated, its parentheses are not. */
function refusedKey(error: pg.DatabaseError): { column?: string | undefined; value?: string | undefined } {
  const [, column, value] = /\((\w+)\)=\((.*)\)/.exec(error.detail ?? "") ?? [];
  return { column, value };
}
