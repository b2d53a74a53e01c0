import type { Conflict } from "./conflict.ts";

export { InvalidInputError, TooMuchWorkError } from "@licet/engine/internal/values/invalid-input-error.ts";

/** The database, or another part that Licet needs, cannot answer now. Becomes a 503 that reveals no internals. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** The database file cannot be read as it is, and another attempt does not help. The message says what may. */
export class DamagedDatabaseError extends UnavailableError {}

/** The disk or the file system below the database fails. Nothing is known about the data itself. */
export class FailedDiskError extends UnavailableError {}

/** Whether a request failed because of damage or of a disk: the reason, among the causes of its error. */
export function findDatabaseFailure(error: unknown): UnavailableError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DamagedDatabaseError || cause instanceof FailedDiskError) return cause;
  return undefined;
}

/**
 * Somebody demands a revision that the database, which was just read, does not have. A caller who demands it made it up,
 * and gets a 400; to wait for it does not help. Anywhere else something is wrong with the database.
 */
export class UnknownRevisionError extends UnavailableError {
  constructor({ wanted, present }: { readonly wanted: number; readonly present: number }) {
    super(`there is no revision ${wanted}; the newest is ${present}`);
  }
}

/** The caller has used up a limit. Nothing was stored; the same request may be sent again later. */
export class TooManyRequestsError extends Error {
  override readonly name = "TooManyRequestsError";
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** A change that the present state does not allow: a name that is taken, a role in use. Nothing was written. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
  readonly conflict: Conflict;

  constructor(message: string, options: ErrorOptions & { readonly conflict?: Conflict } = {}) {
    super(message, options);
    this.conflict = options.conflict ?? { code: "other" };
  }
}

/** The entity has another version than the caller has seen. Nothing was written. */
export class VersionMismatchError extends Error {
  override readonly name = "VersionMismatchError";
}
