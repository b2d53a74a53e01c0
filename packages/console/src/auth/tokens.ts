import { otherTabs } from "./other-tabs.ts";
import { generatePkcePair, generateRandomText } from "./pkce.ts";
import { CLIENT_ID, requestTokens, SignInError, type Tokens } from "./request-tokens.ts";
import { signedInUserFrom } from "./signed-in-user.ts";

const SCOPE = "openid profile offline_access licet:*";
const CALLBACK = `${location.origin}/console/callback`;
/** The state that survives the redirect to the sign-in page and back. It holds no token and ends with the tab. */
const STORAGE_KEY = "licet-console-sign-in";
/** A token is renewed early, so that it does not expire while a request is in transit. */
const EARLY_SECONDS = 30;

interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** The tokens of this tab. They live only in memory: an injected script finds none in a browser store. */
let current: Tokens | undefined;
let renewing: Promise<Tokens | undefined> | undefined;

/** The user of this tab and the user's permissions, also after the tokens ended. */
export const currentTokens = (): Tokens | undefined => current;

/** Redirects to the sign-in page. A user with a session returns at once. */
export async function beginSignIn(returnTo: string): Promise<void> {
  // The redirect replaces a page without content, so Back leads to the page before the console.
  location.replace(await createAuthorizationUrl(returnTo));
}

/** Starts an authorization request: remembers its state in this tab and returns its URL. */
export async function createAuthorizationUrl(
  returnTo: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { verifier, challenge } = await generatePkcePair();
  const state = generateRandomText();
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ state, verifier, returnTo } satisfies PendingSignIn));
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    redirect_uri: CALLBACK,
    scope: SCOPE,
    // The ID token names the user for the header without another request.
    claims: JSON.stringify({ id_token: { name: null, preferred_username: null } }),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...parameters,
  });
  return `/oidc/auth?${query}`;
}

/** The page that the user opened before the pending sign-in of this tab began. */
export const findReturnPath = (): string | undefined => findPendingSignIn()?.returnTo;

/** Redeems the code of an authorization response. `adoptTokens` decides whether this tab uses the tokens. */
export async function redeemAuthorizationResponse(query: URLSearchParams): Promise<Tokens> {
  const pending = findPendingSignIn();
  sessionStorage.removeItem(STORAGE_KEY);
  // RFC 9700 §4.7 and RFC 9207 §2.4: the response must belong to our own request and come from the issuer we asked.
  if (!pending || query.get("state") !== pending.state || query.get("iss") !== location.origin)
    throw new SignInError(
      "unexpected",
      "the authorization response does not belong to a request of this tab",
    );
  const error = query.get("error");
  if (error !== null) throw new SignInError(error, query.get("error_description") ?? "");
  return requestTokens({
    grant_type: "authorization_code",
    code: query.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: pending.verifier,
  });
}

export function adoptTokens(tokens: Tokens): void {
  current = tokens;
  otherTabs.post({ kind: "signed_in", user: signedInUserFrom(tokens) });
}

function findPendingSignIn(): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  return stored === null ? undefined : (JSON.parse(stored) as PendingSignIn);
}

/** Returns a valid access token; undefined when the user must sign in again. */
export async function getTokens(): Promise<Tokens | undefined> {
  if (current && current.expiresAt - EARLY_SECONDS > Date.now() / 1000) return current;
  // All waiting requests share one renewal: a refresh token works once.
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** The server rejected the access token: the next request renews it, or the user signs in again. */
export function dropAccessToken(): void {
  if (current) current = { ...current, expiresAt: 0 };
}

/** The tokens are no longer used. The user and the permissions stay known for the page that is open. */
export function endTokens(): void {
  if (current) current = { ...current, accessToken: "", refreshToken: undefined, expiresAt: 0 };
}

async function renew(): Promise<Tokens | undefined> {
  const before = current;
  if (before?.refreshToken === undefined) return undefined;
  try {
    const renewed = await requestTokens({ grant_type: "refresh_token", refresh_token: before.refreshToken });
    // The tokens ended or were replaced during the renewal.
    if (current?.refreshToken !== before.refreshToken)
      return current?.refreshToken === undefined ? undefined : current;
    current = { ...renewed, idToken: renewed.idToken ?? before.idToken };
    return current;
  } catch (error) {
    // RFC 6749 §5.2: only this code says that the refresh token is invalid.
    if (!(error instanceof SignInError && error.code === "invalid_grant")) throw error;
    if (current?.refreshToken === before.refreshToken) endTokens();
    return undefined;
  }
}
