import { ConflictError, InvalidInputError, VersionMismatchError } from "../../core/errors.ts";
import { ForbiddenError, InUseError, NotFoundError } from "../../management/errors.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { BearerError } from "../../oauth/tokens/verify-bearer.ts";
import { ConfigurationFileError } from "../../state/file/configuration-file-error.ts";
import { conflictProblem, invalidInput, ProblemError } from "../problems.ts";
import { configurationProblem } from "./configuration-problem.ts";

/** Maps the error of a use case to its problem; unexpected errors stay as they are. */
export function asProblem(error: unknown): unknown {
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
  if (error instanceof ConfigurationFileError) return configurationProblem(error, (path) => path);
  if (error instanceof ForbiddenError)
    return new ProblemError("forbidden", error.message, { lacking: error.lacking });
  if (error instanceof NotFoundError) return new ProblemError("not_found", error.message);
  if (error instanceof VersionMismatchError) return new ProblemError("version_mismatch", error.message);
  if (error instanceof ConflictError || error instanceof InUseError)
    return conflictProblem(error.message, error.conflict);
  if (error instanceof InvalidInputError)
    return invalidInput([{ pointer: "", detail: error.message, ...error.issue }]);
  return error;
}
