import { createProof, randomText } from "./pkce.ts";

const CLIENT_ID = "licet-console";
const SCOPE = "openid profile offline_access licet:*";
const CALLBACK = `${location.origin}/console/callback`;
/** What must outlive the way to the sign-in page and back: no token, and gone with the tab. */
const KEPT_UNDER = "licet-console-sign-in";
/** Renewed a little before its time, so that no request meets its end on the way. */
const EARLY_SECONDS = 30;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  /** Which of our permissions the token carries: what the console offers follows from it. */
  readonly permissions: ReadonlySet<string>;
  readonly expiresAt: number;
}

interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** The tokens of this tab. They live in memory alone: no script that comes later finds them in a store. */
let current: Tokens | undefined;
let renewing: Promise<Tokens | undefined> | undefined;

export const currentTokens = (): Tokens | undefined => current;

/** Leaves for the sign-in page. Whoever is signed in already is back at once. */
export async function beginSignIn(
  returnTo: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  location.assign(await signInAddress(returnTo, more));
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

export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/** At the callback: trades the code for tokens and says where the user wanted to go. */
export async function finishSignIn(query: URLSearchParams): Promise<string> {
  const kept = sessionStorage.getItem(KEPT_UNDER);
  sessionStorage.removeItem(KEPT_UNDER);
  const begun = kept === null ? undefined : (JSON.parse(kept) as Begun);
  // RFC 9700 §4.7 and RFC 9207 §2.4: the answer to our own question, from the server that we asked.
  if (!begun || query.get("state") !== begun.state || query.get("iss") !== location.origin)
    throw new SignInError("unexpected", "this answer belongs to no question of this tab");
  const error = query.get("error");
  if (error !== null) throw new SignInError(error, query.get("error_description") ?? "");
  current = await requestTokens({
    grant_type: "authorization_code",
    code: query.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: begun.verifier,
  });
  return begun.returnTo;
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

async function renew(): Promise<Tokens | undefined> {
  const refreshToken = current?.refreshToken;
  if (refreshToken === undefined) return undefined;
  try {
    current = await requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    current = undefined;
  }
  return current;
}

async function requestTokens(form: Readonly<Record<string, string>>): Promise<Tokens> {
  const response = await fetch("/oidc/token", {
    method: "POST",
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
  });
  const body = (await response.json()) as Readonly<Record<string, string>>;
  // A busy server is not a refusal: the tokens at hand stay what they are.
  if (response.status >= 500) throw new Error(body.error_description ?? "the server cannot answer");
  if (!response.ok) throw new SignInError(body.error ?? "unknown", body.error_description ?? "");
  return {
    accessToken: body.access_token ?? "",
    refreshToken: body.refresh_token,
    idToken: body.id_token,
    permissions: new Set((body.scope ?? "").split(" ")),
    expiresAt: Date.now() / 1000 + Number(body.expires_in),
  };
}

/** RP-Initiated Logout: ends the session at the server and comes back. */
export function signOut(): void {
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    post_logout_redirect_uri: `${location.origin}/console/`,
  });
  if (current?.idToken !== undefined) query.set("id_token_hint", current.idToken);
  current = undefined;
  location.assign(`/oidc/logout?${query}`);
}
