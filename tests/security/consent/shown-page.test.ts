// @engine both: two nodes share a database on PostgreSQL.

/** A user agrees to what the page showed, and to nothing that came while the page was open. */

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Application, DelegatedScope } from "../../../packages/server/src/accounts/entities.ts";
import { countRows } from "../../support/count-rows.ts";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import {
  authorize,
  type Browser,
  consent,
  createBrowser,
  exchange,
  type Fields,
  followRedirects,
  getCode,
  isConsentPage,
  optionalItems,
  type Page,
  readAuthorizationResponse,
  readForm,
} from "../../support/sign-in.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  BOB,
  CALLBACK,
  createRequest,
  DESK,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";

const THIEF = "https://thief.example.test/cb";
const DELEGATED: readonly DelegatedScope[] = [
  { scope: "orders:read", consent: "required" },
  { scope: "orders:write", consent: "optional" },
];

let front: Storefront;
let browser: Browser;
before(async () => {
  front = await startStorefront();
  browser = front.alice;
});
after(() => front.stop());

/** Writes past the API: what its guards say is tested elsewhere. */
async function changeShop({ services }: RunningLicet, more: Partial<Application>): Promise<void> {
  const { state } = services.storage;
  const application = await state.find("application", SHOP_CLIENT.client_id);
  assert.ok(application);
  const value = { ...application, ...more };
  await state.commit([{ op: "put", kind: "application", value }], { name: "test", at: Date.now() });
}
const delegate = (...delegated: readonly DelegatedScope[]) => changeShop(front, { delegated });
const setUris = (...redirectUris: string[]) => changeShop(front, { redirectUris });

async function withdrawAll(): Promise<void> {
  const alice = await front.services.storage.state.findUserByUsername(ALICE.username);
  assert.ok(alice);
  await front.services.storage.consents.withdraw(alice.id, SHOP_CLIENT.client_id, front.clock.seconds());
}

beforeEach(async () => {
  // A browser keeps its newest pages; of two of one second, it may be either.
  front.clock.advance(1);
  await changeShop(front, { delegated: DELEGATED, redirectUris: [CALLBACK] });
  await withdrawAll();
});

const SCOPE = "openid orders:read orders:write stock:read";
const ask = (more: Record<string, string> = {}): Promise<Page> =>
  authorize(browser, createRequest(SHOP_CLIENT, { scope: SCOPE, ...more }));
const openPage = async (more: Record<string, string> = {}): Promise<Page> => {
  const page = await ask(more);
  assert.ok(isConsentPage(page), page.text);
  return page;
};
const countAnswers = async () => {
  const { delegations, consents } = await countRows(front.database.url);
  return { delegations, consents };
};
const scopeOf = async (answer: Page): Promise<unknown> => {
  const { code = "" } = readAuthorizationResponse(answer);
  return (await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK })).body.scope;
};

const isNoticed = ({ text }: Page): boolean => text.includes('id="question-changed"');
const CHANGED_TEXTS = {
  en: "This request changed after you opened the page.",
  zh: "自您打开此页面以来，请求的内容已有变化。",
};

/** The click changed nothing, and led to the page as it is now. */
async function assertShownAgain(work: () => Promise<Page>): Promise<Page> {
  const before = await countAnswers();
  const page = await work();
  assert.ok(isConsentPage(page), page.location ?? page.text);
  assert.ok(isNoticed(page));
  assert.deepEqual(await countAnswers(), before);
  return page;
}

describe("RFC 6749 §10.13, RFC 9700 §4.15: what came while the page was open is not agreed to", () => {
  const STOCK = "stock:read";
  for (const treatment of ["required", "optional", "implicit"] as const)
    test(`an item that became ${treatment}: the page is shown again with it`, async () => {
      const page = await openPage();
      assert.doesNotMatch(page.text, /See what is left/);
      await delegate(...DELEGATED, { scope: STOCK, consent: treatment });
      const again = await assertShownAgain(() => consent(browser, page));
      assert.match(again.text, /See what is left/);
      assert.equal(await scopeOf(await consent(browser, again)), SCOPE);
    });

  test("a permission that the user was given meanwhile", async () => {
    await delegate(...DELEGATED, { scope: "orders:refund", consent: "required" });
    const page = await openPage({ scope: "openid orders:read orders:refund" });
    const alice = await front.services.storage.state.findUserByUsername(ALICE.username);
    const value = {
      id: "asg_refund",
      principal: `user:${alice?.id}`,
      permission: "orders:refund",
      createdAt: front.clock.seconds(),
    } as const;
    const by = { name: "test", at: Date.now() };
    await front.services.storage.state.commit([{ op: "put", kind: "assignment", value }], by);
    const again = await assertShownAgain(() => consent(browser, page));
    assert.match(again.text, /Give money back/);
    await front.services.storage.state.commit([{ op: "delete", kind: "assignment", value }], by);
  });

  test("an item that the user unticked, and that has become required", async () => {
    const page = await openPage();
    await delegate(
      { scope: "orders:read", consent: "required" },
      { scope: "orders:write", consent: "required" },
    );
    const again = await assertShownAgain(() => consent(browser, page, "allow", ["orders:write"]));
    assert.deepEqual(optionalItems(again), []);
  });

  test("an item that was agreed to before, and was withdrawn", async () => {
    await consent(browser, await openPage({ scope: "openid orders:read" }));
    const page = await openPage();
    assert.match(page.text, /Also included/);
    await withdrawAll();
    const again = await assertShownAgain(() => consent(browser, page));
    assert.doesNotMatch(again.text, /Also included/);
  });

  test("the page says why it is shown again, in both languages, and no link can make it say so", async () => {
    for (const [language, text] of Object.entries(CHANGED_TEXTS)) {
      await delegate(...DELEGATED);
      const page = await openPage({ ui_locales: language });
      await delegate(...DELEGATED, { scope: STOCK, consent: "required" });
      const again = await assertShownAgain(() => consent(browser, page));
      assert.ok(again.text.includes(text), language);
      const interaction = Object.fromEntries(readForm(again, 'id="consent-allow"')).interaction;
      for (const proof of ["true", "A".repeat(43)]) {
        const claimed = await browser.get(`/consent?interaction=${interaction}&changed=${proof}`);
        assert.ok(isConsentPage(claimed) && !isNoticed(claimed));
      }
    }
  });
});

describe("RFC 9700 §4.15: an address that was registered while the page was open", () => {
  test("the consent does not count there", async () => {
    const page = await openPage();
    await setUris(CALLBACK, THIEF);
    assert.ok(readAuthorizationResponse(await consent(browser, page)).code, "the page itself is answered");
    assert.ok(readAuthorizationResponse(await ask({ prompt: "none" })).code, "and remembered at its address");
    const elsewhere = await openPage({ redirect_uri: THIEF });
    assert.match(elsewhere.text, /id="new-address"/);
  });

  test("the page's own address, removed and registered again, is asked about again", async () => {
    const page = await openPage();
    await setUris(THIEF);
    await setUris(THIEF, CALLBACK);
    const again = await assertShownAgain(() => consent(browser, page));
    assert.ok(readAuthorizationResponse(await consent(browser, again)).code);
  });
});

describe("a question that has become less is answered by the page that showed more", () => {
  test("an item that is gone is neither given nor remembered", async () => {
    const page = await openPage();
    await delegate({ scope: "orders:read", consent: "required" });
    assert.equal(await scopeOf(await consent(browser, page)), "openid orders:read");
    await delegate(...DELEGATED);
    assert.deepEqual(optionalItems(await openPage()), ["orders:write"], "it is asked for, once it is back");
  });

  test("an item that has become optional was agreed to as the page showed it", async () => {
    const page = await openPage({ scope: "openid orders:read" });
    await delegate({ scope: "orders:read", consent: "optional" });
    assert.equal(await scopeOf(await consent(browser, page)), "openid orders:read");
  });

  test("what the user unticks stays out, although another tab agreed to it meanwhile", async () => {
    const [first, second] = [await openPage(), await openPage()];
    assert.equal(await scopeOf(await consent(browser, first)), "openid orders:read orders:write");
    const answer = await consent(browser, second, "allow", ["orders:write"]);
    assert.equal(await scopeOf(answer), "openid orders:read");
    assert.equal(await scopeOf(await ask()), "openid orders:read", "the last answer is remembered");
  });

  test("nor does it come in with a new item, when nothing is left to ask", async () => {
    const [first, second] = [await openPage(), await openPage()];
    await consent(browser, first);
    await delegate(...DELEGATED, { scope: "stock:read", consent: "implicit" });
    const answer = await consent(browser, second, "allow", ["orders:write"]);
    assert.equal(await scopeOf(answer), "openid orders:read stock:read");
    assert.equal(
      await scopeOf(await ask()),
      "openid orders:read stock:read",
      "the last answer is remembered",
    );
  });

  test("nor when the application need not ask any more", async () => {
    const page = await openPage();
    await changeShop(front, {
      firstParty: true,
      delegated: [...DELEGATED, { scope: "stock:read", consent: "implicit" }],
    });
    const answer = await consent(browser, page, "allow", ["orders:write"]);
    await changeShop(front, { firstParty: false });
    assert.equal(await scopeOf(answer), "openid orders:read stock:read");
  });
});

describe("a form whose seal is not the one of its page", () => {
  const allowOf = (page: Page): Fields => [...readForm(page, 'id="consent-allow"'), ["decision", "allow"]];
  const sealOf = (page: Page): string => Object.fromEntries(allowOf(page)).seal ?? "";
  const withSeal = (page: Page, seal: string | undefined): Fields => [
    ...allowOf(page).filter(([name]) => name !== "seal"),
    ...(seal === undefined ? [] : [["seal", seal] as const]),
  ];
  /** The seal with other content, as an attacker without the key could write it. */
  const rewritten = (seal: string, change: (content: Record<string, unknown>) => object): string => {
    const [content = "", mac = ""] = seal.split(".");
    const parsed = JSON.parse(inflateRawSync(Buffer.from(content, "base64url")).toString());
    return `${deflateRawSync(JSON.stringify(change(parsed))).toString("base64url")}.${mac}`;
  };

  const seals: Readonly<Record<string, (page: Page) => string | undefined | Promise<string>>> = {
    "no seal": () => undefined,
    "an empty seal": () => "",
    "a made-up seal": () => `e30.${"A".repeat(43)}`,
    "something else": () => "%00..\n",
    "no MAC": (page) => sealOf(page).split(".")[0],
    "another revision": (page) => rewritten(sealOf(page), (content) => ({ ...content, revision: 1e9 })),
    "more items": (page) =>
      rewritten(sealOf(page), (content) => ({ ...content, required: ["orders:read", "stock:read"] })),
    "the seal of another interaction": async () => sealOf(await openPage()),
    "the seal of another session of the user": async () =>
      sealOf(await authorize(await front.openBrowser(), createRequest(SHOP_CLIENT, { scope: SCOPE }))),
    "the seal of another user": async () =>
      sealOf(await authorize(await front.openBrowser(BOB), createRequest(SHOP_CLIENT, { scope: SCOPE }))),
  };
  for (const [name, find] of Object.entries(seals))
    test(`${name}: nothing changes, and the page is shown again`, async () => {
      const page = await openPage();
      const fields = withSeal(page, await find(page));
      const again = await assertShownAgain(async () =>
        followRedirects(browser, await browser.post("/consent", fields)),
      );
      assert.ok(readAuthorizationResponse(await consent(browser, again)).code);
    });

  test("a seal that is sent twice is a wrong form", async () => {
    const page = await openPage();
    const twice = await browser.post("/consent", [...allowOf(page), ["seal", sealOf(page)]]);
    assert.deepEqual([twice.status, twice.location], [400, undefined]);
  });

  test("deny needs no seal", async () => {
    const page = await openPage();
    await delegate(...DELEGATED, { scope: "stock:read", consent: "required" });
    const fields = withSeal(page, undefined).filter(([name]) => name !== "decision");
    const answer = await browser.post("/consent", [...fields, ["decision", "deny"]]);
    assert.equal(readAuthorizationResponse(answer).error, "access_denied");
  });
});

describeOn("postgres", "two nodes with two workers each", () => {
  test("a page of one node is answered at the other, which knows what the page showed", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "http://127.0.0.1:4455";
    const one = await startLicet({ state: STOREFRONT, database, baseUrl, workers: 2 });
    const two = await startLicet({ state: "", database, baseUrl, workers: 2 });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    await two.catchUp();
    const here = createBrowser(one.url);
    const there = here.at(two.url);
    await getCode(here, createRequest(DESK), ALICE);
    const request = createRequest(SHOP_CLIENT, { scope: "openid orders:read stock:read", prompt: "consent" });

    await changeShop(one, { delegated: DELEGATED });
    const page = await authorize(here, request);
    assert.ok(isConsentPage(page));
    assert.doesNotMatch(page.text, /See what is left/);
    await changeShop(two, { delegated: [...DELEGATED, { scope: "stock:read", consent: "required" }] });
    const again = await consent(there, page);
    assert.ok(isConsentPage(again) && isNoticed(again), again.location ?? again.text);
    assert.match(again.text, /See what is left/);

    // The first node need not have heard of the change yet: the seal says which revision it must have.
    const { code = "" } = readAuthorizationResponse(await consent(here, again));
    const { body } = await exchange(one, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    assert.equal(body.scope, request.scope);
  });
});
