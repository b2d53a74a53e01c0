// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { AUTHORIZATION_ERROR_CODES } from "../../../packages/server/src/oauth/authorize/authorization-error.ts";
import { createBrowser } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createPkce, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";
import { assertHardenedPage } from "./assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront({ readsLog: true });
});
after(() => front.stop());

/** Stands in every text that is not good, so that it can be seen where it comes out again. */
const CANARY = `"<zq9x7vkmw2'>`;
const GOOD = new Map<string, readonly string[]>(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(createRequest(DESK)).map(([name, value]) => [name, [String(value)]]),
    ),
    client_id: [DESK.client_id, SHOP_CLIENT.client_id, "spa", "phone", "ak_shop"],
    ...Object.fromEntries(Object.entries(createPkce().challenge).map(([name, value]) => [name, [value]])),
    response_mode: ["query", "form_post"],
    prompt: ["none", "login", "consent", "select_account", "login consent"],
    max_age: ["0", "1000"],
    claims: ["{}", '{"userinfo":{"email":null}}'],
    resource: ["https://orders.example.test"],
    nonce: ["n"],
    login_hint: ["alice"],
    ui_locales: ["en zh"],
    scope: ["openid", "openid orders:* email", "orders:read offline_access"],
  }),
);
const NAMES = [
  ...GOOD.keys(),
  "request",
  "request_uri",
  "registration",
  "id_token_hint",
  "display",
  "__proto__",
  "",
];

const wildText = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "",
      "\0",
      " ",
      "%00",
      "null",
      "{}",
      "[]",
      "' or 1=1 --",
      "javascript:",
      "x".repeat(3_000),
    ),
  )
  .map((text) => `${text.toWellFormed()}${CANARY}`);
const parameter = fc
  .constantFrom(...NAMES)
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...(GOOD.get(name) ?? ["x"])).map(encodeURIComponent) },
        { weight: 4, arbitrary: wildText.map(encodeURIComponent) },
        { weight: 1, arbitrary: wildText.map((text) => text.replace(/[^!-~]/g, "%")) },
      ),
    ),
  );
const START = Object.entries(createRequest(DESK)).map(
  ([name, value]) => [name, encodeURIComponent(String(value))] as const,
);
const write = (pairs: Iterable<readonly [string, string]>) =>
  Array.from(pairs, ([name, value]) => `${name}=${value}`).join("&");
const query = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(parameter, { maxLength: 3 }).map((more) => write(new Map([...START, ...more]))),
  },
  { weight: 2, arbitrary: fc.array(parameter, { maxLength: 3 }).map((more) => write([...START, ...more])) },
  { weight: 1, arbitrary: fc.array(parameter, { maxLength: 8 }).map(write) },
);

test("RFC 6749 §4.1.2.1: whatever is asked, it leads to a registered address, to a page of ours, or nowhere", async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), fc.boolean(), async (text, signedIn, byPost) => {
      const browser = signedIn ? front.alice : createBrowser(front.url);
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const response = byPost
        ? await fetch(`${front.url}/oidc/auth`, {
            method: "POST",
            headers: form,
            body: text,
            redirect: "manual",
          })
        : undefined;
      const page = response
        ? {
            status: response.status,
            headers: response.headers,
            text: await response.text(),
            location: response.headers.get("location") ?? undefined,
          }
        : await browser.get(`/oidc/auth?${text}`);
      assert.ok([200, 303, 400].includes(page.status), `${page.status} ${text}`);
      if (page.status !== 303) {
        assertHardenedPage(page);
        assert.equal(page.location, undefined);
        return assert.ok(!page.text.includes("<zq9x7vkmw2"), "what was sent is text");
      }
      const { location = "" } = page;
      if (/^\/(login|consent)\?interaction=[\w-]{43}$/.test(location)) return;
      assert.ok(location.startsWith(`${CALLBACK}?`), location);
      const { error, code, iss } = Object.fromEntries(new URL(location).searchParams);
      assert.equal(iss, front.url);
      if (code === undefined)
        assert.ok(
          AUTHORIZATION_ERROR_CODES.some((known) => known === error),
          String(error),
        );
    }),
    { numRuns: 600 },
  );
  assert.doesNotMatch(front.logged(), /zq9x7vkmw2/);
  assert.doesNotMatch(front.logged(), /"level":"?(error|fatal|50|60)/);
});
