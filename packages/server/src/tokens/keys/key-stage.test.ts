import assert from "node:assert/strict";
import { test } from "node:test";
import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import fc from "fast-check";
import type { StoredKey } from "../stores.ts";
import { activationOf, CLOCK_SKEW_SECONDS, stageKeys, stageTimes } from "./key-stage.ts";

const key = (kid: string, activatesAt: number, over: Partial<StoredKey> = {}): StoredKey => ({
  kid,
  algorithm: "ES256",
  publicJwk: {},
  sealedPrivateKey: "",
  createdAt: 0,
  activatesAt,
  ...over,
});

const TIMES = { publishAheadMs: 100, keepRetiredMs: 1000 };
const stagesAt = (keys: readonly StoredKey[], now: number): Record<string, string> =>
  Object.fromEntries(stageKeys(keys, now, TIMES).map(({ key: { kid }, stage }) => [kid, stage]));

test("keys go from next to current to retired to gone, each at its exact moment", () => {
  const keys = [key("b", 5000), key("a", 1000), key("c", 9000)];
  const table: readonly [now: number, a: string, b: string, c: string][] = [
    [1000, "current", "next", "next"],
    [4999, "current", "next", "next"],
    [5000, "retired", "current", "next"],
    [5999, "retired", "current", "next"],
    [6000, "gone", "current", "next"],
    [8999, "gone", "current", "next"],
    [9000, "gone", "retired", "current"],
    [9999, "gone", "retired", "current"],
    [10_000, "gone", "gone", "current"],
    [999_999_999, "gone", "gone", "current"],
  ];
  for (const [now, a, b, c] of table) assert.deepEqual(stagesAt(keys, now), { a, b, c }, `at ${now}`);
});

test("a key knows when it stops signing and when it is gone as soon as it has a successor", () => {
  const [first, second] = stageKeys([key("a", 1000), key("b", 5000)], 2000, TIMES);
  assert.equal(first?.stopsSigningAt, 5000);
  assert.equal(first?.goneAt, 6000);
  assert.equal(second?.stopsSigningAt, undefined);
  assert.equal(second?.goneAt, undefined);
});

test("on a node whose clock is behind the one that made the very first key, that key signs all the same", () => {
  assert.deepEqual(stagesAt([key("a", 1000), key("b", 5000)], 10), { a: "current", b: "next" });
});

test("algorithms do not retire each other", () => {
  const keys = [key("es", 1000), key("rs", 5000, { algorithm: "RS256" })];
  assert.deepEqual(stagesAt(keys, 99_999), { es: "current", rs: "current" });
});

test("a tie is broken by creation, then by kid, and never by the order of the rows", () => {
  const byCreation = [key("z", 1000, { createdAt: 1 }), key("a", 1000, { createdAt: 2 })];
  assert.deepEqual(stagesAt(byCreation, 1500), { z: "retired", a: "current" });
  const byKid = [key("b", 1000), key("a", 1000)];
  assert.deepEqual(stagesAt(byKid, 1500), { a: "retired", b: "current" });
  assert.deepEqual(stagesAt(byKid.toReversed(), 1500), { a: "retired", b: "current" });
});

test("at every moment exactly one key of each algorithm is current, in whatever order the rows come", () => {
  const time = fc.integer({ min: 0, max: 20 }); // narrow, so that ties happen
  const keys = fc
    .array(
      fc.record({ algorithm: fc.constantFrom(...SIGNING_ALGORITHMS), activatesAt: time, createdAt: time }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((all) => all.map((one, index) => key(`k${index}`, one.activatesAt, one)));
  fc.assert(
    fc.property(keys, fc.integer({ min: -5, max: 40 }), (all, now) => {
      const times = { publishAheadMs: 0, keepRetiredMs: 5 };
      const current = stageKeys(all, now, times).filter(({ stage }) => stage === "current");
      assert.deepEqual(
        current.map((one) => one.key.algorithm).toSorted(),
        [...new Set(all.map((one) => one.algorithm))].toSorted(),
      );
      const reversed = stageKeys(all.toReversed(), now, times).filter(({ stage }) => stage === "current");
      assert.deepEqual(
        reversed.map((one) => one.key.kid).toSorted(),
        current.map((one) => one.key.kid).toSorted(),
      );
    }),
  );
});

/** Picks the ends of a range as often as its inside: that is where mistakes live. */
const within = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const pick = (fraction: number, from: number, to: number): number =>
  from + Math.floor(fraction * (to - from));

test("a verifier that fetched the JWKS within its max-age, from any node, can verify every token that is still valid", () => {
  const settings = fc.record({
    jwksMaxAgeSeconds: fc.integer({ min: 0, max: 900 }),
    propagationSeconds: fc.integer({ min: 0, max: 60 }),
    maxTokenLifetimeSeconds: fc.integer({ min: 1, max: 7200 }),
  });
  const story = fc.record({
    settings,
    gaps: fc.array(fc.integer({ min: 0, max: 3_000_000 }), { minLength: 1, maxLength: 6 }),
    signedNear: fc.nat({ max: 6 }),
    signedOffset: fc.oneof(fc.integer({ min: -1001, max: 1001 }), fc.integer({ min: -9e5, max: 9e5 })),
    signerLag: within,
    fetchLag: within,
    verifiedAfter: within,
    cacheAge: within,
  });

  fc.assert(
    fc.property(story, (told) => {
      const times = stageTimes(told.settings);
      const { jwksMaxAgeSeconds, propagationSeconds, maxTokenLifetimeSeconds } = told.settings;
      const start = 1_000_000_123;
      const keys = [key("k0", Math.floor(start / 1000) * 1000, { createdAt: start })];
      let createdAt = start;
      for (const [index, gap] of told.gaps.entries()) {
        createdAt += gap;
        keys.push(key(`k${index + 1}`, activationOf(createdAt, times), { createdAt }));
      }
      // A node knows the first key before it serves anything, and each later one `lag` after it was stored.
      const known = (now: number, lag: number): readonly StoredKey[] =>
        keys.filter((one, index) => index === 0 || one.createdAt + lag <= now);
      const lagOf = (fraction: number): number => pick(fraction, 0, propagationSeconds * 1000);

      const near = keys[told.signedNear % keys.length] as StoredKey;
      const signedAt = Math.max(start, near.activatesAt + told.signedOffset);
      const issuedAt = Math.floor(signedAt / 1000);
      const signing = stageKeys(known(signedAt, lagOf(told.signerLag)), issuedAt * 1000, times);
      const kid = signing.find(({ stage }) => stage === "current")?.key.kid;

      const lastValid = (issuedAt + maxTokenLifetimeSeconds + CLOCK_SKEW_SECONDS) * 1000 - 1;
      const verifiedAt = pick(told.verifiedAfter, signedAt, lastValid);
      // A cache entry is fresh while its age is below max-age; at max-age zero it is fetched for every token.
      const oldest = jwksMaxAgeSeconds === 0 ? verifiedAt : verifiedAt - jwksMaxAgeSeconds * 1000 + 1;
      const fetchedAt = Math.max(start, pick(told.cacheAge, oldest, verifiedAt));
      const jwks = stageKeys(known(fetchedAt, lagOf(told.fetchLag)), fetchedAt, times)
        .filter(({ stage }) => stage !== "gone")
        .map((one) => one.key.kid);
      assert.ok(kid !== undefined && jwks.includes(kid), `${kid} is not among ${jwks.join(", ")}`);
    }),
    { numRuns: 5000 },
  );
});
