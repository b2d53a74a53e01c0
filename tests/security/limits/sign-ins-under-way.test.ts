// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import {
  authorizationPath,
  authorize,
  type Browser,
  createBrowser,
  followRedirects,
  isConsentPage,
  isLoginPage,
  type Page,
  readAuthorizationResponse,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";

const PER_BROWSER = 20;
const PER_ADDRESS = 500;
const LIFETIME_SECONDS = 1_800;
const PATH = authorizationPath(createRequest(DESK));

/** The address that gets full. */
const FULL = "192.0.2.30";

let front: Storefront;
/** There before it was full: one that has begun as much as it may, and one that has begun once. */
let restless: Browser;
let patient: Browser;
let started: Page;
before(async () => {
  front = await startStorefront({ settings: { trusted_proxies: "127.0.0.1" } });
  restless = createBrowser(front.url);
  patient = through(createBrowser(front.url), FULL);
});
after(() => front.stop());

const forwardedFor = (address: string) => ({ "x-forwarded-for": address });
/** The same browser, at an address. */
const through = (browser: Browser, address: string): Browser => ({
  ...browser,
  get: (path, headers = {}) => browser.get(path, { ...headers, ...forwardedFor(address) }),
  post: (path, fields, headers = {}) => browser.post(path, fields, { ...headers, ...forwardedFor(address) }),
});
const countInteractions = async () =>
  Number((await runSql(front.database.url, "select count(*) as n from interactions"))[0]?.n);

/** Begins each sign-in in a new browser. */
async function begin(times: number, address: string, atOnce = 50): Promise<number[]> {
  const statuses: number[] = [];
  for (let begun = 0; begun < times; begun += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, times - begun) }, async () => {
        statuses.push((await createBrowser(front.url).get(PATH, forwardedFor(address))).status);
      }),
    );
  return statuses;
}

describe("unfinished sign-ins of a browser and of an address are bounded", () => {
  test("a browser replaces its oldest", async () => {
    const browser = createBrowser(front.url);
    const before = await countInteractions();
    const pages: string[] = [];
    for (let time = 0; time < PER_BROWSER + 5; time += 1) {
      front.clock.advance(1);
      const page = await browser.get(PATH, forwardedFor("192.0.2.20"));
      assert.equal(page.status, 303);
      pages.push(String(page.location));
    }
    assert.equal((await countInteractions()) - before, PER_BROWSER);
    const isOpen = async (path = "") => isLoginPage(await browser.get(path, forwardedFor("192.0.2.20")));
    assert.deepEqual(await Promise.all(pages.slice(0, 5).map(isOpen)), Array(5).fill(false));
    assert.deepEqual(await Promise.all(pages.slice(5).map(isOpen)), Array(PER_BROWSER).fill(true));
    const last = await browser.get(String(pages.at(-1)), forwardedFor("192.0.2.20"));
    assert.ok(readAuthorizationResponse(await signIn(browser, last, BOB)).code, "and signs in at the others");
  });

  test("an address holds so many; beyond them is a page with 429, and nothing is stored", async () => {
    const before = await countInteractions();
    for (let time = 0; time < PER_BROWSER; time += 1) await restless.get(PATH, forwardedFor(FULL));
    started = await authorize(patient, createRequest(DESK));
    await begin(PER_ADDRESS - PER_BROWSER - 1 - 20, FULL);
    // The last ones one after the other, so that the order of their answers is known.
    const statuses = await begin(20 + 30, FULL, 1);
    assert.deepEqual(statuses, [...Array(20).fill(303), ...Array(30).fill(429)]);
    assert.equal((await countInteractions()) - before, PER_ADDRESS);

    const refused = await createBrowser(front.url).get(PATH, forwardedFor(FULL));
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    assert.match(refused.headers.get("content-type") ?? "", /^text\/html\b/);
    assert.equal(refused.location, undefined);
    for (const path of ["/login", "/account"])
      assert.equal((await createBrowser(front.url).get(path, forwardedFor(FULL))).status, 429, path);
    assert.equal((await countInteractions()) - before, PER_ADDRESS);
  });

  test("users who are signed in there, and other addresses, go on", async () => {
    assert.equal((await createBrowser(front.url).get(PATH, forwardedFor("192.0.2.31"))).status, 303);
    const alice = through(front.alice, FULL);
    assert.ok(readAuthorizationResponse(await authorize(alice, createRequest(DESK))).code);
    assert.ok(isConsentPage(await authorize(alice, createRequest(SHOP_CLIENT))));
    assert.equal((await followRedirects(alice, await alice.get("/logout"))).status, 200);
  });

  test("a browser that has enough itself replaces its oldest, however full its address is", async () => {
    assert.equal((await restless.get(PATH, forwardedFor(FULL))).status, 303);
    assert.equal((await createBrowser(front.url).get(PATH, forwardedFor(FULL))).status, 429);
  });

  test("a finished sign-in makes room", async () => {
    assert.ok(readAuthorizationResponse(await signIn(patient, started, ALICE)).code);
    assert.equal((await createBrowser(front.url).get(PATH, forwardedFor(FULL))).status, 303);
    assert.equal((await createBrowser(front.url).get(PATH, forwardedFor(FULL))).status, 429);
  });

  test("an expired sign-in makes room", async () => {
    front.clock.advance(LIFETIME_SECONDS);
    assert.equal((await createBrowser(front.url).get(PATH, forwardedFor(FULL))).status, 303);
  });
});
