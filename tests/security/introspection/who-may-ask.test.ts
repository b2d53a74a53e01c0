import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, ORDERS_API, OTHER, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

describe("RFC 7662 §2.1: introspection is closed to unauthenticated callers", () => {
  const strangers: Record<string, Record<string, string>> = {
    "no credentials at all": {},
    "a public client": { client_id: "phone" },
    "a public client with a secret it made up": { client_id: "phone", client_secret: "x".repeat(40) },
    "a confidential client by its name alone": { client_id: REPORTS.client_id },
    "an access key by its name alone": { client_id: KEY.client_id },
    "a wrong secret": { ...REPORTS, client_secret: OTHER.client_secret },
    "an unknown client": { ...REPORTS, client_id: "nobody" },
    "the application with the secret of its access key": {
      client_id: REPORTS.client_id,
      client_secret: KEY.client_secret,
    },
  };
  for (const [name, credentials] of Object.entries(strangers)) {
    test(`${name}: for a good token and a bad one the same refusal`, async () => {
      const token = await issueToken(licet, REPORTS, "orders:read");
      const good = await introspect(licet, token, credentials);
      const bad = await introspect(licet, "no-such-token", credentials);
      assertRefused(good, 401, "invalid_client");
      assertRefused(bad, 401, "invalid_client");
      assert.equal(good.text, bad.text);
    });
  }

  test("the token itself is no credential", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    const answer = await postForm(
      `${licet.url}/oidc/introspect`,
      { token },
      { authorization: `Bearer ${token}` },
    );
    assertRefused(answer, 401, "invalid_client", true);
  });
});

describe("RFC 7662 §4: a token is described only to its holder and to the servers it is for", () => {
  // Which scopes the token has, and who may know it.
  const cases: readonly (readonly [scope: string, knows: readonly string[]])[] = [
    ["orders:read", ["reports", "ak_reports", "orders-api"]],
    ["stock:read", ["reports", "ak_reports"]],
    ["billing_admin", ["reports", "ak_reports"]],
    ["orders:read stock:read", ["reports", "ak_reports", "orders-api"]],
  ];
  for (const [scope, knows] of cases) {
    test(`a token for ${scope} is known to ${knows.join(", ")}`, async () => {
      const token = await issueToken(licet, REPORTS, scope);
      for (const caller of [REPORTS, KEY, ORDERS_API, OTHER]) {
        if (knows.includes(caller.client_id)) {
          const { status, body } = await introspect(licet, token, caller);
          assert.equal(status, 200);
          assert.equal(body.active, true, caller.client_id);
          assert.equal(body.scope, scope);
        } else {
          await assertInactive(licet, token, caller);
        }
      }
    });
  }

  test("the answer has the token's own data, and nothing else", async () => {
    const { body } = await introspect(licet, await issueToken(licet, KEY, "orders:read"), ORDERS_API);
    assert.deepEqual(Object.keys(body).sort(), [
      "active",
      "aud",
      "azp",
      "client_id",
      "exp",
      "iat",
      "iss",
      "jti",
      "scope",
      "sub",
      "token_type",
    ]);
    assert.equal(body.client_id, KEY.client_id);
    assert.equal(body.azp, REPORTS.client_id);
  });

  test("a server that gives up a resource no longer learns of its tokens", async (t) => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    const { state } = licet.services.storage;
    const server = await state.find("application", ORDERS_API.client_id);
    assert.ok(server);
    const by = { name: "test", at: Date.now() };
    t.after(() => state.commit([{ op: "put", kind: "application", value: server }], by));
    await state.commit([{ op: "put", kind: "application", value: { ...server, serves: [] } }], by);
    await assertInactive(licet, token, ORDERS_API);
  });
});
