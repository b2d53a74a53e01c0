import assert from "node:assert/strict";
import { test } from "node:test";
import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import type { StoredKey } from "../stores.ts";
import { generateKey } from "./generate-key.ts";
import { createMemoryKeyStore, createTestClock, createTestRing, STAGES } from "./key-ring.fixture.ts";
import { createKeyRing } from "./key-ring.ts";
import { CLOCK_SKEW_SECONDS } from "./key-stage.ts";
import { createSealer, SealError } from "./seal.ts";

const LEAD_MS = (STAGES.jwksMaxAgeSeconds + STAGES.propagationSeconds) * 1000;
const KEEP_MS = (STAGES.maxTokenLifetimeSeconds + STAGES.propagationSeconds + CLOCK_SKEW_SECONDS) * 1000;
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

test("the first start makes one key per algorithm that signs at once, the second start none", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock(1_767_225_600_789)];
  const ring = createTestRing(store, clock);
  await ring.ensure();
  assert.deepEqual(
    ring
      .list(clock.now)
      .map(({ algorithm, stage }) => [algorithm, stage])
      .toSorted(),
    SIGNING_ALGORITHMS.map((algorithm) => [algorithm, "current"]).toSorted(),
  );
  for (const algorithm of SIGNING_ALGORITHMS) {
    assert.equal(ring.signer(algorithm, clock.seconds() * 1000).algorithm, algorithm);
  }
  await createTestRing(store, clock).ensure();
  assert.equal(store.rows.length, 3);
});

test("of nodes that start together on an empty database each ends with the same three keys", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const behind = createTestClock(clock.now - 2500);
  const nodes = [createTestRing(store, clock), createTestRing(store, clock), createTestRing(store, behind)];
  await Promise.all(nodes.map((node) => node.ensure()));
  assert.equal(store.rows.length, 3);
  const signing = nodes.map((node) => node.signer("ES256", behind.now).kid);
  assert.equal(new Set(signing).size, 1);
});

test("signing before the keys are loaded is a clear failure", () => {
  const ring = createTestRing(createMemoryKeyStore(), createTestClock());
  assert.throws(() => ring.signer("ES256", 0), /not loaded/);
});

test("a rotated key is published at once, signs after the lead, and leaves when its tokens have expired", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const ring = createTestRing(store, clock);
  await ring.ensure();
  const first = ring.signer("ES256", clock.now).kid;
  clock.now += 500;
  const { added, key } = await ring.rotate("ES256");
  const switchAt = key.activatesAt;
  const published = (now: number): string[] => ring.jwks(now).keys.map((jwk) => jwk.kid);

  assert.equal(added, true);
  assert.equal(key.stage, "next");
  assert.ok(switchAt >= clock.now + LEAD_MS && switchAt < clock.now + LEAD_MS + 1000);
  assert.equal(switchAt % 1000, 0);
  assert.ok(published(clock.now).includes(key.kid));

  assert.equal(ring.signer("ES256", switchAt - 1).kid, first);
  assert.equal(ring.signer("ES256", switchAt).kid, key.kid);
  assert.equal(ring.signer("ES256", switchAt - 1).kid, first, "also for a clock that goes back");

  const lastMoment = switchAt + KEEP_MS - 1;
  assert.ok(published(lastMoment).includes(first));
  assert.ok(ring.findVerificationKey(first, lastMoment));
  assert.ok(!published(lastMoment + 1).includes(first));
  assert.equal(ring.findVerificationKey(first, lastMoment + 1), undefined);
  assert.ok(published(lastMoment + 1).includes(key.kid));
});

test("a key that has signed nothing yet verifies nothing, but for the skew between the nodes' clocks", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const ring = createTestRing(store, clock);
  const { key } = await ring.rotate("EdDSA");
  const trustedFrom = key.activatesAt - CLOCK_SKEW_SECONDS * 1000;
  assert.equal(ring.findVerificationKey(key.kid, trustedFrom - 1), undefined);
  assert.ok(ring.findVerificationKey(key.kid, trustedFrom));
});

test("rotating again while a key is pending makes both take their turn", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const ring = createTestRing(store, clock);
  const { key: second } = await ring.rotate("ES256");
  clock.now += 5000;
  const { key: third } = await ring.rotate("ES256");
  assert.equal(ring.signer("ES256", second.activatesAt).kid, second.kid);
  assert.equal(ring.signer("ES256", third.activatesAt).kid, third.kid);
  assert.deepEqual(
    ring
      .list(clock.now)
      .filter(({ algorithm }) => algorithm === "ES256")
      .map(({ stage }) => stage),
    ["current", "next", "next"],
  );
});

test("of nodes that rotate at the same time one adds a key, and all are told of that one", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const nodes = [createTestRing(store, clock), createTestRing(store, clock), createTestRing(store, clock)];
  await Promise.all(nodes.map((node) => node.ensure()));
  const rotations = await Promise.all(nodes.map((node) => node.rotate("ES256")));
  assert.equal(rotations.filter(({ added }) => added).length, 1);
  assert.equal(new Set(rotations.map(({ key }) => key.kid)).size, 1);
  assert.equal(store.rows.filter(({ algorithm }) => algorithm === "ES256").length, 2);
});

test("maintenance rotates old keys once for all nodes and removes the gone ones", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const nodes = [createTestRing(store, clock), createTestRing(store, clock)];
  await Promise.all(nodes.map((node) => node.ensure()));
  const originals = store.rows.map(({ kid }) => kid);
  const maintainAll = async () => {
    const done = await Promise.all(nodes.map((node) => node.maintain()));
    return { added: done.flatMap(({ added }) => added), removed: done.flatMap(({ removed }) => removed) };
  };

  clock.now += STAGES.rotateAfterSeconds * 1000 - 1;
  assert.deepEqual(await maintainAll(), { added: [], removed: [] });
  clock.now += 1;
  const { added } = await maintainAll();
  assert.deepEqual(added.map(({ algorithm }) => algorithm).toSorted(), [...SIGNING_ALGORITHMS].toSorted());
  assert.equal(store.rows.length, 6);
  assert.deepEqual(await maintainAll(), { added: [], removed: [] });

  clock.now += LEAD_MS + KEEP_MS + 1000;
  const { removed } = await maintainAll();
  assert.deepEqual([...new Set(removed)].toSorted(), originals.toSorted());
  assert.equal(store.rows.length, 3);
});

test("another node has the new key after a reload", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const [one, other] = [createTestRing(store, clock), createTestRing(store, clock)];
  await one.ensure();
  await other.ensure();
  const { key } = await one.rotate("ES256");
  assert.notEqual(other.signer("ES256", key.activatesAt).kid, key.kid);
  await other.reload();
  assert.equal(other.signer("ES256", key.activatesAt).kid, key.kid);
});

test("a slow read that began earlier does not undo a newer one", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const gates: (() => void)[] = [];
  let slow = false;
  const slowStore = {
    ...store,
    async list(): Promise<readonly StoredKey[]> {
      const rows = await store.list();
      if (slow) await new Promise<void>((resolve) => gates.push(resolve));
      return rows;
    },
  };
  const ring = createTestRing(slowStore, clock);
  await ring.ensure();
  slow = true;
  const early = ring.reload();
  const { kid, publicJwk, privateKey } = await generateKey("EdDSA");
  const sealedPrivateKey = createSealer(Buffer.from("the secret of the tests, 32 characters")).seal(
    kid,
    privateKey,
  );
  const times = { createdAt: clock.now + 1, activatesAt: clock.now };
  store.rows.push({ kid, algorithm: "EdDSA", publicJwk, sealedPrivateKey, ...times });
  const late = ring.reload();
  await new Promise(setImmediate);
  gates[1]?.();
  await late;
  gates[0]?.();
  await early;
  assert.equal(ring.signer("EdDSA", clock.now).kid, kid);
});

test("the JWKS has public members only, and stays the same object until something changes", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const ring = createTestRing(store, clock);
  const { key } = await ring.rotate("RS256");
  const jwks = ring.jwks(clock.now);
  assert.equal(jwks.keys.length, 4);
  for (const jwk of jwks.keys) {
    assert.deepEqual(
      Object.keys(jwk).filter((member) => PRIVATE_MEMBERS.includes(member)),
      [],
    );
    assert.equal(jwk.use, "sig");
  }
  assert.equal(ring.jwks(clock.now + 1), jwks);
  assert.notEqual(ring.jwks(key.activatesAt), jwks);
  assert.equal(ring.jwksMaxAgeSeconds, STAGES.jwksMaxAgeSeconds);
});

test("a list for people has no key material", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  const ring = createTestRing(store, clock);
  const { key } = await ring.rotate("ES256");
  const [first] = ring.list(clock.now).filter(({ algorithm }) => algorithm === "ES256");
  assert.deepEqual(first, {
    kid: first?.kid,
    algorithm: "ES256",
    stage: "current",
    createdAt: clock.now,
    activatesAt: clock.now,
    stopsSigningAt: key.activatesAt,
    goneAt: key.activatesAt + KEEP_MS,
  });
});

test("a node with the wrong secret does not start and adds nothing that others could not use", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  await createTestRing(store, clock).ensure();
  store.rows.splice(1, 1);
  const stranger = createTestRing(store, clock, "another secret, also of 32 characters");
  await assert.rejects(stranger.ensure(), SealError);
  await assert.rejects(stranger.rotate("ES256"), SealError);
  await assert.rejects(stranger.maintain(), SealError);
  assert.equal(store.rows.length, 2);
});

test("a public key that was planted in the database is neither published nor trusted", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  await createTestRing(store, clock).ensure();
  const planted = await generateKey("ES256");
  const index = store.rows.findIndex(({ algorithm }) => algorithm === "ES256");
  const genuine = store.rows[index] as StoredKey;

  store.rows[index] = { ...genuine, publicJwk: { ...planted.publicJwk, kid: genuine.kid } };
  const ring = createTestRing(store, clock);
  await ring.ensure();
  assert.ok(!JSON.stringify(ring.jwks(clock.now)).includes(planted.publicJwk.x ?? ""));

  store.rows[index] = { ...genuine, kid: planted.kid, publicJwk: planted.publicJwk };
  await assert.rejects(createTestRing(store, clock).ensure(), SealError);

  store.rows[index] = { ...genuine, algorithm: "RS256" };
  await assert.rejects(createTestRing(store, clock).ensure(), /not a key for RS256/);
});

test("a failing store leaves the keys in memory as they were", async () => {
  const [store, clock] = [createMemoryKeyStore(), createTestClock()];
  let down = false;
  const ring = createKeyRing({
    store: {
      ...store,
      list: () => (down ? Promise.reject(new Error("down")) : store.list()),
    },
    sealer: createSealer(Buffer.alloc(32, 1)),
    clock,
    stages: STAGES,
  });
  await ring.ensure();
  down = true;
  await assert.rejects(ring.reload(), /down/);
  assert.equal(ring.signer("ES256", clock.now).algorithm, "ES256");
});
