import { parseIssuer } from "../common/issuer.ts";
import { type RuntimeOptions, readRuntime } from "../common/runtime.ts";
import { UsageError } from "../common/usage-error.ts";
import { type ClientCredentials, createProveClient } from "./client-authentication.ts";
import { isBrowser } from "./is-browser.ts";
import { createRequestToken, type IssuedToken, type RequestToken } from "./request-token.ts";
import { createTokenCache } from "./token-cache.ts";
import { createTokenFetch } from "./token-fetch.ts";
import { parseRequestedToken } from "./token-request.ts";

export interface TokenClientOptions extends ClientCredentials, RuntimeOptions {
  /** The base URL of Licet, exactly as it calls itself: `https://auth.example.com`. */
  readonly issuer: string;
  /** What tokens are asked for, unless a call says otherwise: `"orders:read orders:write"`, or a list. */
  readonly scope?: string | readonly string[] | undefined;
  /** The identifier of the resource that tokens are for (RFC 8707). */
  readonly resource?: string | readonly string[] | undefined;
  /** The origins that `fetch` may send the token to; without it those of `resource`. */
  readonly origins?: readonly string[] | undefined;
  /**
   * Called when some of the requested scopes were not granted, once for each token that is requested. An error that it
   * throws makes `token()` fail, for an application that cannot work without them.
   */
  readonly onRejected?: ((rejection: RejectedScopes) => void) | undefined;
  /** Called when a token could not be renewed ahead of time; the old one is still in use. */
  readonly onRenewalError?: ((error: unknown) => void) | undefined;
  /** For each request to Licet: 10 s by default. */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often a request is sent when Licet is busy or away: 3 times by default. */
  readonly attempts?: number | undefined;
  /** How long `Retry-After` may ask to wait before an error says so instead: 10 s by default. */
  readonly maxWaitMilliseconds?: number | undefined;
  /** Lets the issuer be http:// beyond this machine. Secrets and tokens can then be read on their way. */
  readonly allowHttp?: boolean | undefined;
}

export interface RejectedScopes {
  readonly requested: readonly string[];
  readonly resources: readonly string[];
  readonly granted: readonly string[];
  readonly rejected: readonly string[];
}

export interface TokenOptions {
  readonly scope?: string | readonly string[] | undefined;
  readonly resource?: string | readonly string[] | undefined;
  /** A token that an API refused with 401: another one is requested. */
  readonly insteadOf?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Token {
  readonly accessToken: string;
  readonly expiresAt: Date;
  /** The scopes that the token carries. */
  readonly granted: readonly string[];
  /** The requested scopes that it does not carry. The reasons are in the audit log of Licet. */
  readonly rejected: readonly string[];
}

export interface TokenClient {
  /** A token with at least some seconds left: from the cache, or requested now. Throws a `TokenError`. */
  token(options?: TokenOptions): Promise<Token>;
  /** `fetch` with the token of the client's own scope and resource. */
  readonly fetch: typeof globalThis.fetch;
  /** `fetch` with the token of another scope or resource. */
  createFetch(options: FetchOptions): typeof globalThis.fetch;
}

export interface FetchOptions extends Pick<TokenOptions, "scope" | "resource"> {
  readonly origins?: readonly string[] | undefined;
}

const DEFAULTS = { timeoutMilliseconds: 10_000, attempts: 3, maxWaitMilliseconds: 10_000, allowHttp: false };

/** Gets tokens for an application that acts for itself, and keeps them. */
export function createTokenClient(options: TokenClientOptions): TokenClient {
  const { issuer, allowHttp = DEFAULTS.allowHttp } = options;
  refuseBrowser(options);
  parseIssuer(issuer, { allowHttp });
  const runtime = readRuntime(options);
  const requestToken = createRequestToken({
    issuer,
    allowHttp,
    proveClient: createProveClient(options, issuer, runtime.clock),
    timeoutMilliseconds: options.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds,
    attempts: options.attempts ?? DEFAULTS.attempts,
    maxWaitMilliseconds: options.maxWaitMilliseconds ?? DEFAULTS.maxWaitMilliseconds,
    runtime,
  });
  const getToken = createTokenCache(
    tellRejected(requestToken, options.onRejected),
    options.onRenewalError,
    runtime,
  );

  const token = async ({ scope, resource, ...asked }: TokenOptions = {}): Promise<Token> => {
    const requested = parseRequestedToken(scope ?? options.scope, resource ?? options.resource);
    return present(await getToken(requested, asked));
  };

  const createFetch = ({ scope, resource, origins }: FetchOptions): typeof globalThis.fetch =>
    createTokenFetch({
      fetch: runtime.fetch,
      origins: parseOrigins(origins, resource ?? options.resource),
      getAccessToken: async (asked) => (await token({ scope, resource, ...asked })).accessToken,
      platformFollowsRedirects: isBrowser(),
    });

  // A mistake in the client's own scope is one of the developer, so it is found when the client is made.
  if (options.scope !== undefined || options.resource !== undefined)
    parseRequestedToken(options.scope, options.resource);
  return { token, createFetch, fetch: createFetch({ origins: options.origins }) };
}

/** RFC 6749 §2.1: what a browser holds is no secret. An assertion that a server makes for it is allowed. */
function refuseBrowser({ clientSecret, privateKey }: TokenClientOptions): void {
  if (clientSecret === undefined && privateKey === undefined) return;
  if (isBrowser())
    throw new UsageError(
      "clientSecret: every user of a browser can read it. Let the user sign in instead (application of type spa), or call the API from your server",
    );
}

const tellRejected =
  (requestToken: RequestToken, onRejected: TokenClientOptions["onRejected"]): RequestToken =>
  async (requested) => {
    const issued = await requestToken(requested);
    const { granted, rejected } = issued;
    if (rejected.length > 0)
      onRejected?.({ requested: requested.scopes, resources: requested.resources, granted, rejected });
    return issued;
  };

/** A copy: a caller that changes its token must not change that of the others. */
const present = ({ accessToken, expiresAt, granted, rejected }: IssuedToken): Token => ({
  accessToken,
  expiresAt: new Date(expiresAt),
  granted: [...granted],
  rejected: [...rejected],
});

/** The named origins, or those of resources whose identifier is the URL of an API. */
function parseOrigins(
  origins: readonly string[] | undefined,
  resource: string | readonly string[] | undefined,
): ReadonlySet<string> {
  const named = origins ?? [resource ?? []].flat().filter((uri) => /^https?:/.test(uri));
  return new Set(
    named.map((url) => {
      const parsed = URL.canParse(url) ? new URL(url) : undefined;
      if (!parsed || !/^https?:$/.test(parsed.protocol))
        throw new UsageError(`origins: ${JSON.stringify(url)} is no origin; write "https://api.example.com"`);
      return parsed.origin;
    }),
  );
}
