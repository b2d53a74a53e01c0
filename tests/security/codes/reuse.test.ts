import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exchange, getCode, refresh, userinfo } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  CALLBACK,
  createRequest,
  DESK,
  LOW_KEY,
  ORDERS_SERVER,
  RIVAL,
  SHOP_CLIENT,
  SHOP_KEY,
} from "../../support/storefront.ts";
import { assertInactive, introspect } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const OFFLINE = { scope: "openid orders:read offline_access" };

describe("RFC 6749 §4.1.2, RFC 9700 §4.2.4: a code comes a second time", () => {
  for (const [when, seconds] of [
    ["at once", 0],
    ["a second later", 1],
    ["half a minute later", 30],
    ["after its own time", 120],
  ] as const) {
    test(`${when}: it is refused, and everything that the first use issued is dead`, async () => {
      const code = await front.code(OFFLINE);
      const { body } = await front.redeem(code);
      const renewed = await refresh(front, String(body.refresh_token), DESK);
      assert.equal(renewed.status, 200);
      front.clock.advance(seconds);
      assertRefused(await front.redeem(code), 400, "invalid_grant");
      for (const { access_token, refresh_token } of [body, renewed.body]) {
        assert.equal((await userinfo(front, String(access_token))).status, 401);
        await assertInactive(front, String(access_token), ORDERS_SERVER);
        assertRefused(await refresh(front, String(refresh_token), DESK), 400, "invalid_grant");
      }
    });
  }

  test("by another client it is refused, and nothing ends", async () => {
    const code = await front.code(OFFLINE);
    assertRefused(await front.redeem(code, RIVAL), 400, "invalid_grant");
    const { status, body } = await front.redeem(code);
    assert.equal(status, 200);
    assertRefused(await front.redeem(code, RIVAL), 400, "invalid_grant");
    assert.equal((await introspect(front, String(body.access_token), ORDERS_SERVER)).body.active, true);
  });

  test("by an access account of the same application it is a second use", async () => {
    const code = await getCode(front.alice, createRequest(SHOP_CLIENT, OFFLINE), ALICE);
    const redeem = (client: typeof SHOP_KEY) => exchange(front, code, { ...client, redirect_uri: CALLBACK });
    const { body } = await redeem(SHOP_KEY);
    assertRefused(await redeem(LOW_KEY), 400, "invalid_grant");
    assert.equal((await userinfo(front, String(body.access_token))).status, 401);
  });
});

describe("RFC 6749 §4.1.2: a code has its time, with nothing swept", () => {
  test("good in its last second, worth nothing a moment later", async () => {
    const { codeSeconds } = front.services.settings;
    assert.ok(codeSeconds <= 60, "FAPI 2.0 §5.3.2.1");
    await front.clock.stopWhile(async () => {
      const good = await front.code();
      front.clock.advance(codeSeconds - 1);
      assert.equal((await front.redeem(good)).status, 200);
    });
    const late = await front.code();
    front.clock.advance(codeSeconds);
    assertRefused(await front.redeem(late), 400, "invalid_grant");
    front.clock.advance(-codeSeconds);
  });
});

describe("RFC 6749 §4.1.3: what is wrong with a request does not spend the code", () => {
  const wrong: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "another redirect_uri": { redirect_uri: `${CALLBACK}/` },
    "an empty redirect_uri": { redirect_uri: "" },
    "a resource that was not asked for": { resource: "https://payroll.example.test" },
  };
  for (const [name, more] of Object.entries(wrong)) {
    test(name, async () => {
      const code = await front.code();
      const { status, body } = await front.redeem(code, more);
      assert.equal(status, 400);
      assert.equal(body.error, "resource" in more ? "invalid_target" : "invalid_grant");
      assert.equal((await front.redeem(code)).status, 200);
    });
  }

  test("no redirect_uri, no code, a wrong secret, a code that is none", async () => {
    const code = await front.code();
    assertRefused(await exchange(front, code, DESK), 400, "invalid_grant");
    assertRefused(await front.redeem(""), 400, "invalid_request");
    assertRefused(await front.redeem(code, { client_secret: "wrong" }), 401, "invalid_client");
    for (const made of [code.slice(1), `${code}A`, code.toUpperCase(), "lac_", `lpr_${code.slice(4)}`, "\0"])
      assertRefused(await front.redeem(made), 400, "invalid_grant");
    assert.equal((await front.redeem(code)).status, 200);
  });

  test("RFC 6749 §3.2: no parameter more than once", async () => {
    const code = await front.code();
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      code_verifier: "x",
      ...DESK,
    };
    for (const [name, value] of Object.entries(form)) {
      for (const second of [value, "other", ""]) {
        const body = `${new URLSearchParams(form)}&${name}=${encodeURIComponent(second)}`;
        const response = await fetch(`${front.url}/oidc/token`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body,
        });
        assert.equal(response.status, 400);
        assert.equal(((await response.json()) as { error: string }).error, "invalid_request", name);
      }
    }
    assert.equal((await front.redeem(code)).status, 200);
  });
});

test("RFC 6749 §3.2.1: an unauthenticated caller cannot redeem a confidential client's code", async () => {
  const code = await front.code();
  const { client_id } = DESK;
  for (const more of [{}, { client_secret: "" }, { client_secret: "x" }])
    assertRefused(
      await exchange(front, code, { client_id, redirect_uri: CALLBACK, ...more }),
      401,
      "invalid_client",
    );
  assert.equal((await front.redeem(code)).status, 200);
});
