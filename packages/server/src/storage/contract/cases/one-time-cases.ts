import assert from "node:assert/strict";
import { test } from "node:test";
import type { Topic } from "../../../core/change-feed.ts";
import type { StoredKey } from "../../../tokens/stores.ts";
import { onEmptyStorage, type Subject } from "../subject.ts";

const key = (kid: string, createdAt: number, algorithm: StoredKey["algorithm"] = "ES256"): StoredKey => ({
  kid,
  algorithm,
  publicJwk: { kty: "EC", kid },
  sealedPrivateKey: "sealed",
  createdAt,
  activatesAt: createdAt + 1_000,
});

export function oneTimeCases(subject: Subject): void {
  test("of fifty parallel uses of one assertion, on two nodes, exactly one is the first", () =>
    onEmptyStorage(subject, async ({ assertions }, openAgain) => {
      const other = await openAgain();
      const uses = Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? assertions : other.assertions).spend("reports", "jti-1", 1_900_000_000),
      );
      assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
    }));

  test("an assertion's identifier belongs to its client, and may be any text", () =>
    onEmptyStorage(subject, async ({ assertions }) => {
      const pairs = [
        ["a", "1"],
        ["b", "1"],
        ["a", ""],
        ["a", "nul\0"],
        ["a", "x".repeat(10_000)],
        ["a1", ""],
      ] as const;
      for (const [client, jti] of pairs) assert.equal(await assertions.spend(client, jti, 1), true);
      for (const [client, jti] of pairs) assert.equal(await assertions.spend(client, jti, 1), false);
    }));

  test("a revoked token stays revoked, also when it is revoked twice in parallel", () =>
    onEmptyStorage(subject, async ({ revocations }, openAgain) => {
      assert.equal(await revocations.isRevoked("token-1"), false);
      const revoked = await Promise.all(
        Array.from({ length: 10 }, () => revocations.revoke("token-1", 1_900_000_000)),
      );
      assert.equal(revoked.filter((isNew) => isNew).length, 1);
      assert.equal(await (await openAgain()).revocations.isRevoked("token-1"), true);
      assert.equal(await revocations.isRevoked("token-2"), false);
    }));

  test("keys are read as they were stored, oldest first", () =>
    onEmptyStorage(subject, async ({ keys }) => {
      assert.equal(await keys.add(key("k2", 2_000), 0), true);
      assert.equal(await keys.add(key("k1", 1_000, "RS256"), 0), true);
      assert.deepEqual(await keys.list(), [key("k1", 1_000, "RS256"), key("k2", 2_000)]);
    }));

  test("of many nodes that rotate in parallel exactly one adds its key, and all nodes learn of it", () =>
    onEmptyStorage(subject, async (storage, openAgain) => {
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
      assert.equal(await storage.state.revision(), 2, "those who were too late spend no revision");
      await other.feed.confirm(2);
      assert.deepEqual(heard, ["keys"]);
    }));

  test("a recent key of another algorithm does not prevent a new key, and the same key is added once", () =>
    onEmptyStorage(subject, async ({ keys }) => {
      assert.equal(await keys.add(key("a", 5_000), 4_000), true);
      assert.equal(await keys.add(key("b", 5_000, "EdDSA"), 4_000), true);
      assert.equal(await keys.add(key("a", 5_000), 6_000), false);
    }));

  test("removed keys are deleted, and removing nothing changes nothing", () =>
    onEmptyStorage(subject, async ({ keys, state }) => {
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
}
