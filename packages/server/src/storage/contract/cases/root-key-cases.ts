import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeyActor, StoredKey, StoredRootKey } from "../../../tokens/stores.ts";
import { onEmptyStorage, type Subject } from "../subject.ts";

const root = (sealed: string, sealedUnder = "one"): StoredRootKey => ({
  name: "main",
  sealed,
  sealedUnder,
  createdAt: 1_000,
});

const signing = (kid: string, createdAt: number, algorithm: StoredKey["algorithm"] = "ES256"): StoredKey => ({
  kid,
  algorithm,
  publicJwk: { kty: "EC", kid },
  sealedPrivateKey: `sealed ${kid}`,
  createdAt,
  activatesAt: createdAt,
});

const operator: KeyActor = { name: "cli", requestId: "req-1", ip: "192.0.2.7" };

export function rootKeyCases(subject: Subject): void {
  test("of many nodes that write the first root key in parallel exactly one succeeds, and no revision is taken", () =>
    onEmptyStorage(subject, async (storage, openAgain) => {
      const other = await openAgain();
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? storage : other).rootKeys.establish(root(`sealed ${i}`)),
        ),
      );
      assert.equal(written.filter(Boolean).length, 1);
      assert.deepEqual(await other.rootKeys.list(), [root(`sealed ${written.indexOf(true)}`)]);
      assert.equal(await storage.state.revision(), 0);
    }));

  test("no root key is written when signing keys are stored: it could not decrypt them", () =>
    onEmptyStorage(subject, async ({ keys, rootKeys }) => {
      await keys.add(signing("a", 1), 0);
      assert.equal(await rootKeys.establish(root("new")), false);
      assert.deepEqual(await rootKeys.list(), []);
      assert.deepEqual(await keys.list(), [signing("a", 1)]);
    }));

  test("root keys are rewrapped only if they are still the ones that were read, and the audit log records it", () =>
    onEmptyStorage(subject, async ({ rootKeys, audit }) => {
      const [before, after] = [[root("under one")], [root("under two", "two")]];
      await rootKeys.establish(root("under one"));
      assert.equal(await rootKeys.rewrap(after, before, operator), false);
      assert.equal(await rootKeys.rewrap(before, after, operator), true);
      assert.equal(await rootKeys.rewrap(before, after, operator), false);
      assert.deepEqual(await rootKeys.list(), after);
      const events = await audit.list({}, 9);
      assert.deepEqual(
        events.map(({ type, actor, ip, requestId, data }) => ({ type, actor, ip, requestId, data })),
        [
          {
            type: "key.rewrapped",
            actor: "cli",
            ip: "192.0.2.7",
            requestId: "req-1",
            data: { root_keys: ["main"], secret_id: "two", previous_secret_ids: ["one"] },
          },
        ],
      );
    }));

  test("one commit revokes a key and adds its successor, with an audit event, and other nodes learn of it", () =>
    onEmptyStorage(subject, async (storage, openAgain) => {
      const other = await openAgain();
      const { keys, audit } = storage;
      await keys.add(signing("a", 1_000), 0);
      await keys.add(signing("r", 1_000, "RS256"), 0);
      await other.feed.confirm(2);
      let heard = 0;
      other.feed.onChange((topics) => {
        if (topics.includes("keys")) heard += 1;
      });
      const revocation = {
        kid: "a",
        algorithm: "ES256",
        expected: ["a"],
        successor: signing("b", 2_000),
      } as const;
      assert.equal(await keys.revoke(revocation, operator), true);
      await other.feed.confirm(3);
      assert.equal(heard, 1);
      assert.deepEqual(await other.keys.list(), [signing("r", 1_000, "RS256"), signing("b", 2_000)]);
      const [event] = await audit.list({}, 9);
      assert.deepEqual(
        [event?.type, event?.actor, event?.target, event?.data],
        ["key.revoked", "cli", "key:a", { algorithm: "ES256", successor: "b" }],
      );
    }));

  test("a key that is not active yet is activated earlier, and keeps its sealed private key", () =>
    onEmptyStorage(subject, async ({ keys }) => {
      await keys.add(signing("a", 1_000), 0);
      await keys.add({ ...signing("b", 2_000), activatesAt: 9_000 }, 1_000);
      const successor = { ...signing("b", 2_000), sealedPrivateKey: "ignored", activatesAt: 3_000 };
      const revocation = { kid: "a", algorithm: "ES256", expected: ["b", "a"], successor } as const;
      assert.equal(await keys.revoke(revocation, operator), true);
      assert.deepEqual(await keys.list(), [{ ...signing("b", 2_000), activatesAt: 3_000 }]);
    }));

  test("a revocation fails when the keys of the algorithm are not the expected ones any more", () =>
    onEmptyStorage(subject, async ({ keys, audit, state }) => {
      await keys.add(signing("a", 1_000), 0);
      await keys.add(signing("b", 2_000), 1_000);
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
    onEmptyStorage(subject, async (storage, openAgain) => {
      const other = await openAgain();
      await storage.keys.add(signing("a", 1_000), 0);
      await storage.keys.add(signing("b", 2_000), 1_000);
      const planned = ["a", "b"].map((kid, i) =>
        (i ? other : storage).keys.revoke({ kid, algorithm: "ES256", expected: ["a", "b"] }, operator),
      );
      assert.deepEqual((await Promise.all(planned)).toSorted(), [false, true]);
      assert.equal((await storage.keys.list()).length, 1);
    }));
}
