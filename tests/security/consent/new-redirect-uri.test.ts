// @engine both: two nodes share a database on PostgreSQL.

/** A consent was given to an application at its addresses. An address that comes later has to ask by itself. */

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Application } from "../../../packages/server/src/accounts/entities.ts";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import {
  authorize,
  type Browser,
  consent,
  createBrowser,
  getCode,
  isConsentPage,
  type Page,
  readAuthorizationResponse,
  signIn,
} from "../../support/sign-in.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";
import { untilKnown } from "../../support/until-known.ts";
import { issueToken } from "../issue-token.ts";

const THIEF = "https://thief.example.test/cb";

let front: Storefront;
let browser: Browser;
before(async () => {
  front = await startStorefront();
  browser = front.alice;
});
after(() => front.stop());

/** Writes past the API: what its guards say is tested elsewhere. */
async function change({ services }: RunningLicet, id: string, more: Partial<Application>): Promise<void> {
  const { state } = services.storage;
  const application = await state.find("application", id);
  assert.ok(application);
  const value = { ...application, ...more };
  await state.commit([{ op: "put", kind: "application", value }], { name: "test", at: Date.now() });
}
const setUris = (...redirectUris: string[]) => change(front, SHOP_CLIENT.client_id, { redirectUris });

const ask = (redirect_uri: string, more: Record<string, string> = {}): Promise<Page> =>
  authorize(browser, createRequest(SHOP_CLIENT, { redirect_uri, ...more }));
const isNoticed = ({ text }: Page): boolean => text.includes('id="new-address"');

beforeEach(async () => {
  await setUris(CALLBACK);
  const page = await ask(CALLBACK);
  if (isConsentPage(page)) await consent(browser, page);
  assert.ok(readAuthorizationResponse(await ask(CALLBACK)).code, "agreed before");
});

describe("RFC 9700 §4.15: a redirect URI that is added later does not inherit a consent", () => {
  test("the user is asked again, on a page that names the new host, in the user's language", async () => {
    await setUris(CALLBACK, THIEF);
    const page = await ask(THIEF);
    assert.ok(isConsentPage(page) && isNoticed(page), page.text);
    assert.match(page.text, /<bdi class="name">thief\.example\.test<\/bdi> is a new address/);
    const chinese = await ask(THIEF, { ui_locales: "zh" });
    assert.match(chinese.text, /<bdi class="name">thief\.example\.test<\/bdi> 是此应用的新地址/);
    const answer = readAuthorizationResponse(await ask(THIEF, { prompt: "none" }));
    assert.equal(answer.error, "consent_required");
    assert.ok(readAuthorizationResponse(await ask(CALLBACK)).code, "at the known address nobody is asked");
  });

  test("a user who agrees there is not asked any more, neither there nor at the known address", async () => {
    await setUris(CALLBACK, THIEF);
    assert.ok(readAuthorizationResponse(await consent(browser, await ask(THIEF))).code);
    for (const uri of [THIEF, CALLBACK])
      assert.ok(readAuthorizationResponse(await ask(uri, { prompt: "none" })).code);
  });

  test("an address that was removed and added again is new", async () => {
    await setUris(THIEF);
    await setUris(THIEF, CALLBACK);
    const page = await ask(CALLBACK);
    assert.ok(isNoticed(page));
    assert.match(page.text, /<bdi class="name">app\.example\.com<\/bdi> is a new address/);
  });

  test("the order counts and not the clock, which may stand still or go back", async () => {
    const { storage } = front.services;
    const first = "https://first.example.test/cb";
    await setUris(CALLBACK, first);
    await consent(browser, await ask(first));
    const application = await storage.state.find("application", SHOP_CLIENT.client_id);
    assert.ok(application);
    const value = { ...application, redirectUris: [CALLBACK, first, THIEF] };
    // By this clock the address was there an hour before the consent.
    const by = { name: "test", at: Date.now() - 3_600_000 };
    await storage.state.commit([{ op: "put", kind: "application", value }], by);
    assert.ok(readAuthorizationResponse(await ask(first)).code);
    assert.ok(isNoticed(await ask(THIEF)));
  });

  test("changing anything else, such as a secret, does not ask users again", async () => {
    await change(front, SHOP_CLIENT.client_id, { name: "Another name", requirePkce: false, serves: [] });
    const secret = { id: "sec_new", owner: SHOP_CLIENT.client_id, hash: "h", hint: "abcd", createdAt: 1 };
    await front.services.storage.state.commit([{ op: "put", kind: "secret", value: secret }], {
      name: "test",
      at: Date.now(),
    });
    await setUris(THIEF, CALLBACK);
    assert.ok(readAuthorizationResponse(await ask(CALLBACK, { prompt: "none" })).code);
  });

  test("a user who has never agreed sees the page without a notice about a new address", async () => {
    await setUris(CALLBACK, THIEF);
    const page = await ask(THIEF, { scope: "email" });
    assert.ok(isConsentPage(page) && !isNoticed(page));
  });
});

test("applying the same file again leaves the addresses as old as they are", async () => {
  const { state } = front.services.storage;
  await front.apply(STOREFRONT);
  await consent(browser, await ask(CALLBACK, { prompt: "consent" }));
  const revision = await state.revision();
  await front.apply(STOREFRONT);
  assert.equal(await state.revision(), revision);
  assert.ok(readAuthorizationResponse(await ask(CALLBACK, { prompt: "none" })).code);
});

test("RFC 8252 §7.3: another port of a native application on the loopback is no new address", async () => {
  const at = (redirect_uri: string) => {
    const { challenge } = createPkce();
    return authorize(browser, createRequest({ client_id: "phone" }, { redirect_uri, ...challenge }));
  };
  await consent(browser, await at("http://127.0.0.1:5001/callback"));
  await change(front, "phone", { redirectUris: ["http://127.0.0.1:7000/callback", "com.example.phone:/cb"] });
  const page = await at("http://127.0.0.1:5002/callback");
  assert.ok(isConsentPage(page) && !isNoticed(page), "asked, as always on the loopback (§8.6), and no more");
  await change(front, "phone", { redirectUris: ["http://127.0.0.1/other"] });
  assert.ok(isNoticed(await at("http://127.0.0.1:5002/other")));
});

test("an address that is removed while the user is at the consent page gets no answer at all", async () => {
  await setUris(CALLBACK, THIEF);
  const page = await ask(THIEF);
  await setUris(CALLBACK);
  const answered = await consent(browser, page);
  assert.equal(answered.status, 400);
  assert.equal(answered.location, undefined);
  const denied = await consent(browser, page, "deny");
  assert.deepEqual([denied.status, denied.location], [400, undefined]);
});

test("an explanation rests on consents that count at some address", async () => {
  const token = await issueToken(front, ORDERS_SERVER, "licet:explain");
  const resolve = async () => {
    const response = await fetch(`${front.url}/api/v1/scopes:resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ client_id: SHOP_CLIENT.client_id, user: "alice", scope: "orders:read" }),
    });
    return ((await response.json()) as { scope: string }).scope;
  };
  assert.equal(await resolve(), "orders:read");
  await setUris(CALLBACK, THIEF);
  assert.equal(await resolve(), "orders:read");
  await setUris(THIEF);
  assert.equal(await resolve(), "");
});

describeOn("postgres", "two nodes on one database", () => {
  test("an address that was added on one node asks on the other within two seconds", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "http://127.0.0.1:4455";
    const one = await startLicet({ state: STOREFRONT, database, baseUrl });
    const two = await startLicet({ state: "", database, baseUrl });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    const here = createBrowser(one.url);
    await getCode(here, createRequest(DESK), ALICE);
    const first = await authorize(here, createRequest(SHOP_CLIENT));
    await consent(here, isConsentPage(first) ? first : await signIn(here, first, ALICE));
    const there = here.at(two.url);
    assert.ok(
      readAuthorizationResponse(await authorize(there, createRequest(SHOP_CLIENT))).code,
      "the other node remembers",
    );

    await change(one, SHOP_CLIENT.client_id, { redirectUris: [CALLBACK, THIEF] });
    const request = createRequest(SHOP_CLIENT, { redirect_uri: THIEF });
    let page = await authorize(there, request);
    await untilKnown(async () => {
      if (page.status === 400) page = await authorize(there, request);
      return page.status !== 400;
    });
    assert.ok(isConsentPage(page) && isNoticed(page));
    assert.ok(readAuthorizationResponse(await consent(there, page)).code);
    assert.ok(
      readAuthorizationResponse(await authorize(here, request)).code,
      "agreed on one node is agreed on all",
    );

    // Removed on one node and added again on the other.
    await change(one, SHOP_CLIENT.client_id, { redirectUris: [CALLBACK] });
    await change(two, SHOP_CLIENT.client_id, { redirectUris: [CALLBACK, THIEF] });
    await Promise.all([one.catchUp(), two.catchUp()]);
    for (const at of [here, there]) assert.ok(isNoticed(await authorize(at, request)));
  });
});
