// @engine postgres: a file has no network in between.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { introspect } from "../../security/issue-token.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import {
  authorizationPath,
  type Browser,
  createBrowser,
  exchange,
  getCode,
  readAuthorizationResponse,
  refresh,
  userinfo,
} from "../../support/sign-in.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";

/** Far more than a statement takes, so that an answer never overtakes a request that was sent beside it. */
const ROUND_TRIP_MILLISECONDS = 20;
/** The audit log of the request before is written 250 ms after it, in a few round trips. */
const SETTLED_MILLISECONDS = 450;
/** What a node does beside its requests can only add, so the least of some attempts is that of the flow. */
const ATTEMPTS = 5;

interface Cost {
  readonly roundTrips: number;
  readonly statements: number;
}

/** The requests of users who have signed in and agreed. Nobody may pay more for any of them. */
const COSTS: Readonly<Record<string, Cost>> = {
  "session lookup": { roundTrips: 1, statements: 1 },
  authorization: { roundTrips: 3, statements: 3 },
  "code exchange": { roundTrips: 1, statements: 1 },
  "code exchange at another node": { roundTrips: 2, statements: 2 },
  refresh: { roundTrips: 2, statements: 2 },
  introspection: { roundTrips: 1, statements: 2 },
  userinfo: { roundTrips: 1, statements: 2 },
  "revocation of an access token": { roundTrips: 1, statements: 1 },
  "revocation of a refresh token": { roundTrips: 2, statements: 2 },
};

const AT_ONCE = 8;
const SHARED = ["authorization", "code exchange", "refresh", "introspection"];

let proxy: DatabaseProxy;
let licet: RunningLicet;
let other: RunningLicet;
let browser: Browser;

before(async () => {
  proxy = await createDatabaseProxy(await createTestDatabase("postgres"));
  const oneWorker = "the second node stands for a worker that has not issued the code";
  licet = await startLicet({ state: STOREFRONT, database: proxy, oneWorker });
  other = await startLicet({ state: "", database: proxy, oneWorker });
  browser = createBrowser(licet.url);
  await getCode(browser, OFFLINE, ALICE);
  // Both nodes know the client, the user and the keys, and have open connections.
  for (const node of [licet, other])
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => exchange(node, await authorizeAgain(), REDEEMING)),
    );
  proxy.delay(ROUND_TRIP_MILLISECONDS);
});

after(async () => {
  await Promise.all([licet.stop(), other.stop()]);
  await proxy.drop();
});

const SCOPE = "openid orders:read";
const ONLINE = createRequest(SHOP_CLIENT, { scope: SCOPE });
const OFFLINE = createRequest(SHOP_CLIENT, { scope: `${SCOPE} offline_access`, prompt: "consent" });
const REDEEMING = { ...SHOP_CLIENT, redirect_uri: CALLBACK };

async function authorizeAgain(): Promise<string> {
  const page = await browser.get(authorizationPath(ONLINE));
  return String(readAuthorizationResponse(page).code);
}

type Tokens = Readonly<Record<"access_token" | "refresh_token", string>>;

async function getTokens(): Promise<Tokens> {
  const code = await getCode(createBrowser(licet.url), OFFLINE, ALICE);
  return accepted(await exchange(licet, code, REDEEMING)) as Tokens;
}

function accepted<Body>(answer: { readonly status: number; readonly body: Body }): Body {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const revoke = async (token: string) =>
  assert.equal((await postForm(`${licet.url}/oidc/revoke`, { token, ...SHOP_CLIENT })).status, 200);

/** Each prepares its request, and returns what sends it. */
const FLOWS: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "session lookup": async () => () =>
    browser.get(authorizationPath({ ...ONLINE, scope: "openid", prompt: "none", max_age: "0" })),
  authorization: async () => authorizeAgain,
  "code exchange": async () => {
    const code = await authorizeAgain();
    return async () => accepted(await exchange(licet, code, REDEEMING));
  },
  "code exchange at another node": async () => {
    const code = await authorizeAgain();
    return async () => accepted(await exchange(other, code, REDEEMING));
  },
  refresh: async () => {
    const { refresh_token } = await getTokens();
    return async () => accepted(await refresh(licet, refresh_token, SHOP_CLIENT));
  },
  introspection: async () => {
    const { access_token } = await getTokens();
    return async () => {
      const { body } = await introspect(licet, access_token, SHOP_CLIENT);
      assert.equal(body.active, true);
    };
  },
  userinfo: async () => {
    const { access_token } = await getTokens();
    return async () => accepted(await userinfo(licet, access_token));
  },
  "revocation of an access token": async () => {
    const { access_token } = await getTokens();
    return () => revoke(access_token);
  },
  "revocation of a refresh token": async () => {
    const { refresh_token } = await getTokens();
    return () => revoke(refresh_token);
  },
};

/** The least of some attempts. The first that costs no more than expected is enough. */
async function measureLeast(name: string, expected: Cost | undefined, atOnce: number): Promise<Cost> {
  let least: Cost = { roundTrips: Number.POSITIVE_INFINITY, statements: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const prepared = await Promise.all(Array.from({ length: atOnce }, () => FLOWS[name]?.()));
    await delay(SETTLED_MILLISECONDS);
    const seen = await measure(() => Promise.all(prepared.map((send) => send?.())));
    least = {
      roundTrips: Math.min(least.roundTrips, seen.roundTrips),
      statements: Math.min(least.statements, seen.statements),
    };
    if (expected && least.roundTrips <= expected.roundTrips && least.statements <= expected.statements) break;
  }
  return least;
}

/** What nodes write and read beside their requests: the audit log, the change feed, heartbeats, jobs. */
const BESIDE =
  /audit_events|counters|change_log|"nodes"|"meta"|limit_counts|logout_deliveries|last_used_at|^(begin|commit)$/;

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  let roundTrips = 0;
  const texts = await proxy.listStatements(async () => {
    roundTrips = await proxy.countRoundTrips(work);
  });
  return { roundTrips, statements: texts.filter((text) => !BESIDE.test(text)).length };
}

for (const [name, expected] of Object.entries(COSTS))
  test(`${name}: ${expected.roundTrips} round trips, ${expected.statements} statements`, async () => {
    assert.deepEqual(await measureLeast(name, expected, 1), expected);
  });

for (const name of SHARED)
  test(`${AT_ONCE} of ${name} that arrive together share their statements`, async () => {
    const one = COSTS[name]?.statements ?? 0;
    // They may be served in two turns of the event loop.
    const most = 2 * one;
    const { statements } = await measureLeast(name, { roundTrips: AT_ONCE, statements: most }, AT_ONCE);
    assert.ok(statements <= most, `${statements} statements instead of at most ${most}`);
  });
