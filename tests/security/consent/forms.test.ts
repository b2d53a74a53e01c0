// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { countRows } from "../../support/count-rows.ts";
import {
  authorize,
  type Browser,
  consent,
  type Fields,
  isConsentPage,
  readAuthorizationResponse,
  readForm,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { BOB, createPkce, createRequest, LOOPBACK_CALLBACK, SHOP_CLIENT } from "../../support/storefront.ts";
import { assertHardenedPage, assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const REQUEST = createRequest(SHOP_CLIENT, { scope: "openid orders:read orders:write", prompt: "consent" });

/** A consent page in a browser of its own, and what it would send. */
async function openQuestion(person?: typeof BOB) {
  const browser = await front.openBrowser(person);
  const page = await authorize(browser, REQUEST);
  assert.ok(isConsentPage(page));
  return {
    browser,
    page,
    fields: [...readForm(page, 'id="consent-allow"'), ["decision", "allow"]] as Fields,
  };
}

const without = (fields: Fields, gone: string): Fields => fields.filter(([name]) => name !== gone);
const replaced = (fields: Fields, name: string, value: string): Fields => [
  ...without(fields, name),
  [name, value],
];

const countDelegations = async () => {
  const { delegations, consents } = await countRows(front.database.url);
  return { delegations, consents };
};

/** No code, no consent, nothing that would change an answer; the page itself can still be answered. */
async function assertNothingHappens(
  browser: Browser,
  fields: Fields,
  headers: Record<string, string> = {},
  status = 403,
) {
  const before = await countDelegations();
  const answer = await browser.post("/consent", fields, headers);
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.location, undefined);
  assertHardenedPage(answer);
  assert.deepEqual(await countDelegations(), before);
}

describe("RFC 9700 §4.7: a consent form that is not the one of this page in this browser", () => {
  const spoilt: Readonly<Record<string, (fields: Fields) => Promise<Fields> | Fields>> = {
    "no token": (fields) => without(fields, "csrf"),
    "an empty token": (fields) => replaced(fields, "csrf", ""),
    "a made-up token": (fields) => replaced(fields, "csrf", "A".repeat(43)),
    "the token of another browser": async (fields) =>
      replaced(fields, "csrf", Object.fromEntries((await openQuestion()).fields).csrf ?? ""),
    "the whole form of another browser": async () => (await openQuestion(BOB)).fields,
    "another interaction": (fields) => replaced(fields, "interaction", "A".repeat(43)),
    "no interaction": (fields) => without(fields, "interaction"),
    nothing: () => [],
  };
  for (const [name, spoil] of Object.entries(spoilt)) {
    test(`${name}: 403, and nothing changes`, async () => {
      const { browser, page, fields } = await openQuestion();
      await assertNothingHappens(browser, await spoil(fields));
      assert.ok(readAuthorizationResponse(await consent(browser, page)).code, "the page itself still works");
    });
  }

  test("the token of the login page of the same request", async () => {
    const { browser, fields } = await openQuestion();
    const login = await authorize(browser, { ...REQUEST, prompt: "login" });
    const token = Object.fromEntries(readForm(login, 'id="login-submit"')).csrf ?? "";
    await assertNothingHappens(browser, replaced(fields, "csrf", token));
  });

  test("a form that was sent before", async () => {
    const { browser, fields } = await openQuestion();
    assert.equal((await browser.post("/consent", fields)).status, 303);
    await assertNothingHappens(browser, fields, {}, 400);
  });

  test("a browser whose cookies are gone, or whose user signed out", async () => {
    const { browser, fields } = await openQuestion();
    const session = browser.cookies.get("licet_session") ?? "";
    browser.cookies.delete("licet_session");
    await assertNothingHappens(browser, fields);
    browser.cookies.set("licet_session", session);
    browser.cookies.delete("licet_browser");
    await assertNothingHappens(browser, fields);
  });

  for (const [name, headers] of Object.entries({
    "a foreign origin": { origin: "https://evil.test" },
    "a sandboxed frame": { origin: "null" },
    "the application's own origin": { origin: "https://app.example.com" },
    "another site": { "sec-fetch-site": "cross-site" },
    "another subdomain": { "sec-fetch-site": "same-site" },
  })) {
    test(`sent by ${name}: 403, and nothing changes`, async () => {
      const { browser, fields } = await openQuestion();
      await assertNothingHappens(browser, fields, headers);
    });
  }

  test("a decision that is none", async () => {
    const { browser, fields } = await openQuestion();
    for (const decision of ["", "yes", "Allow", "allow deny"])
      await assertNothingHappens(browser, replaced(fields, "decision", decision), {}, 400);
    await assertNothingHappens(browser, [...fields, ["decision", "deny"]], {}, 400);
    await assertNothingHappens(browser, without(fields, "decision"), {}, 400);
  });
});

describe("ticked items that were not asked give nothing", () => {
  test("items that were not on the page, required ones, the same twice", async () => {
    const { browser, fields } = await openQuestion();
    const extra = [
      "orders:refund",
      "payroll:read",
      "email",
      "offline_access",
      "orders:*",
      "orders:read",
      "orders:write",
    ];
    const answer = await browser.post("/consent", [
      ...fields,
      ...extra.map((item) => ["item", item] as const),
    ]);
    const { status, body } = await front.redeem(readAuthorizationResponse(answer).code ?? "", SHOP_CLIENT);
    assert.equal(status, 200);
    assert.equal(body.scope, "openid orders:read orders:write");
    assert.equal(body.refresh_token, undefined);
  });
});

describe("a question is answered once, and in time", () => {
  test("sent twenty times at once: one code", async () => {
    const { browser, fields } = await openQuestion();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post("/consent", fields)));
    const codes = answers.filter(({ location }) => location !== undefined && /[?&]code=/.test(location));
    assert.equal(codes.length, 1);
    for (const answer of answers) if (answer !== codes[0]) assert.equal(answer.status, 400);
  });

  test("yes and no at once: one of them, never both", async () => {
    const { browser, fields } = await openQuestion();
    const decide = (decision: string) => browser.post("/consent", replaced(fields, "decision", decision));
    const answers = await Promise.all(["allow", "deny", "allow", "deny"].map(decide));
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  });

  test("after half an hour it is too late, with nothing swept", async () => {
    const { browser, fields } = await openQuestion();
    front.clock.advance(1_801);
    await assertNothingHappens(browser, fields, {}, 400);
    front.clock.advance(-1_801);
  });
});

describe("RFC 6749 §4.1.2.1: the user says no", () => {
  test("access_denied, and nothing of it is kept", async () => {
    const browser = await front.openBrowser(BOB);
    const request = createRequest(SHOP_CLIENT, { scope: "openid orders:read" });
    const before = await countDelegations();
    const page = await authorize(browser, request);
    const answer = await consent(browser, page, "deny");
    assertRefusedTo(answer, "access_denied", { issuer: front.url, state: "a state" });
    assert.deepEqual(await countDelegations(), before);
    assert.ok(isConsentPage(await authorize(browser, request)), "the next request asks again");
    const late = await browser.post("/consent", [
      ...readForm(page, 'id="consent-allow"'),
      ["decision", "allow"],
    ]);
    assert.equal(late.status, 400, "no is no");
  });
});

describe("RFC 8252 §8.6, RFC 9700 §4.15: when an earlier yes does not count", () => {
  test("an application on the user's machine is asked about every time", async () => {
    const { challenge } = createPkce();
    const request = createRequest({ client_id: "phone" }, { redirect_uri: LOOPBACK_CALLBACK, ...challenge });
    for (let time = 0; time < 2; time += 1) {
      const page = await authorize(front.alice, request);
      assert.ok(isConsentPage(page));
      assert.ok(readAuthorizationResponse(await consent(front.alice, page)).code);
    }
    assert.equal(
      readAuthorizationResponse(await authorize(front.alice, { ...request, prompt: "none" })).error,
      "consent_required",
    );
  });

  test("a new scope, another user, another application", async () => {
    const browser = await front.openBrowser();
    const narrow = createRequest(SHOP_CLIENT, { scope: "openid orders:read", prompt: "consent" });
    await consent(browser, await authorize(browser, narrow));
    assert.ok(readAuthorizationResponse(await authorize(browser, { ...narrow, prompt: undefined })).code);
    const wider = { ...narrow, scope: "openid email orders:read", prompt: undefined };
    assert.ok(isConsentPage(await authorize(browser, wider)));
    const detailed = { ...narrow, prompt: undefined, claims: '{"userinfo":{"phone_number":null}}' };
    assert.ok(isConsentPage(await authorize(browser, detailed)), "asked for in detail is asked for");
    const bob = await front.openBrowser(BOB);
    assert.ok(isConsentPage(await authorize(bob, { ...narrow, prompt: undefined })));
  });
});

test("RFC 6749 §4.1.2.1: the no counts, although the user said yes to the same request in another tab meanwhile", async () => {
  const browser = await front.openBrowser(BOB);
  const request = createRequest(SHOP_CLIENT, { scope: "openid orders:read" });
  const tabs = [await authorize(browser, request), await authorize(browser, request)] as const;
  assert.ok(tabs.every(isConsentPage));
  assert.ok(readAuthorizationResponse(await consent(browser, tabs[0])).code);
  assert.equal(readAuthorizationResponse(await consent(browser, tabs[1], "deny")).error, "access_denied");
});
