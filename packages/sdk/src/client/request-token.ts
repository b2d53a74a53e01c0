import { DiscoveryError, discover } from "../common/discovery.ts";
import { isPrivateTransport } from "../common/issuer.ts";
import { parseJsonObject } from "../common/parse-json-object.ts";
import { readBoundedText } from "../common/read-bounded-text.ts";
import { parseRetryAfter } from "../common/retry-after.ts";
import type { Runtime } from "../common/runtime.ts";
import { sendWithRetry } from "../common/send-with-retry.ts";
import { UsageError } from "../common/usage-error.ts";
import { withTimeout } from "../common/with-timeout.ts";
import type { ProveClient } from "./client-authentication.ts";
import {
  adviceFor,
  IssuerUnavailableError,
  type TokenError,
  TokenRefusedError,
  WrongIssuerError,
} from "./token-errors.ts";
import type { RequestedToken } from "./token-request.ts";

/** A token as the server issued it. Times are milliseconds since 1970 by this machine's clock. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly granted: readonly string[];
  readonly rejected: readonly string[];
}

export type RequestToken = (requested: RequestedToken) => Promise<IssuedToken>;

const MAX_ANSWER_BYTES = 262_144;
/** Endpoints hardly ever change; a long-lived process still notices within the hour. */
const METADATA_MILLISECONDS = 3_600_000;

export interface TokenEndpointOptions {
  readonly issuer: string;
  readonly allowHttp: boolean;
  readonly proveClient: ProveClient;
  readonly timeoutMilliseconds: number;
  readonly attempts: number;
  readonly maxWaitMilliseconds: number;
  readonly runtime: Runtime;
}

/** One request for a token: the endpoint by discovery, then `client_credentials` (RFC 6749 §4.4). */
export function createRequestToken(options: TokenEndpointOptions): RequestToken {
  const { proveClient, timeoutMilliseconds } = options;
  const { clock, fetch } = options.runtime;
  const findEndpoint = createFindEndpoint(options);

  return async (requested) => {
    const endpoint = await findEndpoint();
    let sentAt = clock.now();
    const send = async () => {
      const proof = await proveClient();
      // The lifetime counts from before the request, so that the token never seems valid for too long.
      sentAt = clock.now();
      return fetch(endpoint, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          ...proof.headers,
        },
        body: formOf(requested, proof.form).toString(),
        redirect: "manual",
        signal: withTimeout(timeoutMilliseconds, undefined),
      });
    };
    const { response, text } = await sendWithRetry(send, options)
      .then(async (response) => ({ response, text: await readBoundedText(response, MAX_ANSWER_BYTES) }))
      .catch((cause: unknown) => {
        if (cause instanceof UsageError) throw cause;
        throw unavailable("the token endpoint could not be reached", undefined, { cause });
      });
    const body = parseJsonObject(text);
    if (response.status !== 200) throw failureOf(response, body, clock.now());
    return readToken(body, requested, sentAt, response);
  };
}

function formOf(
  { scopes, resources }: RequestedToken,
  proof: Readonly<Record<string, string>>,
): URLSearchParams {
  const form = new URLSearchParams({ grant_type: "client_credentials", ...proof });
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  // RFC 8707 §2: repeated, for several.
  for (const resource of resources) form.append("resource", resource);
  return form;
}

/** The token endpoint, read once for all requests; a failure is not remembered. */
function createFindEndpoint(options: TokenEndpointOptions): () => Promise<string> {
  const { now } = options.runtime.clock;
  let found: { readonly endpoint: Promise<string>; readonly until: number } | undefined;
  return () => {
    if (found && now() < found.until) return found.endpoint;
    const endpoint = discoverEndpoint(options);
    const current = { endpoint, until: now() + METADATA_MILLISECONDS };
    found = current;
    endpoint.catch(() => {
      if (found === current) found = undefined;
    });
    return endpoint;
  };
}

async function discoverEndpoint(options: TokenEndpointOptions): Promise<string> {
  const { token_endpoint: endpoint } = await discover(options).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? discoveryFailure(error) : error;
  });
  const isUsable =
    typeof endpoint === "string" &&
    URL.canParse(endpoint) &&
    (options.allowHttp || isPrivateTransport(new URL(endpoint)));
  if (!isUsable) throw wrongIssuer("the metadata name no token endpoint that a secret may be sent to");
  return endpoint;
}

function discoveryFailure(error: DiscoveryError): TokenError {
  return error.code === "wrong_issuer"
    ? wrongIssuer(error.message, { cause: error })
    : unavailable(error.message, error.retryAfterMilliseconds, { cause: error });
}

/** RFC 6749 §5.2, and the answers of HTTP that have no such body. */
function failureOf(
  { status, headers }: Response,
  body: Readonly<Record<string, unknown>> | undefined,
  now: number,
): TokenError {
  const requestId = headers.get("x-request-id") ?? undefined;
  const error = typeof body?.error === "string" ? body.error : undefined;
  const description = typeof body?.error_description === "string" ? body.error_description : undefined;
  if (status === 429 || status >= 500)
    return unavailable(
      description ?? `the token endpoint answered ${status}`,
      parseRetryAfter(headers.get("retry-after"), now),
      { error, status, requestId },
    );
  if (error === undefined)
    return wrongIssuer(`the token endpoint answered ${status}, which is no OAuth answer`);
  return new TokenRefusedError({
    error,
    description: description ?? "the server gave no reason",
    advice: adviceFor(error),
    status,
    requestId,
  });
}

const wrongIssuer = (description: string, options?: ErrorOptions): WrongIssuerError =>
  new WrongIssuerError(
    { error: "wrong_issuer", description, advice: "Check the issuer, and what answers at its address" },
    options,
  );

function unavailable(
  description: string,
  retryAfterMilliseconds: number | undefined,
  {
    error = "issuer_unavailable",
    status,
    requestId,
    ...options
  }: ErrorOptions & {
    readonly error?: string | undefined;
    readonly status?: number | undefined;
    readonly requestId?: string | undefined;
  },
): IssuerUnavailableError {
  const retryAfterSeconds =
    retryAfterMilliseconds === undefined ? undefined : Math.ceil(retryAfterMilliseconds / 1_000);
  const advice = retryAfterSeconds === undefined ? "Ask again later" : `Ask again in ${retryAfterSeconds} s`;
  return new IssuerUnavailableError(
    { error, description, advice, status, requestId, retryAfterSeconds },
    options,
  );
}

/** RFC 6749 §5.1, and `scope_rejected`: which of the requested items were refused. */
function readToken(
  body: Readonly<Record<string, unknown>> | undefined,
  requested: RequestedToken,
  sentAt: number,
  { headers }: Response,
): IssuedToken {
  const {
    access_token: accessToken,
    token_type: type,
    expires_in: lifetime,
    scope,
    scope_rejected,
  } = body ?? {};
  const isToken = typeof accessToken === "string" && /^[\x21-\x7E]+$/.test(accessToken);
  const isBearer = typeof type === "string" && type.toLowerCase() === "bearer";
  if (!isToken || !isBearer || typeof lifetime !== "number" || !(lifetime > 0))
    throw wrongIssuer(
      `the answer to request ${headers.get("x-request-id") ?? "without an id"} holds no bearer token with a lifetime`,
    );
  // RFC 6749 §5.1: without `scope`, everything was granted as requested.
  const granted = typeof scope === "string" ? itemsOf(scope) : requested.scopes;
  const rejected =
    typeof scope_rejected === "string"
      ? itemsOf(scope_rejected)
      : requested.scopes.filter((item) => !granted.includes(item));
  return { accessToken, issuedAt: sentAt, expiresAt: sentAt + lifetime * 1_000, granted, rejected };
}

const itemsOf = (scope: string): readonly string[] => scope.split(" ").filter((item) => item !== "");
