/** A protected API, whatever it is written in: what it answers to tokens of Licet, and to others. */

import assert from "node:assert/strict";
import type { ResourceServer } from "../../../../packages/console/src/features/resources/connect/resource-server.ts";
import type { Driven } from "../../client.ts";
import { requestToken } from "../request-token.ts";
import { forgeTokens, startIssuer, type Tokens } from "./forged-tokens.ts";
import { ordersOf } from "./programs.ts";

/** Runs the program for these values, until it is disposed of. */
export type StartApi = (server: ResourceServer) => Promise<AsyncDisposable>;

export async function driveApi(
  driven: Driven,
  start: StartApi,
  otherAlgorithm: "RS256" | "EdDSA",
): Promise<void> {
  const { scene, tried } = driven;
  const orders = ordersOf(scene.issuer);
  {
    await using _api = await start(orders);
    await callWithTokensOfLicet(driven);
  }
  tried("API: 401 without a token and with one for another resource, 403 without the scope, 200 with it");

  await using issuer = await startIssuer();
  {
    await using _api = await start({ ...orders, issuer: issuer.url });
    const forged = await forgeTokens(issuer, orders, "at+jwt");
    await assertVerdicts(scene.port, { good: forged.good, bad: { ...forged.bad, ...forged.ofOtherTypes } });
    tried(`API: 401 for ${Object.keys({ ...forged.bad, ...forged.ofOtherTypes }).join(", ")}`);
  }
  {
    const other = { ...orders, issuer: issuer.url, algorithm: otherAlgorithm, tokenType: "JWT" } as const;
    await using _api = await start(other);
    const forged = await forgeTokens(issuer, other, "JWT");
    await assertVerdicts(scene.port, forged);
    tried(`API: the same with ${otherAlgorithm} and the typ JWT, and 401 for an ID token`);
  }
}

interface Answer {
  readonly status: number;
  readonly challenge: string;
  readonly body: string;
}

async function call(port: number, authorization?: string): Promise<Answer> {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
  const challenge = response.headers.get("www-authenticate") ?? "";
  return { status: response.status, challenge, body: await response.text() };
}

async function callWithTokensOfLicet({ scene }: Driven): Promise<void> {
  const anonymous = await call(scene.port);
  assert.equal(anonymous.status, 401);
  assert.match(anonymous.challenge, /^Bearer\b/);
  // RFC 6750 §3.1: no error code when the request has no credentials.
  assert.doesNotMatch(anonymous.challenge, /error/);

  const [good, narrow, foreign] = [
    await requestToken(scene, "orders:read"),
    await requestToken(scene, "orders:write"),
    await requestToken(scene, "legacy:read"),
  ];
  const refused = await call(scene.port, `Bearer ${foreign}`);
  assert.equal(refused.status, 401);
  assert.match(refused.challenge, /^Bearer\b.*error="invalid_token"/);
  const forbidden = await call(scene.port, `Bearer ${narrow}`);
  assert.equal(forbidden.status, 403);
  assert.match(forbidden.challenge, /^Bearer\b.*error="insufficient_scope"/);
  for (const scheme of ["Bearer", "bearer"]) {
    const answer = await call(scene.port, `${scheme} ${good}`);
    assert.equal(answer.status, 200, answer.challenge);
    assert.deepEqual(JSON.parse(answer.body), { caller: scene.machine.client_id });
  }
  assert.equal((await call(scene.port, `Basic ${btoa("machine:secret")}`)).status, 401);
}

async function assertVerdicts(port: number, { good, bad }: Pick<Tokens, "good" | "bad">): Promise<void> {
  for (const [what, token] of Object.entries(good)) {
    const { status, challenge } = await call(port, `Bearer ${token}`);
    assert.equal(status, 200, `${what}: ${challenge}`);
  }
  for (const [what, token] of Object.entries(bad)) {
    const { status, challenge } = await call(port, `Bearer ${token}`);
    assert.equal(status, 401, what);
    assert.match(challenge, /^Bearer\b.*error="invalid_token"/, what);
  }
}
