// @engine postgres: its network can be silent.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer, send } from "../support/api-client.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { createTestDatabase } from "../support/databases.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";
import { createRequest, ORDERS_SERVER, SHOP_CLIENT, STOREFRONT } from "../support/storefront.ts";
import { untilKnown } from "../support/until-known.ts";

let proxy: DatabaseProxy;
let licet: RunningLicet;
let token: string;

before(async () => {
  proxy = await createDatabaseProxy(await createTestDatabase("postgres"));
  licet = await startLicet({
    readsLog: true,
    state: STOREFRONT,
    database: proxy,
    settings: { request_deadline_milliseconds: "1000" },
  });
  token = String((await askForToken()).body.access_token);
});
after(async () => {
  await proxy.open();
  await licet.stop();
  await proxy.drop();
});

const askForToken = () =>
  postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    ...ORDERS_SERVER,
    scope: "licet:explain",
  });

/** For two seconds after a reading, a node may answer from what it has read. */
async function untilUnavailable<T extends { readonly status: number; readonly headers: Headers }>(
  ask: () => Promise<T>,
): Promise<T> {
  let answer: T | undefined;
  await untilKnown(async () => {
    answer = await ask();
    return answer.status === 503;
  });
  assert.equal(answer?.headers.get("retry-after"), "1");
  return answer as T;
}

test("while the database is silent, every endpoint answers at the deadline in its own format", async () => {
  proxy.freeze();
  const authorization = new URLSearchParams(Object.entries(createRequest(SHOP_CLIENT)) as [string, string][]);
  const { revision } = licet.services.storage.feed;
  const [oauth, problem, demanding, page] = await Promise.all([
    untilUnavailable(askForToken),
    untilUnavailable(() =>
      send(licet, {
        method: "POST",
        path: "/api/v1/check:explain",
        body: { subject: { type: "user", id: "alice" }, permission: "orders:read" },
        headers: bearer(token),
      }),
    ),
    untilUnavailable(() =>
      send(licet, {
        method: "POST",
        path: "/api/v1/check:explain",
        body: { subject: "user:alice", permission: "orders:read", at_least: revision + 1 },
        headers: bearer(token),
      }),
    ),
    untilUnavailable(() =>
      send(licet, { method: "GET", path: `/oidc/auth?${authorization}`, headers: { accept: "text/html" } }),
    ),
  ]);
  assert.equal(oauth.body.error, "temporarily_unavailable");
  assert.match(problem.headers.get("content-type") ?? "", /^application\/problem\+json/);
  assert.equal(problem.body.type, "urn:licet:problem:temporarily_unavailable");
  // Nobody knows whether there is such a revision.
  assert.equal(demanding.body.type, "urn:licet:problem:temporarily_unavailable");
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  await proxy.open();
  await untilKnown(async () => (await askForToken()).status === 200);
  assert.doesNotMatch(licet.logged(), /"level":(50|60)|request failed|already sent/);
});
