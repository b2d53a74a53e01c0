// @engine postgres: a file has no network in between.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createDatabaseProxy, type DatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import { type Flows, prepareFlows, requestToken, type SignInFlow, WORLD } from "./flows.ts";

/** Far more than a statement takes, so that an answer never overtakes a request that was sent beside it. */
const ROUND_TRIP_MILLISECONDS = 20;
/** What a node does beside its requests can only add round trips, so the fewest of some attempts are those of the flow. */
const ATTEMPTS = 5;

let proxy: DatabaseProxy;
let licet: RunningLicet;
let flows: Flows;

before(async () => {
  proxy = await createDatabaseProxy(await createTestDatabase("postgres"));
  licet = await startLicet({ state: WORLD, database: proxy });
  flows = await prepareFlows(licet);
  proxy.delay(ROUND_TRIP_MILLISECONDS);
  // Opens connections, so that no flow waits for one.
  await Promise.all(Array.from({ length: 10 }, flows.introspect));
});

after(async () => {
  await licet.stop();
  await proxy.drop();
});

/** Waits for what the last request left to do, such as the reading of its notification. */
const settle = () => delay(3 * ROUND_TRIP_MILLISECONDS);

const count = async (flow: () => Promise<unknown>): Promise<number> => {
  await settle();
  return proxy.countRoundTrips(flow);
};

/** The fewest of some attempts. The first that needs no more than expected is enough. */
async function countFewest(expected: number, measure: () => Promise<number>): Promise<number> {
  let fewest = await measure();
  for (let attempt = 1; attempt < ATTEMPTS && fewest > expected; attempt += 1)
    fewest = Math.min(fewest, await measure());
  return fewest;
}

async function requireRoundTrips(
  expected: Readonly<Record<string, number>>,
  flow: Readonly<Record<string, () => Promise<number>>>,
): Promise<void> {
  const seen: Record<string, number> = {};
  for (const [name, measure] of Object.entries(flow))
    seen[name] = await countFewest(expected[name] ?? 0, measure);
  assertRoundTrips(seen, expected);
}

/**
 * One more at another worker than the one of the request before: it reads a code that it has not issued, or what the
 * other one has written.
 */
function assertRoundTrips(
  seen: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): void {
  if (countWorkers() === 1) assert.deepEqual(seen, expected);
  for (const [name, least] of Object.entries(expected))
    assert.ok(seen[name] === least || seen[name] === least + 1, `${name}: ${seen[name]}, expected ${least}`);
}

test("requests that read what is cached", () =>
  requireRoundTrips(
    { token: 0, check: 0, introspection: 1 },
    {
      token: () => count(flows.token),
      check: () => count(flows.check),
      introspection: () => count(flows.introspect),
    },
  ));

test("the first requests after a write", () => {
  const afterWrite = async (flow: () => Promise<unknown>) => {
    await flows.createRole();
    return count(flow);
  };
  return requireRoundTrips(
    { token: 1, check: 1 },
    { token: () => afterWrite(flows.token), check: () => afterWrite(flows.check) },
  );
});

test("writes", async () => {
  const role = await flows.createRole();
  await requireRoundTrips(
    { "role POST": 6, "role PUT": 6, "user POST": 8, "assignment POST": 8 },
    {
      "role POST": () => count(flows.createRole),
      "role PUT": () => count(() => flows.replaceRole(role)),
      "user POST": () => count(flows.createUser),
      "assignment POST": async () => {
        const user = await flows.createUser();
        return count(() => flows.assign(user));
      },
    },
  );
});

test("the requests of a sign-in, and those after it", async () => {
  const expected: Readonly<Record<keyof SignInFlow, number>> = {
    authorize: 1,
    loginPage: 2,
    login: 5,
    consentPage: 2,
    consent: 4,
    exchange: 1,
    refresh: 2,
    account: 3,
    logoutPage: 3,
    logout: 5,
  };
  const steps = Object.keys(expected) as (keyof SignInFlow)[];
  const seen: Record<string, number> = {};
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const signIn = flows.openSignIn();
    for (const step of steps)
      seen[step] = Math.min(seen[step] ?? Number.POSITIVE_INFINITY, await count(signIn[step]));
    if (steps.every((step) => (seen[step] ?? 0) <= expected[step])) break;
  }
  assertRoundTrips(seen, expected);
});

test("the first token of a node", async () => {
  const node = await startLicet({ state: "", database: proxy });
  try {
    assert.ok((await count(() => requestToken(node))) <= 3, "one of them may open a connection");
  } finally {
    await node.stop();
  }
});
