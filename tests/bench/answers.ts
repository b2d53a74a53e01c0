import assert from "node:assert/strict";
import { verify } from "node:crypto";
import type { TokenContestant } from "./contestant.ts";
import { type Caller, GRANTED, REFUSED, RESOURCE, TOKEN_LIFETIME_SECONDS } from "./population.ts";
import type { PublishedKeys } from "./published-keys.ts";

/** What a right answer is. A contestant that answers faster but wrongly ends the run. */

const GRANTED_TEXT = GRANTED.join(" ");

/** Checks a token response and gives the token. */
export function checkTokenAnswer(contestant: TokenContestant, body: string): string {
  const answer = JSON.parse(body);
  assert.equal(answer.token_type, "Bearer");
  assert.equal(answer.expires_in, TOKEN_LIFETIME_SECONDS);
  assert.equal(answer.scope, GRANTED_TEXT);
  assert.equal(answer.scope_rejected, contestant.namesRefused ? REFUSED : undefined);
  assert.equal(typeof answer.access_token, "string");
  return answer.access_token;
}

/** Checks the signature and the claims of a JWT access token against the published keys. */
export function checkAccessToken(token: string, caller: Caller, keys: PublishedKeys): void {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { alg, typ, kid } = decode(header);
  assert.equal(alg, "ES256");
  assert.equal(typ, "at+jwt");
  const key = keys.get(String(kid));
  assert.ok(key, `no published key ${String(kid)}`);
  const signed = Buffer.from(`${header}.${payload}`);
  const isGenuine = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(isGenuine, "a wrong signature");

  const claims = decode(payload);
  assert.equal(claims.sub, caller.clientId);
  assert.equal(claims.client_id, caller.clientId);
  assert.equal(claims.aud, RESOURCE.identifier);
  assert.equal(claims.scope, GRANTED_TEXT);
  for (const name of ["iss", "iat", "exp", "jti"]) assert.ok(name in claims, `no claim ${name}`);
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
