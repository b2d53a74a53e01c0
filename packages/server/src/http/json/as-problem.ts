import {
  ConflictError,
  InvalidInputError,
  UnavailableError,
  UnknownRevisionError,
  VersionMismatchError,
} from "../../core/errors/errors.ts";
import { EntriesError } from "../../directory/plan/entries-error.ts";
import { ForbiddenError, InUseError, NotFoundError } from "../../directory/write/errors.ts";
import { ImportTooLargeError } from "../../import/gather-sets.ts";
import { ImportStoppedError } from "../../import/run-import.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { BearerError } from "../../oauth/tokens/verify-bearer.ts";
import { conflictProblem, invalidInput, ProblemError } from "../problems.ts";
import { entriesProblem } from "./entries-problem.ts";
import { writePointer } from "./json-pointer.ts";

/** Maps the error of a use case to its problem; unexpected errors stay as they are. */
export function asProblem(error: unknown): unknown {
  if (error instanceof ImportStoppedError) return importProblem(error);
  if (error instanceof BearerError)
    return new ProblemError(
      error.code === "insufficient_scope" ? "forbidden" : "unauthenticated",
      error.message,
      error.requiredScope === undefined ? {} : { lacking: [error.requiredScope] },
    );
  if (error instanceof OAuthError && error.code === "invalid_client")
    return new ProblemError("unauthenticated", error.message);
  if (error instanceof OAuthError && error.code === "invalid_request")
    return new ProblemError("bad_request", error.message);
  if (error instanceof EntriesError) return entriesProblem(error);
  if (error instanceof ForbiddenError)
    return new ProblemError("forbidden", error.message, { lacking: error.lacking });
  if (error instanceof UnknownRevisionError) return new ProblemError("unknown_revision", error.message);
  if (error instanceof NotFoundError) return new ProblemError("not_found", error.message);
  if (error instanceof VersionMismatchError) return new ProblemError("version_mismatch", error.message);
  if (error instanceof ConflictError || error instanceof InUseError)
    return conflictProblem(error.message, error.conflict);
  if (error instanceof InvalidInputError)
    return invalidInput([{ pointer: "", detail: error.message, ...error.issue }]);
  return error;
}

/** The answer names at most so many refused lines, and how many there are. */
const MAX_REFUSED_SHOWN = 100;

/** The problem of the reason, with the last line that is stored and the refused ones. */
function importProblem({ cause, message, progress, refused }: ImportStoppedError): unknown {
  const reason = problemOf(cause, message);
  if (!(reason instanceof ProblemError)) return reason;
  const { errors: _, ...more } = reason.more;
  return new ProblemError(reason.slug, refused.length > 0 ? message : reason.message, {
    ...more,
    last_line_stored: progress.lastLineStored,
    refused_lines: new Set(refused.map(({ line }) => line)).size,
    refused: refused.slice(0, MAX_REFUSED_SHOWN).map(({ line, path, message, issue }) => ({
      ...issue,
      line,
      pointer: writePointer(path),
      detail: message,
    })),
  });
}

function problemOf(cause: unknown, message: string): unknown {
  if (cause === undefined) return new ProblemError("invalid_input", message);
  if (cause instanceof UnavailableError)
    return new ProblemError("temporarily_unavailable", "the database did not answer in time");
  if (cause instanceof ImportTooLargeError) return new ProblemError("payload_too_large", message);
  return asProblem(cause);
}
