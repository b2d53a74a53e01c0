import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type AccessToken, signAccessToken } from "../../tokens/access-token.ts";
import {
  createMemoryKeyStore,
  createTestClock,
  createTestRing,
  type TestClock,
} from "../../tokens/keys/key-ring.fixture.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { createVerifyToken, type VerifyToken } from "./verified-tokens.ts";

const ISSUER = "https://auth.example.test";
let clock: TestClock;
let store: ReturnType<typeof createMemoryKeyStore>;
let ring: KeyRing;
let verify: VerifyToken;
beforeEach(async () => {
  clock = createTestClock();
  store = createMemoryKeyStore();
  ring = createTestRing(store, clock);
  await ring.ensure();
  verify = createVerifyToken(ring, ISSUER, 4);
});

const issue = async (over: Partial<AccessToken> = {}): Promise<string> =>
  signAccessToken(ring, {
    issuer: ISSUER,
    subject: "reports",
    audience: "https://orders.example.test",
    clientId: "reports",
    scope: "orders:read orders:42:write",
    issuedAt: clock.seconds(),
    expiresAt: clock.seconds() + 600,
    tokenId: "token-1",
    algorithm: "ES256",
    ...over,
  });

test("a token is verified once and known from then on, with its scope read", async () => {
  const token = await issue();
  const first = await verify(token, clock.seconds());
  assert.ok(first);
  assert.equal(first.claims.sub, "reports");
  assert.deepEqual(
    first.items.map(({ text }) => text),
    ["orders:read", "orders:42:write"],
  );
  assert.deepEqual(first.instances, ["orders/42"]);
  assert.equal(await verify(token, clock.seconds()), first);
});

test("a token without scope has no items", async () => {
  assert.deepEqual((await verify(await issue({ scope: "" }), clock.seconds()))?.items, []);
});

test("a token that is known ends at its time all the same", async () => {
  const token = await issue();
  assert.ok(await verify(token, clock.seconds() + 599));
  assert.equal(await verify(token, clock.seconds() + 600), undefined);
});

test("a token whose key was taken away is refused, known or not", async () => {
  const token = await issue();
  assert.ok(await verify(token, clock.seconds()));
  await store.remove(store.rows.map(({ kid }) => kid));
  await ring.reload();
  assert.equal(await verify(token, clock.seconds()), undefined);
});

test("reading the keys again does not make us verify again", async () => {
  const token = await issue();
  const first = await verify(token, clock.seconds());
  await ring.reload();
  assert.equal(await verify(token, clock.seconds()), first);
});

test("one changed character is another token", async () => {
  const token = await issue();
  assert.ok(await verify(token, clock.seconds()));
  const [header, payload = "", signature] = token.split(".");
  const claims = Buffer.from(payload, "base64url").toString().replace("reports", "payroll");
  const forged = [header, Buffer.from(claims).toString("base64url"), signature].join(".");
  assert.equal(await verify(forged, clock.seconds()), undefined);
  assert.equal(await verify(`${token}A`, clock.seconds()), undefined);
  assert.equal(await verify(token.toUpperCase(), clock.seconds()), undefined);
});

test("only so many are remembered, and those in use stay", async () => {
  const used = await issue();
  const known = await verify(used, clock.seconds());
  for (let index = 0; index < 20; index += 1) {
    assert.ok(await verify(await issue({ tokenId: `token-${index}` }), clock.seconds()));
    assert.equal(await verify(used, clock.seconds()), known);
  }
  const forgotten = await issue({ tokenId: "forgotten" });
  const before = await verify(forgotten, clock.seconds());
  for (let index = 0; index < 8; index += 1)
    await verify(await issue({ tokenId: `later-${index}` }), clock.seconds());
  const after = await verify(forgotten, clock.seconds());
  assert.notEqual(after, before);
  assert.deepEqual(after, before);
});
