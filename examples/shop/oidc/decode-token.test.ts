import assert from "node:assert/strict";
import { test } from "node:test";
import { findIdTokenProblem } from "./check-id-token.ts";
import { decodeToken } from "./decode-token.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const CLAIMS = { iss: "http://127.0.0.1:4455", aud: "shop", sub: "usr_alice", nonce: "n", exp: 2_000 };
const EXPECTED = { issuer: CLAIMS.iss, audience: "shop", nonce: "n", subject: "usr_alice", now: 1_999 };

test("a token is read into its header and its claims", () => {
  const raw = `${part({ alg: "RS256" })}.${part(CLAIMS)}.c2ln`;
  assert.deepEqual(decodeToken(raw), { raw, header: { alg: "RS256" }, claims: CLAIMS });
});

for (const raw of [undefined, 1, "", "a", "a.b.c", `${part({})}.`, `${part(null)}.${part(null)}.x`]) {
  test(`${JSON.stringify(raw)} is no token`, () => assert.equal(decodeToken(raw), undefined));
}

const problemOf = (claims: object) =>
  findIdTokenProblem({ raw: "", header: {}, claims: { ...CLAIMS, ...claims } }, EXPECTED);

test("an ID token of this issuer, for the shop and in answer to its request is taken", () => {
  assert.equal(problemOf({}), undefined);
});

const refused = [
  ["another issuer", { iss: "http://127.0.0.1:4456" }],
  ["another application", { aud: "other" }],
  ["another application", { aud: ["shop", "other"] }],
  ["another application", { aud: ["shop", "other"], azp: "other" }],
  ["expired", { exp: 1_999 }],
  ["expired", { exp: undefined }],
  ["another request", { nonce: "m" }],
  ["another request", { nonce: undefined }],
  ["another user", { sub: "usr_bob" }],
] as const;
for (const [problem, claims] of refused) {
  test(`an ID token with ${JSON.stringify(claims)} is refused: ${problem}`, () =>
    assert.match(problemOf(claims) ?? "", new RegExp(problem)));
}
