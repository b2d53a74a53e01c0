import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hold, StoredInteraction } from "../../../oauth/stores.ts";
import { START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const LIFETIME = 600;
/** So many statements of a node can count in parallel before the first of their rows is visible to the others. */
const CONNECTIONS_PER_NODE = 10;

const interaction = (members: Partial<StoredInteraction> = {}): StoredInteraction => ({
  purpose: { kind: "account" },
  browserHash: "browser-1",
  createdAt: START,
  expiresAt: START + LIFETIME,
  ...members,
});
const pushed = { clientId: "shop", parameters: "scope=openid", expiresAt: START + LIFETIME };
const hold = (holder: string, most: number, now = START): Hold => ({ holder, most, now });

export function holdCases(engine: EngineUnderTest): void {
  test("a holder has a limited number of interactions; expired, finished and signed-in ones do not count", () =>
    onEmptyStorage(engine, async ({ interactions }) => {
      const insert = (id: string, now = START, holder = "address:a") =>
        interactions.insert(id, interaction({ expiresAt: now + LIFETIME }), { hold: hold(holder, 3, now) });
      assert.deepEqual(await Promise.all(["1", "2", "3"].map((id) => insert(id))), [true, true, true]);
      assert.equal(await insert("4"), false);
      assert.equal(await interactions.find("4"), undefined, "nothing was stored");
      assert.equal(await insert("other", START, "address:b"), true, "another holder has its own limit");
      assert.equal(
        await interactions.insert("nobody", interaction()),
        true,
        "an interaction without a holder is not counted",
      );

      const finished = { applicationId: "shop", sessionId: "ses_1", uiLocales: [] };
      assert.equal(await interactions.finish("1", START, finished), true);
      assert.equal(await insert("5"), true, "a finished one does not count");
      await interactions.noteSignIn("2", { sessionId: "ses_1", at: START });
      assert.equal(await insert("6"), true, "nor one at which a user signed in");
      assert.equal(await insert("7"), false);
      assert.equal(await interactions.consume("3", START), true);
      assert.equal(await insert("7"), true, "nor one that was answered");
      assert.equal(await insert("8", START + LIFETIME - 1), false);
      assert.equal(await insert("8", START + LIFETIME), true, "nor one that expired");
    }));

  test("the oldest interactions of a shared holder are deleted, and no request is refused", () =>
    onEmptyStorage(engine, async ({ interactions, pushedRequests }) => {
      const shared = (now: number): Hold => ({ ...hold("address:", 3, now), isShared: true });
      const begin = (id: string, now: number) =>
        interactions.insert(id, interaction({ createdAt: now, expiresAt: now + LIFETIME }), {
          hold: shared(now),
        });
      const push = (id: string, now: number) =>
        pushedRequests.insert(id, { ...pushed, expiresAt: now + LIFETIME }, shared(now));
      await interactions.insert("other", interaction(), { hold: hold("address:a", 1) });
      for (const [index, id] of ["1", "2", "3", "4", "5"].entries()) {
        if (id === "4") await interactions.noteSignIn("1", { sessionId: "ses_1", at: START });
        assert.deepEqual([await begin(id, START + index), await push(id, START + index)], [true, true]);
      }
      const areFound = async (find: (id: string) => Promise<unknown>) =>
        (await Promise.all(["1", "2", "3", "4", "5"].map(find))).map(Boolean);
      assert.deepEqual(
        await areFound(interactions.find),
        [true, false, true, true, true],
        "the first signed in",
      );
      assert.deepEqual(await areFound(pushedRequests.find), [false, false, true, true, true]);
      assert.ok(await interactions.find("other"), "no other holder loses one");
    }));

  test("a holder has a limited number of pushed requests; expired and spent ones do not count", () =>
    onEmptyStorage(engine, async ({ pushedRequests }) => {
      const insert = (id: string, now = START, holder = "client:shop") =>
        pushedRequests.insert(id, { ...pushed, expiresAt: now + LIFETIME }, hold(holder, 2, now));
      assert.deepEqual([await insert("1"), await insert("2"), await insert("3")], [true, true, false]);
      assert.equal(await pushedRequests.find("3"), undefined);
      assert.equal(await insert("other", START, "client:other"), true);
      assert.equal(await pushedRequests.insert("nobody", pushed), true);
      assert.equal(await pushedRequests.spend("1", START), true);
      assert.equal(await insert("3"), true);
      assert.equal(await insert("4", START + LIFETIME - 1), false);
      assert.equal(await insert("4", START + LIFETIME), true);
    }));

  test("parallel inserts on two nodes exceed the bound at most by the number that run at the same time", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const nodes = [storage, await openAgain()];
      const most = 50;
      const each = Array.from({ length: 400 }, (_, index) => index);
      const count = async (insert: (index: number) => Promise<boolean>) =>
        (await Promise.all(each.map(insert))).filter(Boolean).length;
      const pushes = await count(
        async (index) =>
          nodes[index % 2]?.pushedRequests.insert(`${index}`, pushed, hold("client:shop", most)) ?? false,
      );
      const begun = await count(
        async (index) =>
          nodes[index % 2]?.interactions.insert(`${index}`, interaction(), {
            hold: hold("address:a", most),
          }) ?? false,
      );
      for (const stored of [pushes, begun]) {
        assert.ok(stored >= most, `${stored} of ${most}`);
        assert.ok(stored <= most + nodes.length * CONNECTIONS_PER_NODE, `${stored} instead of ${most}`);
      }
    }));

  test("the oldest interactions of a browser are deleted, and no others", () =>
    onEmptyStorage(engine, async ({ interactions }) => {
      for (const [index, id] of ["1", "2", "3", "4"].entries())
        await interactions.insert(id, interaction({ createdAt: START + index }));
      await interactions.insert("other", interaction({ browserHash: "browser-2", createdAt: 1 }));
      const found = async () =>
        (await Promise.all(["1", "2", "3", "4", "other"].map(interactions.find))).map(Boolean);
      const add = (id: string, browserHash: string, othersOfBrowser: number) =>
        interactions.insert(id, interaction({ browserHash, createdAt: 1 }), { othersOfBrowser });
      await add("5", "browser-1", 4);
      assert.deepEqual(await found(), [true, true, true, true, true]);
      await add("6", "browser-1", 2);
      assert.deepEqual(await found(), [false, false, true, true, true]);
      await add("7", "browser-3", 0);
      await add("8", "browser-1", 0);
      assert.deepEqual(await found(), [false, false, false, false, true]);
      assert.equal((await interactions.find("8"))?.browserHash, "browser-1", "the new one is there");
    }));
}
