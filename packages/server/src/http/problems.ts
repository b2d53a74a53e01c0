import type { InputIssue } from "@licet/engine/internal/values/input-issue.ts";
import type { FastifyReply } from "fastify";
import type { Conflict } from "../core/errors/conflict.ts";
import { TooManyRequestsError, UnavailableError } from "../core/errors/errors.ts";
import { closeAfterAnswer } from "./connection/close-after-answer.ts";

/** Every problem the service answers with outside the OAuth endpoints (RFC 9457), by its stable slug. */
export const PROBLEMS = {
  bad_request: { status: 400, title: "The request is not well-formed" },
  invalid_input: { status: 400, title: "Some of the input is not valid" },
  unknown_revision: { status: 400, title: "There is no such revision" },
  unauthenticated: { status: 401, title: "A valid access token is needed" },
  forbidden: { status: 403, title: "This is not allowed" },
  published_credentials: { status: 403, title: "Published credentials work here, and others can reach them" },
  not_found: { status: 404, title: "There is nothing here" },
  method_not_allowed: { status: 405, title: "This method is not allowed here" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  conflict: { status: 409, title: "The present state does not allow this" },
  in_use: { status: 409, title: "Something else still needs this" },
  gone: { status: 410, title: "This is no longer kept" },
  version_mismatch: { status: 412, title: "Another change was made in the meantime" },
  payload_too_large: { status: 413, title: "The request body is too large" },
  unsupported_media_type: { status: 415, title: "The request body has a type that is not understood" },
  misdirected_request: { status: 421, title: "This host is not served here" },
  idempotency_mismatch: { status: 422, title: "This idempotency key was used for another request" },
  too_many_requests: { status: 429, title: "Too many requests" },
  header_fields_too_large: { status: 431, title: "The header fields of the request are too large" },
  internal_error: { status: 500, title: "Something went wrong on our side" },
  not_implemented: { status: 501, title: "This method is not known here" },
  temporarily_unavailable: { status: 503, title: "The service cannot answer right now" },
} as const;
export type ProblemSlug = keyof typeof PROBLEMS;

export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly slug: ProblemSlug;
  /** Members of its own, such as `errors` with a pointer to each part of the input that is not valid. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(slug: ProblemSlug, detail: string, more: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.slug = slug;
    this.more = more;
  }
}

/**
 * One part of the input that is not valid. The pointer (RFC 6901) is empty for the input as a whole; the detail is an
 * English sentence, the code and its values are for programs, which may translate them.
 */
export type LocatedIssue = { readonly pointer: string; readonly detail: string } & InputIssue;

export const invalidInput = (errors: readonly LocatedIssue[]): ProblemError =>
  new ProblemError("invalid_input", errors[0]?.detail ?? "the input is not valid", { errors });

/** The detail is an English sentence, the code and its values are for programs, which may translate them. */
export const conflictProblem = (
  detail: string,
  { code, ...values }: Conflict,
  more: Readonly<Record<string, unknown>> = {},
): ProblemError =>
  new ProblemError(code === "in_use" ? "in_use" : "conflict", detail, { code, ...values, ...more });

export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const slug = slugFrom(error);
  const { status } = PROBLEMS[slug];
  const { detail, more } = describeProblem(error);
  if (status === 503 || status === 429) reply.header("retry-after", String(retryAfterSeconds(error)));
  closeAfterAnswer(reply);
  return reply
    .status(status)
    .header("content-type", PROBLEM_TYPE)
    .send(formatProblem(slug, reply.request.id, detail, more));
}

/** The problem for the caller. An unexpected error reveals nothing about the internals. */
function describeProblem(error: unknown): Pick<ProblemError, "more"> & { readonly detail?: string } {
  if (error instanceof ProblemError) return { detail: error.message, more: error.more };
  if (error instanceof TooManyRequestsError) return { detail: error.message, more: {} };
  return { more: {} };
}

/** RFC 9110 §10.2.3. The end of a limit is known; any other unavailability should be short. */
export const retryAfterSeconds = (error: unknown): number =>
  error instanceof TooManyRequestsError ? error.retryAfterSeconds : 1;

export const PROBLEM_TYPE = "application/problem+json";

export function formatProblem(
  slug: ProblemSlug,
  requestId: string,
  detail?: string,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const { status, title } = PROBLEMS[slug];
  return JSON.stringify({
    type: `urn:licet:problem:${slug}`,
    title,
    status,
    ...(detail !== undefined && { detail }),
    ...more,
    request_id: requestId,
  });
}

function slugFrom(error: unknown): ProblemSlug {
  if (error instanceof ProblemError) return error.slug;
  if (error instanceof UnavailableError) return "temporarily_unavailable";
  if (error instanceof TooManyRequestsError) return "too_many_requests";
  switch (findStatus(error)) {
    case undefined:
      return "internal_error";
    case 413:
      return "payload_too_large";
    case 415:
      return "unsupported_media_type";
    default:
      return "bad_request";
  }
}

/** The 4xx status that the HTTP layer itself gave an error (a body too large, a broken header), if any. */
export function findStatus(error: unknown): number | undefined {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
