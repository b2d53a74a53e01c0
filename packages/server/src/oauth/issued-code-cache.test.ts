import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delegation, DelegationState } from "./delegation.ts";
import { withIssuedCodeCache } from "./issued-code-cache.ts";
import type { DelegationStore } from "./stores.ts";

const NOW = 1_000_000;

const delegation = (id: string, codeExpiresAt = NOW + 60): Delegation => ({
  id,
  userId: "usr_alice",
  applicationId: "shop",
  sessionId: "ses_1",
  redirectUri: "https://shop.example.test/callback",
  scope: "openid",
  resources: [],
  agreed: ["openid"],
  outlivesSession: false,
  authentication: { time: NOW, acr: "1", amr: ["pwd"] },
  passwordStamp: "",
  ip: "127.0.0.1",
  createdAt: NOW,
  codeExpiresAt,
});

/** The stored delegation, and the number of lookups. */
function prepare() {
  const stored = new Map<string, DelegationState>();
  const asked: string[] = [];
  let now = NOW;
  const store = {
    async insert(given: Delegation, codeHash: string) {
      stored.set(codeHash, { delegation: given, redeemedAt: NOW });
    },
    async findByCode(codeHash: string) {
      asked.push(codeHash);
      return stored.get(codeHash);
    },
  } as DelegationStore;
  const clock = { seconds: () => now, milliseconds: () => now * 1_000 };
  return { codes: withIssuedCodeCache(store, clock), asked, wait: (seconds: number) => (now += seconds) };
}

test("the delegation of a code that this node issued is known without the database, once", async () => {
  const { codes, asked } = prepare();
  await codes.insert(delegation("dlg_1"), "code");
  assert.deepEqual(codes.takeIssued("code"), delegation("dlg_1"));
  assert.equal(codes.takeIssued("code"), undefined);
  assert.equal(codes.takeIssued("elsewhere"), undefined);
  assert.deepEqual(asked, []);
});

test("looking a code up always reads its whole history", async () => {
  const { codes, asked } = prepare();
  await codes.insert(delegation("dlg_1"), "code");
  assert.equal((await codes.findByCode("code"))?.redeemedAt, NOW);
  assert.equal(await codes.findByCode("elsewhere"), undefined);
  assert.deepEqual(asked, ["code", "elsewhere"]);
});

test("codes that expired, and the oldest of very many, are forgotten", async () => {
  const { codes, wait } = prepare();
  await codes.insert(delegation("dlg_old"), "old");
  wait(61);
  for (let index = 0; index < 10_001; index += 1)
    await codes.insert(delegation(`dlg_${index}`, NOW + 121), `code ${index}`);
  const known = ["old", "code 0", "code 1", "code 10000"].filter((code) => codes.takeIssued(code));
  assert.deepEqual(known, ["code 1", "code 10000"]);
});

test("a code that could not be stored is not known", async () => {
  const { codes } = prepare();
  const failing = withIssuedCodeCache(
    { ...codes, insert: () => Promise.reject(new Error("the database is away")) },
    { seconds: () => NOW, milliseconds: () => NOW * 1_000 },
  );
  await assert.rejects(failing.insert(delegation("dlg_1"), "code"));
  assert.equal(failing.takeIssued("code"), undefined);
});
