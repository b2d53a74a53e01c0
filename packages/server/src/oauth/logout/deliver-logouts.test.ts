import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TestEngine } from "../../../../../tests/support/databases.ts";
import { createServerDatabase } from "../../../../../tests/support/server-database.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { createClients } from "../../accounts/clients.ts";
import type { Application } from "../../accounts/entities.ts";
import { createSetClock, ENGINES } from "../../accounts/testing/open-accounts.ts";
import type { AuditEvent } from "../../audit/events.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { endSession } from "../../storage/contract/delegation-samples.ts";
import { openStorage, type Storage } from "../../storage/open-storage.ts";
import { createMemoryKeyStore, createTestRing } from "../../tokens/keys/key-ring.fixture.ts";
import { OutboundError, type PostForm } from "../outbound/post-form.ts";
import { createLogoutDeliverer } from "./deliver-logouts.ts";

interface Ends {
  after(work: () => Promise<void>): void;
}

const listening = (id: string, changes: Partial<Application> = {}): Application => ({
  id,
  name: id,
  type: "web",
  enabled: true,
  redirectUris: [],
  postLogoutRedirectUris: [],
  requirePkce: false,
  firstParty: false,
  delegated: [],
  idTokenAlgorithm: "ES256",
  idTokenClaims: "profile",
  requirePushedRequests: false,
  requireSignedRequestObject: false,
  clientAssertionMaxLifetimeSeconds: 300,
  serves: [],
  backchannelLogoutUri: `https://${id}.example.test/out`,
  ...changes,
});

/** The outside world: what was sent, and an answer of the test's choice. */
function createWorld(answer: (address: string) => Promise<{ status: number }> | { status: number }) {
  const sent: { address: string; claims: Record<string, unknown> }[] = [];
  const now = { underWay: 0, most: 0 };
  const send: PostForm = async (address, fields) => {
    now.underWay += 1;
    now.most = Math.max(now.most, now.underWay);
    const [, payload = ""] = (fields.logout_token ?? "").split(".");
    sent.push({ address, claims: JSON.parse(Buffer.from(payload, "base64url").toString()) });
    // Others get their turn while an application thinks.
    await nextTurn();
    try {
      return await answer(address);
    } finally {
      now.underWay -= 1;
    }
  };
  return { sent, send, now };
}

/** The first answer waits for the second delivery, so that two are under way at once. */
function createJoiningWorld() {
  const second = Promise.withResolvers<void>();
  let begun = 0;
  return createWorld(async () => {
    begun += 1;
    if (begun === 2) second.resolve();
    if (begun === 1) await second.promise;
    return { status: 200 };
  });
}

async function open(t: Ends, engine: TestEngine, applications: readonly Application[]) {
  const clock = createSetClock();
  const database = await createServerDatabase(engine);
  const nodes: Storage[] = [];
  t.after(async () => {
    await Promise.all(nodes.map((storage) => storage.close()));
    await database.drop();
  });
  const openNode = async () => {
    const storage = await openStorage({ databaseUrl: database.url, clock, hashName: testHashName });
    nodes.push(storage);
    return storage;
  };
  const storage = await openNode();
  const put = async (...values: readonly Application[]) => {
    const changes = values.map((value) => ({ op: "put", kind: "application", value }) as const);
    const { revision } = await storage.state.commit(changes, { name: "test", at: 0 });
    await storage.feed.confirm(revision);
  };
  await put(...applications);
  const keyRing = createTestRing(createMemoryKeyStore(), clock);
  await keyRing.ensure();
  const recorded: AuditEvent[] = [];
  const stopping = new AbortController();
  const createNode = ({ logoutDeliveries, clients, feed }: Storage, send: PostForm) =>
    createLogoutDeliverer({
      store: logoutDeliveries,
      clients: createClients(clients, feed),
      keyRing,
      send,
      audit: { record: (event) => recorded.push(event), count: () => undefined },
      clock,
      issuer: "https://licet.example.test",
      stopping: stopping.signal,
    });
  const endSessions = async (...ended: readonly (readonly [id: string, applicationId: string])[]) => {
    for (const [id, applicationId] of ended)
      await endSession(storage, { sessionId: `ses_${id}`, userId: "usr_ada", applicationId }, clock.now);
  };
  const remove = (value: Application) =>
    storage.state.commit([{ op: "delete", kind: "application", value }], { name: "test", at: 0 });
  return { clock, storage, openNode, put, remove, recorded, createNode, endSessions, stopping };
}

const DAY = 86_400;

for (const engine of ENGINES)
  describe(`logout deliveries on ${engine}`, () => {
    test("an application is told once, with a token of its own", async (t) => {
      const { storage, createNode, endSessions, clock, recorded } = await open(t, engine, [
        listening("shop"),
      ]);
      const { sent, send } = createWorld(() => ({ status: 204 }));
      const { deliverDue } = createNode(storage, send);
      await endSessions(["1", "shop"]);
      await deliverDue();
      clock.now += DAY;
      await deliverDue();
      assert.equal(sent.length, 1);
      assert.equal(sent[0]?.address, "https://shop.example.test/out");
      const { aud, sub, sid } = sent[0]?.claims ?? {};
      assert.deepEqual({ aud, sub, sid }, { aud: "shop", sub: "usr_ada", sid: "ses_1" });
      assert.deepEqual(
        recorded.map(({ type, actor, target, data }) => ({ type, actor, target, data })),
        [
          {
            type: "logout.delivered",
            actor: "user:usr_ada",
            target: "application:shop",
            data: { session: "ses_1", attempts: 1 },
          },
        ],
      );
    });

    test("§2.8: an application that answers 400 is not asked again, and that is recorded", async (t) => {
      const { storage, createNode, endSessions, clock, recorded } = await open(t, engine, [
        listening("shop"),
      ]);
      const { sent, send } = createWorld(() => ({ status: 400 }));
      const { deliverDue } = createNode(storage, send);
      await endSessions(["1", "shop"]);
      await deliverDue();
      clock.now += DAY;
      await deliverDue();
      assert.equal(sent.length, 1);
      assert.equal(recorded[0]?.type, "logout.given_up");
      assert.deepEqual(recorded[0]?.data, { session: "ses_1", attempts: 1, reason: "status 400" });
    });

    const hostileAnswers: Readonly<Record<string, () => { status: number }>> = {
      "status 500": () => ({ status: 500 }),
      "status 302": () => ({ status: 302 }),
      timeout: () => {
        throw new OutboundError("timeout", "there was no answer in time");
      },
      refused: () => {
        throw new OutboundError("refused", "the address is private");
      },
    };
    for (const [reason, answer] of Object.entries(hostileAnswers))
      test(`after ${reason}, it is tried five times at growing intervals within ten minutes, and given up`, async (t) => {
        const { storage, createNode, endSessions, clock, recorded } = await open(t, engine, [
          listening("shop"),
        ]);
        const { sent, send } = createWorld(answer);
        const { deliverDue } = createNode(storage, send);
        await endSessions(["1", "shop"]);
        const began = clock.now;
        const times: number[] = [];
        for (; clock.now < began + 1_200; clock.now += 5) {
          await deliverDue();
          if (sent.length > times.length) times.push(clock.now - began);
        }
        assert.deepEqual(times, [0, 10, 40, 160, 520]);
        assert.equal(new Set(sent.map(({ claims }) => claims.jti)).size, 5);
        assert.deepEqual(
          recorded.map(({ type, data }) => [type, data]),
          [["logout.given_up", { session: "ses_1", attempts: 5, reason }]],
        );
      });

    test("an application that is back by then is told", async (t) => {
      const { storage, createNode, endSessions, clock, recorded } = await open(t, engine, [
        listening("shop"),
      ]);
      let status = 503;
      const { sent, send } = createWorld(() => ({ status }));
      const { deliverDue } = createNode(storage, send);
      await endSessions(["1", "shop"]);
      await deliverDue();
      status = 200;
      clock.now += 10;
      await deliverDue();
      assert.equal(sent.length, 2);
      assert.equal(recorded[0]?.type, "logout.delivered");
    });

    test("an application without address, disabled or deleted gets no notice", async (t) => {
      const { storage, createNode, endSessions, put, remove, clock } = await open(t, engine, [
        listening("silent"),
        listening("shut"),
        listening("gone"),
      ]);
      const { sent, send } = createWorld(() => ({ status: 200 }));
      await endSessions(["1", "silent"], ["2", "shut"], ["3", "gone"]);
      const { backchannelLogoutUri: _, ...silent } = listening("silent");
      await put(silent, listening("shut", { enabled: false }));
      await remove(listening("gone"));
      await createNode(storage, send).deliverDue();
      assert.deepEqual(sent, []);
      assert.deepEqual(await storage.logoutDeliveries.take(clock.now + DAY, clock.now + DAY, 9), []);
    });

    test("of several nodes each delivery is sent by one, and never more than eight at once by each", async (t) => {
      const { storage, openNode, createNode, endSessions } = await open(t, engine, [listening("shop")]);
      const worlds = [createJoiningWorld(), createJoiningWorld()] as const;
      const nodes = [createNode(storage, worlds[0].send), createNode(await openNode(), worlds[1].send)];
      const ids = Array.from({ length: 50 }, (_, i) => String(i));
      await endSessions(...ids.map((id) => [id, "shop"] as const));
      const sids = () => worlds.flatMap(({ sent }) => sent.map(({ claims }) => String(claims.sid)));
      for (let round = 0; round < 20 && sids().length < ids.length; round++)
        await Promise.all(nodes.map(({ deliverDue }) => deliverDue()));
      assert.deepEqual(sids().toSorted(), ids.map((id) => `ses_${id}`).toSorted());
      for (const { now } of worlds) assert.ok(now.most <= 8, `${now.most} at once`);
      assert.ok(worlds.some(({ now }) => now.most > 1));
    });

    test("a delivery that hangs does not delay the others", async (t) => {
      const { storage, createNode, endSessions } = await open(t, engine, [
        listening("slow"),
        listening("shop"),
      ]);
      let release: ((answer: { status: number }) => void) | undefined;
      const hanging = new Promise<{ status: number }>((resolve) => {
        release = resolve;
      });
      const { sent, send } = createWorld((address) => (address.includes("slow") ? hanging : { status: 200 }));
      const others = Array.from({ length: 30 }, (_, i) => [`o${i}`, "shop"] as const);
      await endSessions(["s", "slow"], ...others);
      const running = createNode(storage, send).deliverDue();
      await untilKnown(async () => sent.length === 31);
      release?.({ status: 200 });
      await running;
    });

    test("a delivery that a node had taken when it died is sent by another after the lease, and not for ever", async (t) => {
      const { storage, createNode, endSessions, clock, recorded } = await open(t, engine, [
        listening("shop"),
      ]);
      const { sent, send } = createWorld(() => ({ status: 200 }));
      const { deliverDue } = createNode(storage, send);
      await endSessions(["1", "shop"]);
      const die = () => storage.logoutDeliveries.take(clock.now, clock.now + 30, 8);
      await die();
      await deliverDue();
      assert.equal(sent.length, 0);
      clock.now += 30;
      await deliverDue();
      assert.equal(sent.length, 1);

      await endSessions(["2", "shop"]);
      for (let death = 0; death < 5; death++, clock.now += 30) await die();
      await deliverDue();
      assert.equal(sent.length, 1);
      assert.deepEqual(recorded.at(-1)?.data, {
        session: "ses_2",
        attempts: 6,
        reason: "no attempt came to an end",
      });
    });

    test("a failure of our own is told and takes nothing away, and the others are sent", async (t) => {
      const { storage, createNode, endSessions, clock } = await open(t, engine, [
        listening("odd"),
        listening("shop"),
      ]);
      let isBroken = true;
      const { sent, send } = createWorld((address) => {
        if (isBroken && address.includes("odd")) throw new TypeError("a bug");
        return { status: 200 };
      });
      const { deliverDue } = createNode(storage, send);
      await endSessions(["1", "odd"], ["2", "shop"]);
      await assert.rejects(deliverDue(), TypeError);
      assert.equal(sent.length, 2);
      isBroken = false;
      clock.now += 30;
      await deliverDue();
      assert.deepEqual(sent.map(({ claims }) => claims.aud).toSorted(), ["odd", "odd", "shop"]);
    });

    test("a stopped deliverer begins no further delivery", async (t) => {
      const { storage, createNode, endSessions, stopping } = await open(t, engine, [listening("shop")]);
      const { sent, send } = createWorld(() => {
        stopping.abort();
        return { status: 200 };
      });
      await endSessions(...Array.from({ length: 20 }, (_, i) => [String(i), "shop"] as const));
      const { deliverDue } = createNode(storage, send);
      await deliverDue();
      await deliverDue();
      assert.equal(sent.length, 8);
    });
  });
