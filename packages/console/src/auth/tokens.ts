import { otherTabs } from "./other-tabs.ts";
import { createProof, randomText } from "./pkce.ts";
import { CLIENT_ID, requestTokens, SignInError, type Tokens } from "./request-tokens.ts";
import { signedInUser } from "./signed-in-user.ts";

const SCOPE = "openid profile offline_access licet:*";
const CALLBACK = `${location.origin}/console/callback`;
/** What must outlive the way to the sign-in page and back: no token, and gone with the tab. */
const KEPT_UNDER = "licet-console-sign-in";
/** Renewed a little before its time, so that no request meets its end on the way. */
const EARLY_SECONDS = 30;

interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** The tokens of this tab. They live in memory alone: no script that comes later finds them in a store. */
let current: Tokens | undefined;
let renewing: Promise<Tokens | undefined> | undefined;

/** Who works in this tab and what they may do, also when the tokens are good for no request any more. */
export const currentTokens = (): Tokens | undefined => current;

/** Leaves for the sign-in page. Whoever is signed in already is back at once. */
export async function beginSignIn(returnTo: string): Promise<void> {
  // In place of a page that had nothing on it yet: Back leads to where the user came from.
  location.replace(await signInAddress(returnTo));
}

export async function signInAddress(
  returnTo: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { verifier, challenge } = await createProof();
  const state = randomText();
  sessionStorage.setItem(KEPT_UNDER, JSON.stringify({ state, verifier, returnTo } satisfies Begun));
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    redirect_uri: CALLBACK,
    scope: SCOPE,
    // Who it is, for the corner of the page, without another request.
    claims: JSON.stringify({ id_token: { name: null, preferred_username: null } }),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });
  return `/oidc/auth?${query}`;
}

/** Where the user wanted to go when the sign-in of this tab began, while it is not finished. */
export const wantedPlace = (): string | undefined => parseBegun()?.returnTo;

/** Trades the code of an answer for tokens. Whether this tab goes on with them is for `adoptTokens`. */
export async function redeemAnswer(query: URLSearchParams): Promise<Tokens> {
  const begun = parseBegun();
  sessionStorage.removeItem(KEPT_UNDER);
  // RFC 9700 §4.7 and RFC 9207 §2.4: the answer to our own question, from the server that we asked.
  if (!begun || query.get("state") !== begun.state || query.get("iss") !== location.origin)
    throw new SignInError("unexpected", "this answer belongs to no question of this tab");
  const error = query.get("error");
  if (error !== null) throw new SignInError(error, query.get("error_description") ?? "");
  return requestTokens({
    grant_type: "authorization_code",
    code: query.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: begun.verifier,
  });
}

export function adoptTokens(tokens: Tokens): void {
  current = tokens;
  otherTabs.tell({ kind: "signed_in", user: signedInUser(tokens) });
}

function parseBegun(): Begun | undefined {
  const kept = sessionStorage.getItem(KEPT_UNDER);
  return kept === null ? undefined : (JSON.parse(kept) as Begun);
}

/** A token that is good for the next request; undefined when the user has to sign in again. */
export async function getTokens(): Promise<Tokens | undefined> {
  if (current && current.expiresAt - EARLY_SECONDS > Date.now() / 1000) return current;
  // Once for all requests that wait: a refresh token is used one time.
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** The server said no to the token that it gave: the next request gets another, or the user is asked. */
export function dropAccessToken(): void {
  if (current) current = { ...current, expiresAt: 0 };
}

/** Nothing is asked for with these any more. Who it was, and what they may do, stays known for what is on the screen. */
export function endTokens(): void {
  if (current) current = { ...current, accessToken: "", refreshToken: undefined, expiresAt: 0 };
}

async function renew(): Promise<Tokens | undefined> {
  const before = current;
  if (before?.refreshToken === undefined) return undefined;
  try {
    const renewed = await requestTokens({ grant_type: "refresh_token", refresh_token: before.refreshToken });
    // They ended, or others came, while these were on their way.
    if (current?.refreshToken !== before.refreshToken)
      return current?.refreshToken === undefined ? undefined : current;
    current = { ...renewed, idToken: renewed.idToken ?? before.idToken };
    return current;
  } catch (error) {
    // RFC 6749 §5.2: this code alone says that the refresh token is worth nothing any more.
    if (!(error instanceof SignInError && error.code === "invalid_grant")) throw error;
    if (current?.refreshToken === before.refreshToken) endTokens();
    return undefined;
  }
}
