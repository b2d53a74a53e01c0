import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeyActor, StoredKey, StoredRootKey } from "../../../tokens/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const root = (sealed: string, sealedUnder = "one"): StoredRootKey => ({
  name: "main",
  sealed,
  sealedUnder,
  createdAt: 1_000,
});

const signingKey: StoredKey = {
  kid: "a",
  algorithm: "ES256",
  publicJwk: { kty: "EC", kid: "a" },
  sealedPrivateKey: "sealed a",
  createdAt: 1,
  activatesAt: 1,
};

const operator: KeyActor = { name: "cli", requestId: "req-1", ip: "192.0.2.7" };

export function rootKeyCases(engine: EngineUnderTest): void {
  test("of many nodes that write the first root key in parallel exactly one succeeds, and no revision is taken", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
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
    onEmptyStorage(engine, async ({ keys, rootKeys }) => {
      await keys.add(signingKey, 0);
      assert.equal(await rootKeys.establish(root("new")), false);
      assert.deepEqual(await rootKeys.list(), []);
      assert.deepEqual(await keys.list(), [signingKey]);
    }));

  test("root keys are rewrapped only if they are still the ones that were read, and the audit log records it", () =>
    onEmptyStorage(engine, async ({ rootKeys, audit }) => {
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
}
