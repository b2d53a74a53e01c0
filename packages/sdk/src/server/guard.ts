import { UsageError } from "../common/usage-error.ts";
import type { Auth } from "./auth.ts";
import { bearerChallenge, type Challenge } from "./bearer-challenge.ts";
import { createVerifier, type Verifier } from "./create-verifier.ts";
import { type HttpAnswer, pathOf, type RequestParts } from "./http-answer.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import { readBearer } from "./read-bearer.ts";
import { chooseLog, type RefusalLog } from "./refusal-log.ts";
import { createResourceMetadata, type ResourceMetadataOptions } from "./resource-metadata.ts";
import { type RejectedToken, TOKEN_PROBLEMS, type Verification } from "./verification.ts";
import type { VerifierOptions } from "./verifier-options.ts";

interface GuardOptions {
  /** Answers `requirePermission()`. */
  readonly checker?: PermissionChecker;
  /** Members of the document about this resource (RFC 9728); false for neither document nor `resource_metadata`. */
  readonly metadata?: ResourceMetadataOptions | false;
  /** The requests whose token has to be active at this moment, by asking the issuer. Needs `introspection`. */
  readonly fresh?: (request: RequestParts) => boolean;
  /** Where refused requests are logged. By default the console, unless NODE_ENV is production; false for nowhere. */
  readonly log?: RefusalLog | false;
}

/** A verifier of the application, or the options of a new one. */
export type AuthOptions = GuardOptions & (VerifierOptions | { readonly verifier: Verifier });

/** Who calls, or the answer to send instead. */
export type Outcome = { readonly auth: Auth } | { readonly answer: HttpAnswer };

/** What is logged about a refusal. */
export interface RefusalDetails {
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  readonly because?: string | undefined;
}

/** Decides about requests, and words the refusals. All adapters share it. */
export interface Guard {
  readonly checker: PermissionChecker | undefined;
  /** A promise only when the token was not seen before, or the issuer has to be asked. */
  authenticate(request: RequestParts): Outcome | Promise<Outcome>;
  /** 403 for a caller who lacks something (RFC 6750 §3.1). */
  forbid(request: RequestParts, refusal: Forbidden): HttpAnswer;
  /** 503: it cannot be known at the moment whether the request is allowed. */
  postpone(request: RequestParts, description: string, details: RefusalDetails): HttpAnswer;
  /** The document about this resource, for the request that asks for it. */
  findMetadata(request: RequestParts): HttpAnswer | undefined;
}

export interface Forbidden extends RefusalDetails {
  readonly description: string;
  /** The scopes that the request needs. */
  readonly scope?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const RETRY_AFTER_SECONDS = 2;
const NO_STORE = { "cache-control": "no-store" };
const JSON_BODY = { ...NO_STORE, "content-type": "application/json" };

export function createGuard(options: AuthOptions): Guard {
  const verifier = "verifier" in options ? options.verifier : createVerifier(options);
  if (options.fresh && !("verifier" in options) && !options.introspection)
    throw new UsageError("fresh: to ask the issuer, give introspection, too");
  const log = chooseLog(options.log);
  const { metadata: described = {} } = options;
  const metadata =
    described === false
      ? undefined
      : createResourceMetadata(verifier.audiences[0] as string, verifier.issuer, described);

  const logRefusal = (request: RequestParts, status: number, text: string, details: RefusalDetails) => {
    if (!log) return;
    const { expected, received, because } = details;
    const parts = [
      `licet: ${status} ${request.method} ${JSON.stringify(pathOf(request.url)).slice(1, -1)}: ${text}`,
      ...(expected === undefined ? [] : [`expected ${expected}`]),
      ...(received === undefined ? [] : [`received ${received}`]),
      ...(because === undefined ? [] : [because]),
    ];
    log(parts.join("; "));
  };

  const challenge = (
    request: RequestParts,
    status: 400 | 401 | 403,
    parameters: Challenge,
    details: RefusalDetails,
    body: Readonly<Record<string, unknown>> = {},
  ): HttpAnswer => {
    const { error, error_description } = parameters;
    logRefusal(request, status, error_description ?? "no access token", details);
    const named = { ...parameters, ...(metadata && { resource_metadata: metadata.url }) };
    const authenticate = { "www-authenticate": bearerChallenge(named) };
    // RFC 6750 §3.1: without a token the answer names no error.
    if (error === undefined) return { status, headers: { ...NO_STORE, ...authenticate }, body: "" };
    return {
      status,
      headers: { ...JSON_BODY, ...authenticate },
      body: JSON.stringify({ error, error_description, ...body }),
    };
  };

  const postpone: Guard["postpone"] = (request, description, details) => {
    logRefusal(request, 503, description, details);
    return {
      status: 503,
      headers: { ...JSON_BODY, "retry-after": String(RETRY_AFTER_SECONDS) },
      body: JSON.stringify({ error: "temporarily_unavailable", error_description: description }),
    };
  };

  const refuseToken = (request: RequestParts, rejected: RejectedToken): HttpAnswer => {
    const error_description = TOKEN_PROBLEMS[rejected.problem];
    const { expected, received } = rejected;
    if (rejected.problem === "unavailable")
      return postpone(request, error_description, {
        expected,
        because: describeFailure(verifier.lastFailure()),
      });
    return challenge(request, 401, { error: "invalid_token", error_description }, { expected, received });
  };

  const answerFor = (request: RequestParts, verified: Verification): Outcome =>
    verified.valid ? verified : { answer: refuseToken(request, verified) };

  return {
    checker: options.checker,
    authenticate(request) {
      const presented = readBearer(request);
      switch (presented.kind) {
        case "token": {
          const { token } = presented;
          const fresh = options.fresh?.(request) ?? false;
          const known = fresh ? undefined : verifier.recall(token);
          if (known) return answerFor(request, known);
          return verifier.verify(token, { fresh }).then((verified) => answerFor(request, verified));
        }
        case "none":
          return {
            answer: challenge(request, 401, {}, { expected: "Authorization: Bearer …", ...presented }),
          };
        case "malformed":
          return {
            answer: refuseToken(request, {
              valid: false,
              problem: "malformed",
              expected: "Bearer and a token",
            }),
          };
        case "repeated": {
          const error_description = "the access token is presented more than once";
          return {
            answer: challenge(request, 400, { error: "invalid_request", error_description }, presented),
          };
        }
      }
    },
    forbid(request, { description, scope, body, ...details }) {
      const parameters = { error: "insufficient_scope", error_description: description } as const;
      return challenge(
        request,
        403,
        scope === undefined ? parameters : { ...parameters, scope },
        details,
        scope === undefined ? body : { scope, ...body },
      );
    },
    postpone,
    findMetadata: ({ method, url }) => (metadata?.isAt(url) ? metadata.answer(method) : undefined),
  };
}

/** The messages of an error and of its causes: they name addresses of the issuer, and never a token. */
function describeFailure(failure: unknown): string | undefined {
  const messages: string[] = [];
  for (let error = failure; error instanceof Error && messages.length < 4; error = error.cause)
    messages.push(error.message);
  return messages.length === 0 ? undefined : messages.join(": ");
}
