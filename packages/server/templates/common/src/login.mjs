/** Users sign in at Licet. What a browser has to keep is in two sealed cookies. */

import * as openid from "openid-client";
import { HOME, ISSUER } from "./addresses.mjs";
import { readCookie, removeCookie, writeCookie } from "./cookies.mjs";

const { WEB_SECRET } = process.env;
const LOGIN_SECONDS = 600;

let discovered;
/** Once, and again if Licet could not be reached. */
function discover() {
  // Only a Licet on this machine may be without TLS.
  const options = ISSUER.startsWith("http:") ? { execute: [openid.allowInsecureRequests] } : {};
  discovered ??= openid.discovery(new URL(ISSUER), "web", WEB_SECRET, undefined, options).catch((error) => {
    discovered = undefined;
    throw error;
  });
  return discovered;
}

/** Where to send the browser. State and PKCE tie the answer to this browser. */
export async function beginLogin() {
  const licet = await discover();
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const address = openid.buildAuthorizationUrl(licet, {
    redirect_uri: `${HOME}/callback`,
    scope: "openid profile orders:read orders:write orders:eu:write",
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  const cookie = writeCookie("login", { pkceCodeVerifier, expectedState }, LOGIN_SECONDS);
  return { address: address.href, cookie };
}

/** The browser comes back with a code. Returns the cookies to set; undefined: it did not begin here, or the user said no. */
export async function finishLogin(path, cookies) {
  const expected = readCookie(cookies, "login");
  const address = new URL(path, HOME);
  if (expected === undefined || address.searchParams.has("error")) return undefined;
  const tokens = await openid.authorizationCodeGrant(await discover(), address, expected);
  const session = {
    name: String(tokens.claims()?.name),
    token: tokens.access_token,
    refused: String(tokens.scope_rejected ?? ""),
  };
  return [removeCookie("login"), writeCookie("session", session, tokens.expires_in)];
}

/** Ends the session here. Where to send the browser, so that the user can sign out at Licet as well. */
export async function beginLogout() {
  const address = openid.buildEndSessionUrl(await discover(), { post_logout_redirect_uri: `${HOME}/` });
  return { address: address.href, cookie: removeCookie("session") };
}

/** Who is signed in: `{ name, token, refused }`, or undefined. */
export const readSession = (cookies) => readCookie(cookies, "session");
