/** Random worlds on a real Licet, and local checkers behind a network that is cut and delayed: local = server = oracle. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { anyWorld, NOW } from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import { createLocalChecker, type LocalChecker } from "../../packages/sdk/src/local/index.ts";
import { type Change, entityId } from "../../packages/server/src/directory/change.ts";
import { fetchToken } from "../flows/fetch-token.ts";
import { callerWith } from "../support/api-client.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import type { TestDatabase } from "../support/databases.ts";
import { ENGINES } from "../support/engines.ts";
import { runsOn } from "../support/property-runs.ts";
import { createServerDatabase } from "../support/server-database.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";
import { anyQuestion, expectedVerdict, type WorldQuestion } from "./questions.ts";
import { changesTowards } from "./world-entities.ts";

const MAX_AGE = 2_000;
/** A busy machine may be late by so much with what it is asked for here. */
const LONGEST_CATCH_UP = 20_000;
const REPLICATOR = { client_id: "replicator", client_secret: "replicator-secret-replicator-secret-0" };
const BASE = `
applications: [{ client_id: ${REPLICATOR.client_id}, client_secret: ${REPLICATOR.client_secret}, name: Copies, type: service }]
assignments: [{ principal: application:${REPLICATOR.client_id}, permission: "licet:*" }]
`;
/** Whatever the world is, the copies keep their permission, and Licet its own. */
const isOfBase = (change: Change): boolean => {
  const id = entityId(change);
  if (change.kind === "assignment") return change.value.principal === `application:${REPLICATOR.client_id}`;
  return (
    (change.kind === "application" && id === REPLICATOR.client_id) ||
    (change.kind === "resource" && id === "licet")
  );
};

const anyFault = fc.constantFrom("none", "none", "none", "cut", "delay", "stall", "freeze");
const anyTurn = fc.record({
  world: anyWorld,
  fault: anyFault,
  node: fc.nat(),
  // The resource of Licet itself is the real one here.
  questions: fc.array(
    anyQuestion.filter(({ permission }) => !permission.startsWith("licet:")),
    { minLength: 1, maxLength: 5 },
  ),
});

const asQuestion = ({ principal, permission, instance, ip }: WorldQuestion) => ({
  subject: principal,
  permission,
  ...(instance !== undefined && { resource: instance }),
  context: { time: NOW, ...(ip !== undefined && { ip }) },
});

for (const engine of ENGINES) {
  describe(`on ${engine}${engine === "postgres" ? ", with two nodes" : ""}`, () => {
    let database: TestDatabase;
    let nodes: readonly RunningLicet[];
    let proxies: readonly DatabaseProxy[];
    let checkers: readonly LocalChecker[];
    before(async () => {
      database = await createServerDatabase(engine);
      const first = await startLicet({ state: BASE, database });
      const others =
        engine === "postgres" ? [await startLicet({ state: "", database, baseUrl: first.url })] : [];
      nodes = [first, ...others];
      proxies = await Promise.all(
        nodes.map(({ url }) => createDatabaseProxy({ url, drop: async () => undefined })),
      );
      checkers = proxies.map(({ url }) =>
        createLocalChecker({
          issuer: first.url,
          url,
          token: () => fetchToken(first, REPLICATOR, "licet:*"),
          usernames: true,
          log: () => undefined,
        }),
      );
      await Promise.all(checkers.map((checker) => checker.ready()));
    });
    after(async () => {
      await Promise.all(checkers.map((checker) => checker.close()));
      await Promise.all(proxies.map((proxy) => proxy.drop()));
      for (const node of nodes) await node.stop();
      await database.drop();
    });

    async function become(world: World, node: RunningLicet): Promise<number> {
      const { state } = node.services.storage;
      const changes = (await changesTowards(world, state)).filter((change) => !isOfBase(change));
      if (changes.length > 0)
        await state.commit(changes, { name: "properties", at: Date.now(), mayReuseNames: true });
      return state.revision();
    }

    function harm(proxy: DatabaseProxy, fault: string): void {
      if (fault === "cut") proxy.cut();
      else if (fault === "delay") proxy.delay(60);
      else if (fault === "stall") proxy.stall(0.3, 200);
      else if (fault === "freeze") proxy.freeze();
    }

    /** Waits until a copy has the revision. Until then, nothing that is older than the bound is answered. */
    async function catchUp(checker: LocalChecker, revision: number, committedAt: number): Promise<void> {
      const question = { subject: "group:g0", permission: "orders:read" };
      for (;;) {
        const askedAt = performance.now();
        const answer = checker.check(question);
        if (answer.revision >= revision && answer.reason !== "stale") return;
        const isOld = askedAt - committedAt > MAX_AGE;
        assert.ok(!isOld || answer.reason === "stale", `revision ${answer.revision} is older than it may be`);
        assert.ok(askedAt - committedAt < LONGEST_CATCH_UP, JSON.stringify(checker.status()));
        // Sleeps: the copy hears of the change over a network with real delays, and is asked again until then.
        await pause(1);
      }
    }

    test("every copy answers and explains as its server and the oracle, whatever happens on the way", async () => {
      const runs = { ...runsOn(engine, 1 / 10), endOnFailure: true };
      await fc.assert(
        fc.asyncProperty(anyTurn, async ({ world, fault, node: chosen, questions }) => {
          for (const proxy of proxies) harm(proxy, fault);
          const node = nodes[chosen % nodes.length] as RunningLicet;
          const token = await fetchToken(node, REPLICATOR, "licet:*");
          const revision = await become(world, node);
          const committedAt = performance.now();
          // Sleeps: it is a network that delivers nothing for a moment, and then goes on.
          if (fault === "freeze") await pause(100);
          if (fault === "freeze") for (const proxy of proxies) await proxy.open();
          for (const [index, checker] of checkers.entries()) {
            await catchUp(checker, revision, committedAt);
            const server = callerWith(nodes[index] as RunningLicet, token);
            for (const question of questions) {
              const asked = asQuestion(question);
              const answer = checker.check(asked);
              if (answer.reason === "stale") continue;
              assert.equal(answer.reason ?? "allowed", expectedVerdict(world, question));
              const { body } = await server("POST", "/check:explain", { ...asked, at_least: revision });
              const explained = checker.explain(asked);
              if ("reason" in explained && explained.reason === "stale") continue;
              assert.deepEqual(JSON.parse(JSON.stringify(explained)), body);
              const fresh = await checker.checkFresh(asked, { atLeast: revision });
              assert.deepEqual([fresh.allowed, fresh.revision], [body.allowed, body.revision]);
            }
          }
          for (const proxy of proxies) await proxy.open();
        }),
        runs,
      );
    });
  });
}
