import assert from "node:assert/strict";
import { test } from "node:test";
import type { Topic } from "../../../core/feed/change-feed.ts";
import type { KeyActor, StoredKey } from "../../../tokens/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const key = (kid: string, createdAt: number, algorithm: StoredKey["algorithm"] = "ES256"): StoredKey => ({
  kid,
  algorithm,
  publicJwk: { kty: "EC", kid },
  sealedPrivateKey: `sealed ${kid}`,
  createdAt,
  activatesAt: createdAt + 1_000,
});

const operator: KeyActor = { name: "cli", requestId: "req-1", ip: "192.0.2.7" };

export function signingKeyCases(engine: EngineUnderTest): void {
  test("keys are read as they were stored, oldest first", () =>
    onEmptyStorage(engine, async ({ keys }) => {
      assert.equal(await keys.add(key("k2", 2_000), 0), true);
      assert.equal(await keys.add(key("k1", 1_000, "RS256"), 0), true);
      assert.deepEqual(await keys.list(), [key("k1", 1_000, "RS256"), key("k2", 2_000)]);
    }));

  test("of many nodes that rotate in parallel exactly one adds its key, and all nodes learn of it", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      await storage.keys.add(key("old", 1_000), 0);
      await other.feed.confirm(1);
      const heard: Topic[] = [];
      other.feed.onChange((topics) => heard.push(...topics));
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? storage : other).keys.add(key(`new-${i}`, 5_000 + i), 1_000),
        ),
      );
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal((await storage.keys.list()).length, 2);
      assert.equal(await storage.state.revision(), 2, "a node that was too late takes no revision");
      await other.feed.confirm(2);
      assert.deepEqual(heard, ["keys"]);
    }));

  test("a recent key of another algorithm does not prevent a new key, and the same key is added once", () =>
    onEmptyStorage(engine, async ({ keys }) => {
      assert.equal(await keys.add(key("a", 5_000), 4_000), true);
      assert.equal(await keys.add(key("b", 5_000, "EdDSA"), 4_000), true);
      assert.equal(await keys.add(key("a", 5_000), 6_000), false);
    }));

  test("removed keys are deleted, and removing nothing changes nothing", () =>
    onEmptyStorage(engine, async ({ keys, state }) => {
      await keys.add(key("a", 1), 0);
      await keys.add(key("b", 2, "RS256"), 0);
      await keys.remove(["a", "unknown"]);
      assert.deepEqual(
        (await keys.list()).map(({ kid }) => kid),
        ["b"],
      );
      await keys.remove(["a"]);
      await keys.remove([]);
      assert.equal(await state.revision(), 3);
    }));

  test("one commit revokes a key and adds its successor, with an audit event, and other nodes learn of it", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      const { keys, audit } = storage;
      await keys.add(key("a", 1_000), 0);
      await keys.add(key("r", 1_000, "RS256"), 0);
      await other.feed.confirm(2);
      let heard = 0;
      other.feed.onChange((topics) => {
        if (topics.includes("keys")) heard += 1;
      });
      const revocation = {
        kid: "a",
        algorithm: "ES256",
        expected: ["a"],
        successor: key("b", 2_000),
      } as const;
      assert.equal(await keys.revoke(revocation, operator), true);
      await other.feed.confirm(3);
      assert.equal(heard, 1);
      assert.deepEqual(await other.keys.list(), [key("r", 1_000, "RS256"), key("b", 2_000)]);
      const [event] = await audit.list({}, 9);
      assert.deepEqual(
        [event?.type, event?.actor, event?.target, event?.data],
        ["key.revoked", "cli", "key:a", { algorithm: "ES256", successor: "b" }],
      );
    }));

  test("a key that is not active yet is activated earlier, and keeps its sealed private key", () =>
    onEmptyStorage(engine, async ({ keys }) => {
      await keys.add(key("a", 1_000), 0);
      await keys.add({ ...key("b", 2_000), activatesAt: 9_000 }, 1_000);
      const successor = { ...key("b", 2_000), sealedPrivateKey: "ignored", activatesAt: 3_000 };
      const revocation = { kid: "a", algorithm: "ES256", expected: ["b", "a"], successor } as const;
      assert.equal(await keys.revoke(revocation, operator), true);
      assert.deepEqual(await keys.list(), [{ ...key("b", 2_000), activatesAt: 3_000 }]);
    }));

  test("a revocation fails when the keys of the algorithm are not the expected ones any more", () =>
    onEmptyStorage(engine, async ({ keys, audit, state }) => {
      await keys.add(key("a", 1_000), 0);
      await keys.add(key("b", 2_000), 1_000);
      for (const expected of [["a"], ["a", "b", "c"], ["a", "c"]])
        assert.equal(await keys.revoke({ kid: "a", algorithm: "ES256", expected }, operator), false);
      assert.equal(
        await keys.revoke({ kid: "c", algorithm: "ES256", expected: ["a", "b"] }, operator),
        false,
      );
      assert.equal((await keys.list()).length, 2);
      assert.equal(await state.revision(), 2);
      assert.deepEqual(await audit.list({}, 9), []);
    }));

  test("of two revocations that were planned on the same keys one succeeds: one key always remains", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      await storage.keys.add(key("a", 1_000), 0);
      await storage.keys.add(key("b", 2_000), 1_000);
      const planned = ["a", "b"].map((kid, i) =>
        (i ? other : storage).keys.revoke({ kid, algorithm: "ES256", expected: ["a", "b"] }, operator),
      );
      assert.deepEqual((await Promise.all(planned)).toSorted(), [false, true]);
      assert.equal((await storage.keys.list()).length, 1);
    }));
}
