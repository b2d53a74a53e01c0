import type { FastifyReply } from "fastify";
import { TooManyRequestsError, UnavailableError } from "../../core/errors/errors.ts";
import { type UntrustedProblem, UntrustedRequestError } from "../../oauth/authorize/authorization-error.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { closeAfterAnswer } from "../connection/close-after-answer.ts";
import { describeFailure, type ErrorNext, renderErrorPage } from "../pages/error-page.ts";
import type { Site } from "../pages/site.ts";
import type { PageFailure } from "../pages/texts/texts.ts";
import { findStatus, PROBLEMS, ProblemError, retryAfterSeconds } from "../problems.ts";
import { createPageFrame } from "./page-frame.ts";
import { readVisit } from "./page-visit.ts";
import { sendPage } from "./send-page.ts";

/** A request of a browser that ends here, with a page that says why. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly failure: PageFailure;
  /** The detail for a developer. It is shown, so it never has a sent value or a secret. */
  readonly detail: string | undefined;

  constructor(failure: PageFailure, detail?: string) {
    super(detail ?? failure);
    this.failure = failure;
    this.detail = detail;
  }
}

const STATUS: Readonly<Record<PageFailure, number>> = {
  unknown_application: 400,
  invalid_redirect: 400,
  invalid_request: 400,
  invalid_logout: 400,
  invalid_logout_hint: 400,
  interaction_expired: 400,
  reset_link_void: 400,
  setup_link_void: 400,
  form_refused: 403,
  published_credentials: 403,
  not_found: 404,
  too_many_requests: 429,
  unavailable: 503,
  console_not_built: 503,
  docs_not_built: 404,
  internal: 500,
};

/** Where a user can go on from here. An application could not sign the user out: the users themselves still can. */
const NEXT: Readonly<Record<PageFailure, ErrorNext | undefined>> = {
  unknown_application: "account",
  invalid_redirect: "account",
  invalid_request: "account",
  invalid_logout: "sign_out",
  invalid_logout_hint: "sign_out",
  interaction_expired: "account",
  reset_link_void: "account",
  setup_link_void: "console",
  form_refused: "try_again",
  published_credentials: undefined,
  not_found: "account",
  too_many_requests: "try_again",
  unavailable: "try_again",
  console_not_built: "try_again",
  docs_not_built: "try_again",
  internal: "try_again",
};

/** The one place where a failure in a browser becomes an answer. */
export function sendPageError(reply: FastifyReply, site: Site, error: unknown): FastifyReply {
  const { failure, status, detail } = describeError(error);
  closeAfterAnswer(reply);
  // Neither the form of the language nor a link repeats what was sent: this address may hold a secret.
  const isGet = reply.request.method === "GET";
  const returnTo = isGet ? "same_address" : { path: "/account" };
  const frame = createPageFrame(site, readVisit(reply.request), { returnTo });
  const next = isGet || NEXT[failure] !== "try_again" ? NEXT[failure] : "account";
  if (status === 503 || error instanceof TooManyRequestsError)
    reply.header("retry-after", String(retryAfterSeconds(error)));
  const view = {
    ...describeFailure(failure, frame.language),
    requestId: reply.request.id,
    ...(next && { next: { kind: next, path: NEXT_PATHS[next] } }),
    ...(detail !== undefined && { detail }),
  };
  return sendPage(reply, site, { status, html: renderErrorPage(frame, view) });
}

/** An empty reference is the address of the page itself (RFC 3986 §4.4). */
const NEXT_PATHS: Readonly<Record<ErrorNext, string>> = {
  sign_out: "/logout",
  account: "/account",
  try_again: "",
  console: "/console/",
};

/** The failures of a request without a trusted redirect. */
const FAILURES: Readonly<Record<UntrustedProblem, PageFailure>> = {
  unreadable: "invalid_request",
  unknown_client: "unknown_application",
  missing_redirect_uri: "invalid_redirect",
  unregistered_redirect_uri: "invalid_redirect",
  invalid_request_uri: "invalid_request",
  invalid_request_object: "invalid_request",
};

interface DescribedError {
  readonly failure: PageFailure;
  readonly status: number;
  readonly detail?: string | undefined;
}

/** An unexpected error reveals nothing about the internals. */
function describeError(error: unknown): DescribedError {
  if (error instanceof PageError)
    return { failure: error.failure, status: STATUS[error.failure], detail: error.detail };
  if (error instanceof UntrustedRequestError)
    return { failure: FAILURES[error.problem], status: 400, detail: error.message };
  if (error instanceof TooManyRequestsError) return { failure: "too_many_requests", status: 429 };
  if (error instanceof UnavailableError) return { failure: "unavailable", status: 503 };
  if (error instanceof OAuthError && error.code !== "server_error")
    return { failure: "invalid_request", status: 400, detail: error.message };
  if (error instanceof ProblemError && error.slug === "published_credentials")
    return { failure: error.slug, status: STATUS[error.slug], detail: error.message };
  const status = error instanceof ProblemError ? PROBLEMS[error.slug].status : findStatus(error);
  if (status === undefined || status === 500) return { failure: "internal", status: 500 };
  if (status === 503) return { failure: "unavailable", status };
  const isNotServed = status === 404 || status === 405 || status === 421;
  return { failure: isNotServed ? "not_found" : "invalid_request", status };
}
