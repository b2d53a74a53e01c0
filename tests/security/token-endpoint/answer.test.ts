// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { KEY, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertRefused } from "../oauth-refusal.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const ask = (form: Readonly<Record<string, string>> | string) =>
  postForm(
    `${licet.url}/oidc/token`,
    typeof form === "string" ? form : { grant_type: "client_credentials", ...form },
  );

describe("RFC 6749 §5.1: a token answer is complete and never cached", () => {
  for (const [caller, credentials] of Object.entries({ "an application": REPORTS, "an access key": KEY })) {
    for (const scope of ["orders:read", "orders:read orders:refund", "nothing"]) {
      test(`${caller} asks for ${scope}`, async () => {
        const { status, headers, body } = await ask({ ...credentials, scope });
        assert.equal(status, 200);
        assert.equal(headers.get("cache-control"), "no-store");
        assert.equal(headers.get("pragma"), "no-cache");
        assert.match(headers.get("content-type") ?? "", /^application\/json\b/);
        assert.equal(headers.get("x-content-type-options"), "nosniff");
        assert.equal(headers.get("set-cookie"), null);
        assert.equal(headers.get("www-authenticate"), null);
        assert.equal(body.token_type, "Bearer");
        assert.equal(body.expires_in, 600);
        assert.equal(typeof body.scope, "string");
        assert.equal([body.scope, body.scope_rejected].filter((text) => text !== "").join(" "), scope);
        const { exp = 0, iat = 0 } = decodeJwt(String(body.access_token));
        assert.equal(exp - iat, body.expires_in);
        assert.equal(decodeProtectedHeader(String(body.access_token)).typ, "at+jwt");
      });
    }
  }

  test("two equal requests never get the same token", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await ask({ ...REPORTS, scope: "orders:read" });
        return decodeJwt(String(body.access_token)).jti;
      }),
    );
    assert.equal(new Set(tokens).size, 20);
  });
});

describe("RFC 8707 §2: a resource that is unknown or not granted gets invalid_target", () => {
  const orders = "https://orders.example.test";
  const unknown = [
    "https://unknown.example.test",
    "https://payroll.example.test",
    "https://orders.example.test/",
    "https://orders.example.test#fragment",
    "https://orders.example.test?query",
    "HTTPS://orders.example.test",
    "//orders.example.test",
    "orders",
    "not a URI",
    "https://orders.example.test https://stock.example.test",
    "\0",
    "__proto__",
  ];
  for (const resource of unknown) {
    test(JSON.stringify(resource), async () => {
      for (const form of [{ scope: "orders:read" }, {}]) {
        const answer = await ask({ ...REPORTS, ...form, resource });
        assertRefused(answer, 400, "invalid_target");
        assert.ok(!answer.text.includes(resource));
      }
    });

    test(`${JSON.stringify(resource)} beside one that is granted, in either order`, async () => {
      const rest = new URLSearchParams({
        grant_type: "client_credentials",
        ...REPORTS,
        scope: "orders:read",
      });
      for (const resources of [
        [resource, orders],
        [orders, resource],
      ]) {
        const form = new URLSearchParams(rest);
        for (const each of resources) form.append("resource", each);
        assertRefused(await ask(form.toString()), 400, "invalid_target");
      }
    });
  }

  test("a resource that exists and is not granted is answered exactly like one that does not exist", async () => {
    const [missing, forbidden] = await Promise.all(
      ["https://unknown.example.test", "https://payroll.example.test"].map((resource) =>
        ask({ ...REPORTS, scope: "payroll:read", resource }),
      ),
    );
    assert.deepEqual([missing?.status, missing?.text], [forbidden?.status, forbidden?.text]);
  });
});
