// @engine postgres: a file cannot go away; what can happen to it is in the tests beside this one.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabaseProxy, type DatabaseProxy } from "../../support/database-proxy.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { introspect, issueToken } from "../issue-token.ts";
import { assertTellsNothing, assertUnavailable } from "./assert-error-answers.ts";
import { type EveryRequest, prepareEveryRequest } from "./every-request.ts";

/** After this long without its database, a node no longer trusts what it remembers. */
const FRESH_MILLISECONDS = 2_000;

describe("RFC 6749 §4.1.2.1, CVE-2024-32967: the database is gone", () => {
  let proxy: DatabaseProxy;
  let licet: RunningLicet;
  let requests: EveryRequest;
  let token: string;
  before(async () => {
    proxy = await createDatabaseProxy(await createServerDatabase("postgres"));
    licet = await startLicet({ readsLog: true, state: SHOP, database: proxy });
    requests = await prepareEveryRequest(licet);
    token = await issueToken(licet, REPORTS, "orders:read");
    // Every request was sent once, so that the caches are filled.
    for (const name of requests.names) await requests.send(name, "unknown");
  });
  after(async () => {
    await proxy.open();
    await waitUntilReady();
    await licet.stop();
    await proxy.drop();
  });

  const get = async (path: string) => {
    const response = await fetch(licet.url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  async function waitUntilReady(): Promise<void> {
    await untilKnown(
      async () => (await get("/readyz")).status === 200,
      () => "it is not ready again",
    );
  }

  async function assertAllWorks(): Promise<void> {
    await waitUntilReady();
    assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true, "nothing was revoked");
    for (const name of requests.names) {
      const { status, text } = await requests.send(name, "unknown");
      assert.equal(status, requests.usualStatus(name), `${name}: ${text}`);
    }
  }

  test("every endpoint says 503 and nothing more, what needs no database goes on, and all comes back", async () => {
    await proxy.shut();
    // Sleeps: the test is about a node that has been without its database for this long.
    await sleep(FRESH_MILLISECONDS);
    for (const name of requests.names) assertUnavailable(name, await requests.send(name, token));
    const ready = await get("/readyz");
    assert.equal(ready.status, 503);
    assert.equal(JSON.parse(ready.text).type, "urn:licet:problem:temporarily_unavailable");
    assert.equal(ready.headers.get("retry-after"), "1");
    assertTellsNothing("/readyz", ready.text);
    for (const path of ["/livez", "/oidc/jwks", "/.well-known/openid-configuration"]) {
      assert.equal((await get(path)).status, 200, path);
    }
    const metrics = await get("/metrics");
    assert.equal(metrics.status, 200);

    await proxy.open();
    await assertAllWorks();
  });

  test("a token that is asked about at the very moment is not called active or revoked by a guess", async () => {
    await proxy.shut();
    const seen = await introspect(licet, token, ORDERS_API);
    assertUnavailable("introspection at once", seen);
    await proxy.open();
    await assertAllWorks();
  });

  test("a hundred requests at once while connections break: answers or 503, never anything else", async () => {
    const storm = Array.from({ length: 100 }, async (_, index) => {
      if (index === 30) await proxy.shut();
      const name = requests.names[index % requests.names.length] ?? "";
      return [name, await requests.send(name, "unknown")] as const;
    });
    for (const [name, answer] of await Promise.all(storm)) {
      if (answer.status === 503) assertUnavailable(name, answer);
      else assert.equal(answer.status, requests.usualStatus(name), `${name}: ${answer.text}`);
    }
    await proxy.open();
    await assertAllWorks();
  });

  test("a database that is silent instead of gone: 503 as well, before a caller loses patience", async () => {
    proxy.freeze();
    // Sleeps: the test is about a node that has been without its database for this long.
    await sleep(FRESH_MILLISECONDS);
    const names = requests.names.filter((name) => name.includes("in the form"));
    const answers = await Promise.all(names.map((name) => requests.send(name, token)));
    for (const [index, answer] of answers.entries()) assertUnavailable(names[index] ?? "", answer);
    await proxy.open();
    await assertAllWorks();
  });

  test("the log for the operator names the failure, and not the password", () => {
    const { password } = new URL(proxy.url);
    assert.ok(password.length > 10);
    assert.match(licet.logged(), /cannot answer/);
    assert.ok(!licet.logged().includes(password));
  });
});
