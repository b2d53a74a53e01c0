import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { decodeJwt } from "jose";
import { KEY, ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { sendRequest } from "../send-request.ts";

let aheadSeconds = 0;
const clock = {
  milliseconds: () => systemClock.milliseconds() + aheadSeconds * 1000,
  seconds: () => systemClock.seconds() + aheadSeconds,
};

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, clock });
});
after(() => licet.stop());

describe("RFC 7662 §2.2: whatever is wrong with a token, the answer has one member", () => {
  const malformed: Record<string, string> = {
    "a word": "token",
    "three words": "a.b.c",
    dots: "..",
    "an encrypted token (five parts)": "a.b.c.d.e",
    JSON: '{"active":true}',
    "letters of another alphabet": "Ünïcödé.ключ.鍵",
    "a NUL": "\0",
    "60 kB": "A".repeat(60_000),
    "60 kB of dots": ".".repeat(60_000),
    "a header that is not an object": `${Buffer.from("[]").toString("base64url")}.e30.AAAA`,
    "a header that is not JSON": "AAAA.e30.AAAA",
    SQL: "' or '1'='1",
  };
  for (const [name, token] of Object.entries(malformed)) {
    test(`malformed: ${name}`, () => assertInactive(licet, token, ORDERS_API));
  }

  test("revoked", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);
    assert.equal((await postForm(`${licet.url}/oidc/revoke`, { token, ...REPORTS })).status, 200);
    for (const caller of [REPORTS, KEY, ORDERS_API]) await assertInactive(licet, token, caller);
  });

  test("expired, from the very second of its exp on", async (t) => {
    t.after(() => {
      aheadSeconds = 0;
    });
    const token = await issueToken(licet, REPORTS, "orders:read");
    const { exp = 0 } = decodeJwt(token);
    aheadSeconds = exp - systemClock.seconds() - 5;
    assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true, "a little before");
    aheadSeconds = exp - systemClock.seconds();
    await assertInactive(licet, token, ORDERS_API);
    aheadSeconds += 86_400;
    await assertInactive(licet, token, ORDERS_API);
  });
});

describe("RFC 7662 §2.1: the request", () => {
  test("without a token, with an empty one, with two", async () => {
    const url = `${licet.url}/oidc/introspect`;
    assertRefused(await postForm(url, ORDERS_API), 400, "invalid_request");
    assertRefused(await postForm(url, { ...ORDERS_API, token: "" }), 400, "invalid_request");
    const twice = `${new URLSearchParams(ORDERS_API)}&token=a&token=a`;
    assertRefused(await postForm(url, twice), 400, "invalid_request");
  });

  test("a parameter in the query is not a parameter", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    const query = new URLSearchParams({ token, ...ORDERS_API });
    assertRefused(await postForm(`${licet.url}/oidc/introspect?${query}`, ""), 401, "invalid_client");
    const half = await postForm(`${licet.url}/oidc/introspect?token=${token}`, ORDERS_API);
    assertRefused(half, 400, "invalid_request");
  });

  for (const path of ["/oidc/introspect", "/oidc/revoke"]) {
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      test(`${method} ${path} is 405 and does nothing (RFC 9110 §15.5.6)`, async () => {
        const token = await issueToken(licet, REPORTS, "orders:read");
        const query = new URLSearchParams({ token, ...REPORTS });
        const answer = await sendRequest(method, `${licet.url}${path}?${query}`);
        assert.equal(answer.status, 405);
        assert.equal(answer.headers.allow, "POST");
        assert.equal(answer.text.includes(token), false);
        assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);
      });
    }
  }

  for (const hint of ["refresh_token", "id_token", "junk", "access_token refresh_token", "\0"]) {
    test(`a wrong token_type_hint is ignored and the token still found: ${JSON.stringify(hint)}`, async () => {
      const token = await issueToken(licet, REPORTS, "orders:read");
      const { status, body } = await introspect(licet, token, { ...ORDERS_API, token_type_hint: hint });
      assert.equal(status, 200);
      assert.equal(body.active, true);
    });
  }
});
