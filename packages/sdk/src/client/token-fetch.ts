import { LicetError } from "../common/licet-error.ts";
import { ForbiddenOriginError } from "./token-errors.ts";

/** Gives a token; with `insteadOf`, another one than the one that was refused, if there is one. */
export type GetAccessToken = (asked: {
  readonly insteadOf?: string;
  readonly signal?: AbortSignal | undefined;
}) => Promise<string>;

export interface TokenFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** The origins that may see the token. */
  readonly origins: ReadonlySet<string>;
  readonly getAccessToken: GetAccessToken;
  /** A browser follows redirects itself, and takes the token off when the origin changes. */
  readonly platformFollowsRedirects: boolean;
}

/** Fetch standard §4.4. */
const MAX_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * A `fetch` that attaches the token. It sends the token to the named origins only, whatever redirects say, and repeats a
 * request once when its token is refused.
 */
export function createTokenFetch(options: TokenFetchOptions): typeof globalThis.fetch {
  const { origins, getAccessToken } = options;

  return async (input, init) => {
    const outgoing = readRequest(input, init);
    requireOrigin(outgoing.first.url, origins);
    const signal = outgoing.rest.signal ?? undefined;
    const token = await getAccessToken({ signal });
    const { response, hadToken } = await sendFollowing(options, outgoing, token);
    if (response.status !== 401 || !hadToken || !canRepeat(outgoing.first.body)) return response;
    // RFC 6750 §3.1: the client MAY request a new access token and retry. If there is none, the refusal is the answer.
    const next = await getAccessToken({ insteadOf: token, signal }).catch(() => token);
    if (next === token) return response;
    await response.body?.cancel();
    return (await sendFollowing(options, outgoing, next)).response;
  };
}

/** One request on the way through its redirects. */
interface Step {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Outgoing {
  readonly first: Step;
  readonly redirect: NonNullable<RequestInit["redirect"]>;
  /** What the caller says of how the request is sent; some members are known to one runtime only. */
  readonly rest: RequestInit;
}

/** Reads the arguments of `fetch`. The body stays as it is: a `Request` would turn a form into a stream. */
function readRequest(input: string | URL | Request, init: RequestInit = {}): Outgoing {
  const given = input instanceof Request ? input : undefined;
  const { body = given?.body, method, headers, redirect, ...rest } = init;
  const described = new Request(given?.url ?? (input as string | URL), {
    method: method ?? given?.method ?? "GET",
    headers: headers ?? given?.headers ?? {},
  });
  return {
    first: {
      url: described.url,
      method: described.method,
      headers: described.headers,
      body: body ?? undefined,
    },
    redirect: redirect ?? given?.redirect ?? "follow",
    rest: { ...(given && { signal: given.signal }), ...rest },
  };
}

const canRepeat = (body: unknown): boolean =>
  typeof body !== "object" ||
  body === null ||
  !(body instanceof ReadableStream || Symbol.asyncIterator in body);

function requireOrigin(url: string, origins: ReadonlySet<string>): void {
  const { origin } = new URL(url);
  if (origins.has(origin)) return;
  throw new ForbiddenOriginError({
    error: "forbidden_origin",
    description: `the token is not for ${origin}`,
    advice:
      origins.size === 0
        ? "Name the origins of the API in origins: no resource with the URL of an API is given"
        : `Add it to origins, if it belongs to the API. Allowed are ${[...origins].join(", ")}`,
  });
}

/** Sends the request, and follows redirects as a browser does, with the token only where it may go. */
async function sendFollowing(
  { fetch, origins, platformFollowsRedirects }: TokenFetchOptions,
  { first, redirect, rest }: Outgoing,
  token: string,
): Promise<{ readonly response: Response; readonly hadToken: boolean }> {
  const followsHere = redirect === "follow" && !platformFollowsRedirects;
  let step = first;
  for (let followed = 0; ; followed += 1) {
    const headers = new Headers(step.headers);
    const hadToken = origins.has(new URL(step.url).origin);
    if (hadToken) headers.set("authorization", `Bearer ${token}`);
    else headers.delete("authorization");
    const { url, method } = step;
    const response = await fetch(url, {
      ...rest,
      method,
      headers,
      ...bodyOf(step.body),
      redirect: followsHere ? "manual" : redirect,
    });
    const location = followsHere && REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { response, hadToken };
    if (followed >= MAX_REDIRECTS) throw new LicetError("redirect_refused", "there are too many redirects");
    await response.body?.cancel();
    step = nextStep(step, response.status, new URL(location, url));
  }
}

/** Fetch standard §4.4, HTTP-redirect fetch. */
function nextStep(step: Step, status: number, target: URL): Step {
  if (!/^https?:$/.test(target.protocol))
    throw new LicetError("redirect_refused", "a redirect leads to no web address");
  const { method, body } = step;
  const becomesGet =
    (status === 303 && method !== "GET" && method !== "HEAD") ||
    ((status === 301 || status === 302) && method === "POST");
  if (!becomesGet && !canRepeat(body))
    throw new LicetError("redirect_refused", "a redirect of a body that is a stream cannot be followed");
  const headers = new Headers(step.headers);
  if (becomesGet)
    for (const name of [...headers.keys()]) if (name.startsWith("content-")) headers.delete(name);
  // Another origin must not see what was meant for this one.
  if (target.origin !== new URL(step.url).origin)
    for (const name of ["authorization", "cookie", "proxy-authorization"]) headers.delete(name);
  return {
    url: target.href,
    method: becomesGet ? "GET" : method,
    headers,
    body: becomesGet ? undefined : body,
  };
}

/** A body that is a stream needs `duplex` (Fetch standard §5.4). */
const bodyOf = (body: unknown): RequestInit =>
  (body === undefined ? {} : { body, ...(!canRepeat(body) && { duplex: "half" }) }) as RequestInit;
