import type { FastifyRequest } from "fastify";
import { TooManyRequestsError, UnavailableError, UnknownRevisionError } from "../core/errors/errors.ts";
import { UntrustedRequestError } from "../oauth/authorize/authorization-error.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { FailureLog } from "../observability/failure-log.ts";
import { PageError } from "./browser/page-errors.ts";
import { findStatus, ProblemError } from "./problems.ts";
import type { RequestOutcomes } from "./request-outcomes.ts";

export type LogFailure = (error: unknown, request: FastifyRequest) => void;

/** Refusals are not logged: an operator can only act on failures of the server. */
export const createLogFailure =
  (failures: FailureLog, outcomes: Pick<RequestOutcomes, "recordFailure">): LogFailure =>
  (error, { id: requestId }) => {
    if (isRefusal(error)) return;
    outcomes.recordFailure(error);
    if (error instanceof UnavailableError) failures.warn({ requestId, err: error }, "cannot answer");
    else failures.error({ requestId, err: error }, "request failed");
  };

const REFUSALS = [
  OAuthError,
  ProblemError,
  PageError,
  UntrustedRequestError,
  TooManyRequestsError,
  UnknownRevisionError,
];

/** A refusal of Licet, or an error to which the HTTP layer gave a 4xx status. */
function isRefusal(error: unknown): boolean {
  return REFUSALS.some((kind) => error instanceof kind) || findStatus(error) !== undefined;
}
