import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { type CodeFlowApplication, signedInUserId } from "../code-flow-population.ts";
import type { CodeFlowSubject } from "../code-flow-subject.ts";
import { type Caller, GRANTED, REFUSED, RESOURCE, TOKEN_LIFETIME_SECONDS } from "../population.ts";
import type { PublishedKeys } from "../published-keys.ts";
import type { TokenSubject } from "../subject.ts";

/** Checks of the answers. A wrong answer ends the run. */

const GRANTED_TEXT = GRANTED.join(" ");

/** Checks a token response and returns the access token. */
export function checkTokenAnswer(subject: TokenSubject, body: string): string {
  const answer = JSON.parse(body);
  assert.equal(answer.token_type, "Bearer");
  assert.equal(answer.expires_in, TOKEN_LIFETIME_SECONDS);
  assert.equal(answer.scope, GRANTED_TEXT);
  assert.equal(answer.scope_rejected, subject.namesRefused ? REFUSED : undefined);
  assert.equal(typeof answer.access_token, "string");
  return answer.access_token;
}

/** Checks the signature and the claims of a JWT access token against the published keys. */
export function checkAccessToken(token: string, caller: Caller, keys: PublishedKeys): void {
  const claims = verifyJwt(token, "ES256", keys, "at+jwt");
  assert.equal(claims.sub, caller.clientId);
  assert.equal(claims.client_id, caller.clientId);
  assert.equal(claims.aud, RESOURCE.identifier);
  assert.equal(claims.scope, GRANTED_TEXT);
  for (const name of ["iss", "iat", "exp", "jti"]) assert.ok(name in claims, `no claim ${name}`);
}

/** Checks the token response for a user's code or for a refresh token: all tokens and their signatures. */
export function checkUserTokens(
  subject: CodeFlowSubject,
  application: CodeFlowApplication,
  body: string,
  user: number,
  keys: PublishedKeys,
): void {
  const answer = JSON.parse(body);
  const scope = subject.answeredScope(application);
  assert.equal(answer.token_type, "Bearer");
  assert.equal(answer.expires_in, TOKEN_LIFETIME_SECONDS);
  assert.equal(answer.scope, scope);
  assert.equal(answer.scope_rejected, subject.namesRefused ? "" : undefined);
  assert.equal(typeof answer.refresh_token, application.refreshes ? "string" : "undefined");

  const access = verifyJwt(answer.access_token, "ES256", keys, "at+jwt");
  assert.equal(access.sub, signedInUserId(user));
  assert.equal(access.client_id, application.clientId);
  assert.equal(access.aud, RESOURCE.identifier);
  assert.equal(access.scope, scope);
  const identity = verifyJwt(answer.id_token, application.idTokenAlgorithm, keys);
  assert.equal(identity.sub, signedInUserId(user));
  assert.equal(identity.aud, application.clientId);
}

/** Checks the answer to an authorization request and returns its code. */
export function checkAuthorizationAnswer(
  application: CodeFlowApplication,
  location: string,
  state: string,
): string {
  const { origin, pathname, searchParams } = new URL(location);
  assert.equal(
    origin + pathname,
    application.redirectUri,
    `not the redirect URI of the application: ${location}`,
  );
  assert.equal(searchParams.get("state"), state);
  assert.ok(searchParams.has("iss"));
  const code = searchParams.get("code");
  assert.ok(code, `no code: ${location}`);
  return code;
}

/** Checks the signature of a JWT and returns its claims. */
export function verifyJwt(
  token: string,
  algorithm: "ES256" | "RS256",
  keys: PublishedKeys,
  type?: string,
): Record<string, unknown> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { alg, typ, kid } = decode(header);
  assert.equal(alg, algorithm);
  if (type !== undefined) assert.equal(typ, type);
  const key = keys.get(String(kid));
  assert.ok(key, `no published key ${String(kid)}`);
  const isGenuine = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    // Only for elliptic curves: RSA signatures have one encoding.
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(isGenuine, "the signature is not valid");
  return decode(payload);
}

export function checkIntrospectionAnswer(body: string, caller: Caller): void {
  const answer = JSON.parse(body);
  assert.equal(answer.active, true);
  assert.equal(answer.client_id, caller.clientId);
  assert.equal(answer.scope, GRANTED_TEXT);
  assert.equal(answer.aud, RESOURCE.identifier);
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString());
