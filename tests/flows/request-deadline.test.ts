// @engine postgres: its network can be silent.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bearer, send } from "../support/api-client.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { createTestDatabase } from "../support/databases.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";
import { createRequest, ORDERS_SERVER, SHOP_CLIENT, STOREFRONT } from "../support/storefront.ts";

const DEADLINE_MILLISECONDS = 1_000;

let proxy: DatabaseProxy;
let licet: RunningLicet;
let token: string;

before(async () => {
  proxy = await createDatabaseProxy(await createTestDatabase("postgres"));
  licet = await startLicet({
    state: STOREFRONT,
    database: proxy,
    settings: { request_deadline_milliseconds: String(DEADLINE_MILLISECONDS) },
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

async function timed<T extends { readonly status: number; readonly headers: Headers }>(
  answering: Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const answer = await answering;
  const milliseconds = performance.now() - startedAt;
  // Far more than the deadline, because the machine is shared, and less than any other limit would take.
  assert.ok(milliseconds < 3 * DEADLINE_MILLISECONDS, `${milliseconds} ms`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "1");
  return answer;
}

test("while the database is silent, every endpoint answers at the deadline in its own format", async () => {
  proxy.freeze();
  // After two seconds without a reading, nothing is answered from what was read before.
  await sleep(2_100);
  const authorization = new URLSearchParams(Object.entries(createRequest(SHOP_CLIENT)) as [string, string][]);
  const [oauth, problem, page] = await Promise.all([
    timed(askForToken()),
    timed(
      send(licet, {
        method: "POST",
        path: "/api/v1/check:explain",
        body: { subject: { type: "user", id: "alice" }, permission: "orders:read" },
        headers: bearer(token),
      }),
    ),
    timed(
      send(licet, { method: "GET", path: `/oidc/auth?${authorization}`, headers: { accept: "text/html" } }),
    ),
  ]);
  assert.equal(oauth.body.error, "temporarily_unavailable");
  assert.match(problem.headers.get("content-type") ?? "", /^application\/problem\+json/);
  assert.equal(problem.body.type, "urn:licet:problem:temporarily_unavailable");
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  await proxy.open();
  const giveUpAt = performance.now() + 10_000;
  while ((await askForToken()).status !== 200)
    assert.ok(performance.now() < giveUpAt, "it never worked again");
  assert.doesNotMatch(licet.logged(), /"level":(50|60)|request failed|already sent/);
});
