// @engine sqlite: a server counts in memory; the counts of several servers are in nodes-and-restarts.test.ts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { REPORTS } from "../../support/shop.ts";
import { DEFAULT_LIMITS, startLicet } from "../../support/start-licet.ts";
import { createPageBrowser } from "../login/page-browser.ts";
import { startPages } from "../login/start-pages.ts";
import { PASSWORD, PEOPLE_AND_GUESSED } from "../login/world.ts";
import { assertLimited, failTimes, forwardedFor, requestToken, startLimited } from "./limited-licet.ts";

const PUBLIC = "https://id.example.test";
const UNDECLARED = /taken for an undeclared proxy, and limits per address do not apply/;
const warnings = (logged: string) =>
  logged.split("\n").filter((line) => line.includes('"level":"warn"') && UNDECLARED.test(line));

describe("a peer on the loopback of a server with a public name, which is no trusted proxy", () => {
  test("is taken for a proxy: no limit of an address applies, and the log says so once", async (t) => {
    const licet = await startLimited({ readsLog: true, baseUrl: PUBLIC, settings: { trusted_proxies: "" } });
    t.after(() => licet.stop());
    await failTimes(licet, 350, {});
    assert.equal((await requestToken(licet, {}, REPORTS)).status, 200);
    assert.equal(warnings(licet.logged()).length, 1);
  });

  test("cannot change that by any header, neither for itself nor for others", async (t) => {
    const licet = await startLimited({
      readsLog: true,
      baseUrl: PUBLIC,
      settings: { trusted_proxies: "10.0.0.0/8" },
    });
    t.after(() => licet.stop());
    assert.equal(warnings(licet.logged()).length, 0, "somebody thought of proxies");
    for (const headers of [
      forwardedFor("203.0.113.1"),
      { forwarded: "for=203.0.113.1" },
      { "x-real-ip": "203.0.113.1" },
      { via: "1.1 proxy" },
    ]) {
      await failTimes(licet, 60, headers);
      assert.equal((await requestToken(licet, headers, REPORTS)).status, 200);
    }
    assert.equal(warnings(licet.logged()).length, 1);
  });

  test("has no limit of passwords per address either; accounts have theirs", async (t) => {
    const licet = await startLicet({
      readsLog: true,
      state: PEOPLE_AND_GUESSED,
      baseUrl: PUBLIC,
      settings: DEFAULT_LIMITS,
    });
    t.after(() => licet.stop());
    const attempt = async (username: string, password = "wrong") => {
      const browser = createPageBrowser(licet.url);
      const page = await browser.openLogin();
      return (await browser.post("/login", { ...page.fields, username, password })).status;
    };
    for (let count = 0; count < 105; count += 1) assert.equal(await attempt(`guess${count}`), 400);
    for (let count = 0; count < 10; count += 1) assert.equal(await attempt("ada"), 400);
    assert.equal(await attempt("ada", PASSWORD), 429);
    assert.equal(await attempt("ben", PASSWORD), 303);
  });
});

test("strangers who begin sign-ins behind an undeclared proxy fill no disk, and keep no user from signing in", async (t) => {
  const licet = await startPages({ readsLog: true, baseUrl: PUBLIC });
  t.after(() => licet.stop());
  const count = async () =>
    Number((await runSql(licet.database.url, "select count(*) as n from interactions"))[0]?.n);
  const now = licet.clock.seconds();
  await runSql(
    licet.database.url,
    `insert into interactions (id, purpose, browser_hash, created_at, expires_at, held_by)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
     select 'stranger-' || n, '{"kind":"account"}', 'browser-' || n, ${now}, ${now} + 1800, 'address:' from numbers`,
  );
  for (let strangers = 0; strangers < 20; strangers += 1)
    assert.equal((await createPageBrowser(licet.url).get("/login")).status, 303);
  assert.equal((await createPageBrowser(licet.url).signIn("ada", PASSWORD)).status, 303);
  assert.ok((await count()) <= 20_000);
});

test("behind a declared proxy the limits hold, for private addresses as well", async (t) => {
  const licet = await startLimited({ readsLog: true, baseUrl: PUBLIC });
  t.after(() => licet.stop());
  for (const address of ["203.0.113.1", "10.1.2.3"]) {
    await failTimes(licet, 50, forwardedFor(address));
    assertLimited(await requestToken(licet, forwardedFor(address), REPORTS));
  }
  assert.equal(warnings(licet.logged()).length, 0);
});

test("a declared proxy that does not name the caller has no address", async (t) => {
  const licet = await startLimited({ readsLog: true, baseUrl: PUBLIC });
  t.after(() => licet.stop());
  await failTimes(licet, 350, {});
  assert.equal((await requestToken(licet, {}, REPORTS)).status, 200);
  assert.match(licet.logged(), /does not say in X-Forwarded-For whose request it passes on/);
});

test("where the base URL is on the loopback, so are the callers, and limits hold for them", async (t) => {
  const licet = await startLimited({ readsLog: true, settings: { trusted_proxies: "" } });
  t.after(() => licet.stop());
  await failTimes(licet, 50, forwardedFor("203.0.113.1"));
  assertLimited(await requestToken(licet, forwardedFor("203.0.113.2"), REPORTS));
  assert.equal(warnings(licet.logged()).length, 0);
});

test("a port behind an address is no other address, and what is none has one place for all", async (t) => {
  const licet = await startLimited({ readsLog: true });
  t.after(() => licet.stop());
  for (let count = 0; count < 50; count += 1)
    await failTimes(licet, 1, forwardedFor(`203.0.113.7:${4_000 + count}`));
  assertLimited(await requestToken(licet, forwardedFor("203.0.113.7"), REPORTS));
  for (let count = 0; count < 50; count += 1)
    await failTimes(licet, 1, forwardedFor(`[2001:db8:7::${count}]:${4_000 + count}`));
  assertLimited(await requestToken(licet, forwardedFor("2001:db8:7::ffff"), REPORTS));
  for (let count = 0; count < 50; count += 1) await failTimes(licet, 1, forwardedFor(`garbage-${count}`));
  assertLimited(await requestToken(licet, forwardedFor("other garbage"), REPORTS));
  assert.equal((await requestToken(licet, forwardedFor("203.0.113.8"), REPORTS)).status, 200);
});
