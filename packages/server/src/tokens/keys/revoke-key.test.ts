import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { ChangeListener } from "../../core/feed/change-feed.ts";
import { confirmKeys } from "./confirm-keys.ts";
import { createMemoryKeyStore, createTestClock, createTestRing } from "./key-ring.fixture.ts";
import { CLOCK_SKEW_SECONDS } from "./key-stage.ts";

const BY = { name: "test" };

describe("revoking a key", () => {
  test("that signs: a new one signs in the same second, the old one is neither trusted nor published", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    const ring = createTestRing(store, clock);
    await ring.ensure();
    clock.now += 10 * 86_400_000 + 123;
    const { kid } = ring.signer("ES256", clock.now);
    const revocation = await ring.revoke(kid, BY);
    const second = Math.floor(clock.now / 1000) * 1000;
    assert.equal(revocation?.revoked.kid, kid);
    assert.equal(ring.signer("ES256", second).kid, revocation?.signing.kid);
    assert.notEqual(revocation?.signing.kid, kid);
    assert.equal(ring.findVerificationKey(kid, clock.now), undefined);
    assert.ok(ring.findVerificationKey(String(revocation?.signing.kid), second));
    assert.ok(ring.jwks(clock.now).keys.every((jwk) => jwk.kid !== kid));
    assert.equal(store.rows.length, 3);
  });

  test("holds on a node whose clock is behind as well: no retired key signs there", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    const behind = createTestClock(clock.now);
    const [ring, other] = [createTestRing(store, clock), createTestRing(store, behind)];
    await ring.ensure();
    const { key: second } = await ring.rotate("ES256");
    clock.now = second.activatesAt + 5 * 60_000;
    behind.now = clock.now - CLOCK_SKEW_SECONDS * 1000 + 1_000;
    const revocation = await ring.revoke(second.kid, BY);
    await other.reload();
    assert.equal(other.signer("ES256", behind.now).kid, revocation?.signing.kid);
  });

  test("that has just begun to sign does not bring its predecessor back", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    const ring = createTestRing(store, clock);
    const { key: second } = await ring.rotate("ES256");
    clock.now = second.activatesAt;
    const revocation = await ring.revoke(second.kid, BY);
    assert.equal(ring.signer("ES256", clock.now).kid, revocation?.signing.kid);
    assert.equal(ring.list(clock.now).filter(({ stage }) => stage === "retired").length, 1);
  });

  test("that does not sign takes only that one away", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    const ring = createTestRing(store, clock);
    await ring.ensure();
    const first = ring.signer("ES256", clock.now).kid;
    const { key: second } = await ring.rotate("ES256");
    const next = await ring.revoke(second.kid, BY);
    assert.deepEqual([next?.revoked.stage, next?.signing.kid], ["next", first]);
    const { key: third } = await ring.rotate("ES256");
    clock.now = third.activatesAt;
    const retired = await ring.revoke(first, BY);
    assert.deepEqual([retired?.revoked.stage, retired?.signing.kid], ["retired", third.kid]);
    assert.equal(store.rows.filter(({ algorithm }) => algorithm === "ES256").length, 1);
  });

  test("that is not there changes nothing", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    assert.equal(await createTestRing(store, clock).revoke("nobody", BY), undefined);
    assert.equal(store.rows.length, 3);
  });

  test("on several nodes at once, each another one, always leaves a key that signs", async () => {
    const [store, clock] = [createMemoryKeyStore(), createTestClock()];
    const rings = [createTestRing(store, clock), createTestRing(store, clock), createTestRing(store, clock)];
    await rings[0]?.rotate("ES256");
    clock.now += 1_000;
    await rings[0]?.rotate("ES256");
    const kids = store.rows.filter(({ algorithm }) => algorithm === "ES256").map(({ kid }) => kid);
    assert.equal(kids.length, 3);
    await Promise.all(rings.map((ring, index) => ring.revoke(String(kids[index]), BY)));
    const left = store.rows.filter(({ algorithm }) => algorithm === "ES256");
    assert.equal(left.filter(({ kid }) => kids.includes(kid)).length, 0);
    assert.equal(left.length, 1);
    for (const ring of rings) {
      await ring.reload();
      assert.equal(ring.signer("ES256", clock.now).kid, left[0]?.kid);
    }
  });
});

/** A feed that says what it is told to, and is always current itself. */
function createTestFeed() {
  const listeners: ChangeListener[] = [];
  const resets: (() => void)[] = [];
  return {
    revision: 7,
    confirm: () => undefined,
    refresh: async () => undefined,
    ageMilliseconds: () => 0,
    onChange: (listener: ChangeListener) => void listeners.push(listener),
    onReset: (listener: () => void) => void resets.push(listener),
    announce: () => listeners.forEach((listener) => void listener(["keys"])),
    reset: () => resets.forEach((listener) => void listener()),
  };
}

describe("a node that hears of other keys", () => {
  test("answers no request before it has read them; otherwise it waits for nothing", async () => {
    const [store, clock, feed] = [createMemoryKeyStore(), createTestClock(), createTestFeed()];
    const ring = createTestRing(store, clock);
    const confirming = confirmKeys(feed, ring, assert.ifError);
    await ring.ensure();
    assert.equal(confirming.confirm(), undefined);
    const { kid } = ring.signer("ES256", clock.now);
    for (const announce of [feed.announce, feed.reset]) {
      const signing = ring.signer("ES256", clock.now).kid;
      await createTestRing(store, clock).revoke(signing, BY);
      announce();
      await confirming.confirm();
      assert.equal(ring.findVerificationKey(signing, clock.now), undefined);
      assert.equal(confirming.confirm(), undefined);
    }
    assert.equal(ring.findVerificationKey(kid, clock.now), undefined);
    assert.equal(confirming.revision, 7);
  });

  test("cannot serve while it cannot read them, and can again as soon as it can", async () => {
    const [memory, clock, feed] = [createMemoryKeyStore(), createTestClock(), createTestFeed()];
    let isAway = false;
    const store = {
      ...memory,
      list: async () => {
        if (isAway) throw new Error("the database is away");
        return memory.list();
      },
    };
    const ring = createTestRing(store, clock);
    const told: unknown[] = [];
    const confirming = confirmKeys(feed, ring, (error) => void told.push(error));
    await ring.ensure();
    isAway = true;
    feed.announce();
    await assert.rejects(async () => confirming.confirm(), UnavailableError);
    await assert.rejects(async () => confirming.confirm(), UnavailableError);
    assert.ok(told.length > 0);
    isAway = false;
    await confirming.confirm();
    assert.equal(confirming.confirm(), undefined);
  });

  test("reads again when another change is announced during the reading", async () => {
    const [memory, clock, feed] = [createMemoryKeyStore(), createTestClock(), createTestFeed()];
    let meanwhile: (() => void) | undefined;
    const store = {
      ...memory,
      list: async () => {
        const rows = await memory.list();
        meanwhile?.();
        return rows;
      },
    };
    const ring = createTestRing(store, clock);
    const confirming = confirmKeys(feed, ring, assert.ifError);
    await ring.ensure();
    const { kid } = ring.signer("ES256", clock.now);
    meanwhile = () => {
      meanwhile = undefined;
      memory.rows.splice(0, memory.rows.length, ...memory.rows.filter((row) => row.kid !== kid));
      feed.announce();
    };
    feed.announce();
    await confirming.confirm();
    assert.equal(ring.findVerificationKey(kid, clock.now), undefined);
  });
});
