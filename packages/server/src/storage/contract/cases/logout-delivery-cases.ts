import assert from "node:assert/strict";
import { test } from "node:test";
import type { Storage } from "../../open-storage.ts";
import { delegation, endSession, OFFLINE, redemption, START, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, applicationWithLogoutUri, put, remove, trustedActor, user } from "../samples.ts";

const delivery = (sessionId: string) => ({
  id: `${sessionId} shop`,
  applicationId: "shop",
  userId: "usr_alice",
  sessionId,
});

const alice = user("usr_alice", "alice");
const bob = user("usr_bob", "bob");

/**
 * Alice has two sessions, Bob has one. Each session has two delegations to `mail`, which registered for logout
 * messages, and delegations that cause no message.
 */
async function fill({ state, sessions, delegations }: Storage): Promise<void> {
  const applications = [
    applicationWithLogoutUri("mail"),
    applicationWithLogoutUri("shop"),
    applicationWithLogoutUri("idle"),
    application("unregistered"),
  ];
  const entities = applications.map((value) => put("application", value));
  await state.commit([put("user", alice), put("user", bob), ...entities], trustedActor);
  for (const [sessionId, userId] of [
    ["ses_1", "usr_alice"],
    ["ses_2", "usr_alice"],
    ["ses_3", "usr_bob"],
  ] as const) {
    await sessions.start(session(sessionId, userId), `token of ${sessionId}`, undefined);
    const got = [...["mail", "mail", "unregistered"], ...(sessionId === "ses_1" ? ["shop"] : [])];
    for (const [i, applicationId] of got.entries()) {
      const id = `dlg ${sessionId} ${i}`;
      await delegations.insert(delegation(id, { ...OFFLINE, userId, applicationId, sessionId }), id);
      await delegations.redeem(id, redemption(START));
    }
    const unused = delegation(`unused ${sessionId}`, { userId, applicationId: "idle", sessionId });
    await delegations.insert(unused, unused.id);
  }
}

async function takeDeliveries({ logoutDeliveries }: Storage): Promise<readonly string[]> {
  const taken = await logoutDeliveries.take(START + 5, START + 6, 100);
  return taken
    .map(({ userId, sessionId, applicationId }) => `${userId} ${sessionId} ${applicationId}`)
    .toSorted();
}

const OF_SESSION_1 = ["usr_alice ses_1 mail", "usr_alice ses_1 shop"];
const OF_ALICE = [...OF_SESSION_1, "usr_alice ses_2 mail"];

const ENDS: Readonly<Record<string, readonly [end: (storage: Storage) => Promise<unknown>, string[]]>> = {
  "it is signed out": [({ sessions }) => sessions.end("ses_1", START + 5), OF_SESSION_1],
  "another takes its place": [
    ({ sessions }) => sessions.start(session("ses_4", "usr_bob", { createdAt: START + 5 }), "token", "ses_1"),
    OF_SESSION_1,
  ],
  "its user signs out everywhere else": [
    ({ sessions }) => sessions.endAllOfUser("usr_alice", START + 5, "ses_1"),
    ["usr_alice ses_2 mail"],
  ],
  "its user signs out everywhere": [
    ({ sessions }) => sessions.endAllOfUser("usr_alice", START + 5),
    OF_ALICE,
  ],
  "its user is disabled": [
    ({ state }) => state.commit([put("user", { ...alice, enabled: false })], trustedActor),
    OF_ALICE,
  ],
  "its user is deleted": [({ state }) => state.commit([remove("user", alice)], trustedActor), OF_ALICE],
};

export function logoutDeliveryCases(engine: EngineUnderTest): void {
  for (const [how, [end, expected]] of Object.entries(ENDS))
    test(`when ${how}, a session leaves one delivery for each registered application that took part`, () =>
      onEmptyStorage(engine, async (storage) => {
        await fill(storage);
        assert.deepEqual(await takeDeliveries(storage), []);
        await end(storage);
        assert.deepEqual(await takeDeliveries(storage), expected);
      }));

  test("a session that has ended, or never existed, adds no delivery", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      await Promise.all(Array.from({ length: 5 }, () => storage.sessions.end("ses_1", START)));
      assert.deepEqual(await takeDeliveries(storage), OF_SESSION_1);
      for (const id of OF_SESSION_1) await storage.logoutDeliveries.done(id.replace("usr_alice ", ""));
      await storage.sessions.end("ses_1", START);
      await storage.sessions.end("ses_unknown", START);
      await storage.sessions.endAllOfUser("usr_unknown", START);
      assert.deepEqual(await storage.logoutDeliveries.take(START + 99, START + 100, 10), []);
    }));

  test("a delivery is taken when it is due, hidden until its lease ends, and deleted when it is done", () =>
    onEmptyStorage(engine, async (storage) => {
      const { state, logoutDeliveries } = storage;
      const take = (now: number) => logoutDeliveries.take(now, now + 30, 10);
      await state.commit([put("application", applicationWithLogoutUri("shop"))], trustedActor);
      await endSession(storage, delivery("1"), START);
      assert.deepEqual(await take(START - 1), []);
      assert.deepEqual(await take(START), [{ ...delivery("1"), attempts: 1 }]);
      assert.deepEqual(await take(START + 29), []);
      assert.deepEqual(await take(START + 30), [{ ...delivery("1"), attempts: 2 }]);
      await logoutDeliveries.retryAt(delivery("1").id, START + 100);
      assert.deepEqual(await take(START + 99), []);
      assert.deepEqual(await take(START + 100), [{ ...delivery("1"), attempts: 3 }]);
      await logoutDeliveries.done(delivery("1").id);
      await logoutDeliveries.done(delivery("1").id);
      await logoutDeliveries.done("nul\0");
      await logoutDeliveries.retryAt(delivery("1").id, START);
      assert.deepEqual(await take(START + 9_999), []);
    }));

  test("of many nodes that take in parallel, one gets each delivery, in the order of the due times", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const { state, logoutDeliveries } = storage;
      const other = (await openAgain()).logoutDeliveries;
      await state.commit([put("application", applicationWithLogoutUri("shop"))], trustedActor);
      const deliveries = Array.from({ length: 60 }, (_, i) => delivery(`ses_${i}`));
      for (const each of deliveries) await endSession(storage, each, START);
      const ids = deliveries.map(({ id }) => id);
      await endSession(storage, delivery("older"), START - 5);
      assert.deepEqual(await other.take(START, START + 30, 1), [{ ...delivery("older"), attempts: 1 }]);
      const taken: string[] = [];
      for (let round = 0; round < 10 && taken.length < ids.length; round++) {
        const takes = Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? logoutDeliveries : other).take(START, START + 30, 7),
        );
        const batches = await Promise.all(takes);
        for (const batch of batches) assert.ok(batch.length <= 7);
        taken.push(...batches.flat().map(({ id }) => id));
      }
      assert.deepEqual(taken.toSorted(), ids.toSorted());
    }));
}
