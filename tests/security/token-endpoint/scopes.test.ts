// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertRefused } from "../oauth-refusal.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const ask = (form: Readonly<Record<string, string>>) =>
  postForm(`${licet.url}/oidc/token`, { grant_type: "client_credentials", ...REPORTS, ...form });

describe("RFC 6749 §3.3: what is refused is named and is not in the token", () => {
  for (const [asked, scope, rejected] of [
    ["orders:read orders:refund", "orders:read", "orders:refund"],
    ["orders:refund orders:read", "orders:read", "orders:refund"],
    ["payroll:read orders:write nothing orders:read", "orders:write orders:read", "payroll:read nothing"],
    ["orders:refund", "", "orders:refund"],
    ["payroll:read orders:refund nothing", "", "payroll:read orders:refund nothing"],
    ["payroll:*", "", "payroll:*"],
    ["* *:* orders:**", "", "* *:* orders:**"],
    ["orders:read orders:read", "orders:read", ""],
    ["ORDERS:READ Orders:read orders:Read", "", "ORDERS:READ Orders:read orders:Read"],
  ] as const) {
    test(`${asked} gives "${scope}"`, async () => {
      const { status, body } = await ask({ scope: asked });
      assert.equal(status, 200);
      assert.equal(body.scope, scope);
      assert.equal(body.scope_rejected, rejected);
      const claims = decodeJwt(String(body.access_token));
      assert.equal(claims.scope, scope);
      assert.equal("scope_rejected" in claims, false);
    });
  }

  test("a token without any permission is for the issuer, so that no resource server takes it for its own", async () => {
    const { body } = await ask({ scope: "payroll:read" });
    assert.equal(decodeJwt(String(body.access_token)).aud, licet.url);
  });
});

describe("RFC 6749 §4.4.3, OpenID Connect Core §11: there is no user in client_credentials", () => {
  for (const scope of [
    "openid",
    "offline_access",
    "openid offline_access",
    "openid profile email phone address offline_access",
  ]) {
    test(`${scope}: no ID token, no refresh token, and the items are refused`, async () => {
      const { status, body } = await ask({ scope: `${scope} orders:read` });
      assert.equal(status, 200);
      assert.equal(body.scope, "orders:read");
      assert.equal(body.scope_rejected, scope);
      assert.deepEqual(Object.keys(body).sort(), [
        "access_token",
        "expires_in",
        "scope",
        "scope_rejected",
        "token_type",
      ]);
    });
  }
});

describe("RFC 6749 §3.3: a scope outside the grammar gets invalid_scope and is never repeated to the caller", () => {
  const malformed: Record<string, string> = {
    "a quotation mark": 'orders:read"',
    "a backslash": "orders\\:read",
    "two spaces": "orders:read  orders:write",
    "a space before": " orders:read",
    "a space behind": "orders:read ",
    "nothing but a space": " ",
    "a tab": "orders:read\torders:write",
    "a newline": "orders:read\norders:write",
    "a newline behind": "orders:read\n",
    "a carriage return": "orders:read\r\nset-cookie: a=b",
    "a NUL": "orders:read\0",
    "an escape character": "\u{1B}[31morders:read",
    "a delete character": "orders:read\u{7F}",
    "a letter that only looks like one": "оrders:read",
    "a no-break space": "orders:read\u{A0}orders:write",
    "a full-width colon": "orders：read",
    "an emoji": "orders:read \u{1F600}",
    "a text that turns around": "\u{202E}daer:sredro",
    "a replacement character": "\u{FFFD}",
    markup: '<script>alert("1")</script>',
  };
  for (const [name, scope] of Object.entries(malformed)) {
    test(name, async () => {
      const answer = await ask({ scope });
      assertRefused(answer, 400, "invalid_scope");
      if (scope !== " ") assert.ok(!answer.text.includes(scope.trim()), answer.text);
      const withResource = await ask({ scope, resource: "https://orders.example.test" });
      assertRefused(withResource, 400, "invalid_scope");
    });
  }

  test("bytes that are not UTF-8", async () => {
    const form = new URLSearchParams({ grant_type: "client_credentials", ...REPORTS }).toString();
    const response = await fetch(`${licet.url}/oidc/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.concat([Buffer.from(`${form}&scope=orders:read`), Buffer.from([0xff, 0xfe])]),
    });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { error: string }).error, "invalid_scope");
  });
});

describe("RFC 6749 §3.3: a scope has at most 100 items of at most 256 characters", () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => `item${index}`).join(" ");

  test("100 items are answered one by one, 101 get invalid_scope", async () => {
    const { status, body } = await ask({ scope: items(100) });
    assert.equal(status, 200);
    assert.equal(body.scope_rejected, items(100));
    assertRefused(await ask({ scope: items(101) }), 400, "invalid_scope");
    assertRefused(await ask({ scope: `${items(100)} orders:read` }), 400, "invalid_scope");
  });

  test("256 characters are an item, 257 get invalid_scope", async () => {
    for (const prefix of ["x", "orders:", "orders:7:"]) {
      const longest = prefix.padEnd(256, "x");
      const { status, body } = await ask({ scope: `orders:read ${longest}` });
      assert.equal(status, 200);
      assert.equal(body.scope_rejected, longest);
      assertRefused(await ask({ scope: `orders:read ${longest}x` }), 400, "invalid_scope");
    }
  });
});

describe("RFC 6749 §3.3: there is no default scope", () => {
  for (const [name, form] of Object.entries({ missing: {}, empty: { scope: "" } })) {
    test(`${name}, and no resource named: invalid_request`, async () =>
      assertRefused(await ask(form), 400, "invalid_request"));
  }
});
