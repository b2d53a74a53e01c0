// @engine both: a session is used on two nodes on PostgreSQL.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  authorizationPath,
  createBrowser,
  decodeClaims,
  exchange,
  followRedirects,
  getCode,
  readAuthorizationResponse,
  refresh,
  signInAndConsent,
  userinfo,
} from "../../support/sign-in.ts";
import { ENGINE, startLicet } from "../../support/start-licet.ts";
import { type Storefront, startStorefront, type Tokens } from "../../support/start-storefront.ts";
import {
  ALICE,
  createPkce,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SHOP_CLIENT,
} from "../../support/storefront.ts";
import { assertInactive, introspect } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { untilSeen } from "./until-seen.ts";

const IDLE = 1_000;
const ABSOLUTE = 2_500;
const HOUR = 3_600;
const SETTINGS = { session_idle_seconds: String(IDLE), session_seconds: String(ABSOLUTE) };
const SCOPE = "openid orders:read offline_access";
const ADMINISTRATOR = "assignments: [{ principal: user:alice, role: licet-administrator }]";

let front: Storefront;
before(async () => {
  front = await startStorefront({ settings: { ...SETTINGS, access_token_seconds: String(HOUR) } });
  await front.apply(ADMINISTRATOR);
});
after(() => front.stop());

/** Alice signs in anew, and an application gets tokens in that session. */
async function begin(client = DESK) {
  const browser = createBrowser(front.url);
  const code = await getCode(browser, createRequest(client, { scope: SCOPE }), ALICE);
  const { status, body, text } = await front.redeem(code, client);
  assert.equal(status, 200, text);
  return { browser, ...(body as unknown as Tokens) };
}

/** A code, or the error that no user is signed in. */
const silently = async (browser: ReturnType<typeof createBrowser>) =>
  readAuthorizationResponse(await browser.get(authorizationPath(createRequest(DESK, { prompt: "none" }))));

/** As the sweeper does it an hour after the end of a session. */
const sweep = () => front.services.storage.sweeper.sweepTable("sessions", front.clock.seconds(), 1_000);

async function assertOver({ access_token, refresh_token }: Tokens): Promise<void> {
  assertRefused(await refresh(front, refresh_token, DESK), 400, "invalid_grant");
  assert.equal((await userinfo(front, access_token)).status, 401);
  await assertInactive(front, access_token, ORDERS_SERVER);
  await assertInactive(front, access_token, DESK);
  await assertInactive(front, refresh_token, DESK);
}

async function assertGoesOn({ access_token, refresh_token }: Tokens, client = DESK): Promise<Tokens> {
  assert.equal((await introspect(front, access_token, ORDERS_SERVER)).body.active, true);
  assert.equal((await introspect(front, refresh_token, client)).body.active, true);
  const { status, body, text } = await refresh(front, refresh_token, client);
  assert.equal(status, 200, text);
  return body as unknown as Tokens;
}

/** Uses the session at its page, and waits until the use is written behind the answer. */
async function keepUsing(browser: ReturnType<typeof createBrowser>): Promise<void> {
  const { sessions, state } = front.services.storage;
  const usedAt = front.clock.seconds();
  assert.equal((await browser.get("/account")).status, 200);
  const alice = await state.findUserByUsername(ALICE.username);
  await untilSeen(sessions, String(alice?.id), usedAt);
}

describe("OpenID Connect Core §11: what may not outlive its session ends when that expires", () => {
  test("idle for too long", async () => {
    const tokens = await begin();
    front.clock.advance(IDLE - 5);
    assert.equal((await introspect(front, tokens.access_token, ORDERS_SERVER)).body.active, true);
    assert.equal((await introspect(front, tokens.refresh_token, DESK)).body.active, true);
    front.clock.advance(5);
    await assertOver(tokens);
    assert.equal((await silently(tokens.browser)).error, "login_required");
  });

  test("at its absolute end, although it was used all the time", async () => {
    const { browser, ...tokens } = await begin();
    for (let used = 0; used < 4; used += 1) {
      front.clock.advance(ABSOLUTE / 5);
      await keepUsing(browser);
    }
    assert.equal((await introspect(front, tokens.refresh_token, DESK)).body.active, true);
    front.clock.advance(ABSOLUTE / 5);
    await assertOver(tokens);
  });

  test("and is still over when the session was swept", async () => {
    const tokens = await begin();
    front.clock.advance(ABSOLUTE);
    assert.ok((await sweep()) > 0);
    await assertOver(tokens);
  });

  test("a code as well, also when the session was swept", async () => {
    const { browser } = await begin();
    for (let used = 0; used < 4; used += 1) {
      front.clock.advance((ABSOLUTE - 30) / 4);
      await keepUsing(browser);
    }
    const code = async () => String((await silently(browser)).code);
    const [expired, swept] = [await code(), await code()];
    front.clock.advance(30);
    assertRefused(await front.redeem(expired), 400, "invalid_grant");
    assert.ok((await sweep()) > 0);
    assertRefused(await front.redeem(swept), 400, "invalid_grant");
  });

  test("the tokens of the console among them", async () => {
    const { code_verifier, challenge } = createPkce();
    const redirect_uri = `${front.url}/console/callback`;
    const request = { client_id: "licet-console", response_type: "code", redirect_uri };
    const scope = "openid profile offline_access licet:*";
    const browser = createBrowser(front.url);
    const page = await followRedirects(
      browser,
      await signInAndConsent(browser, { ...request, scope, ...challenge }, ALICE),
    );
    const form = { client_id: "licet-console", redirect_uri, code_verifier };
    const { body } = await exchange(front, String(readAuthorizationResponse(page).code), form);
    const callApi = (token: unknown) =>
      fetch(`${front.url}/api/v1/roles`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await callApi(body.access_token)).status, 200);
    front.clock.advance(IDLE);
    assert.equal((await callApi(body.access_token)).status, 401);
    const client = { client_id: "licet-console" };
    assertRefused(await refresh(front, String(body.refresh_token), client), 400, "invalid_grant");
  });
});

describe("a refresh with such a token counts as use of the session", () => {
  test("its idle time begins anew, for the browser too, and the absolute end stays", async () => {
    const { browser, ...first } = await begin();
    let tokens: Tokens = first;
    for (let passed = 0; passed < ABSOLUTE - IDLE; passed += IDLE - 250) {
      front.clock.advance(IDLE - 250);
      tokens = await assertGoesOn(tokens);
    }
    assert.match(String((await silently(browser)).code), /^lac_/);
    front.clock.advance(ABSOLUTE - 2 * (IDLE - 250));
    await assertOver(tokens);
    assert.equal((await silently(browser)).error, "login_required");
  });

  test("not one with a token that the user allowed to go on, nor a refused one", async () => {
    const { browser } = await begin();
    const offline = await (async () => {
      const code = await getCode(browser, createRequest(SHOP_CLIENT, { scope: SCOPE }), ALICE);
      return (await front.redeem(code, SHOP_CLIENT)).body as unknown as Tokens;
    })();
    const online = (await front.redeem(await getCode(browser, createRequest(DESK, { scope: SCOPE }), ALICE)))
      .body as unknown as Tokens;
    front.clock.advance(IDLE - 5);
    await assertGoesOn(offline, SHOP_CLIENT);
    const refused = await refresh(front, online.refresh_token, { ...DESK, scope: "orders:write" });
    assertRefused(refused, 400, "invalid_scope");
    front.clock.advance(5);
    await assertOver(online);
  });

  test("on every node", async () => {
    const { database, clock, url } = front;
    const other =
      ENGINE === "postgres"
        ? await startLicet({ state: "", database, clock, baseUrl: url, settings: SETTINGS })
        : front;
    try {
      const first = await begin();
      front.clock.advance(IDLE - 100);
      const second = await refresh(other, first.refresh_token, DESK);
      assert.equal(second.status, 200, second.text);
      front.clock.advance(IDLE - 100);
      const third = await refresh(front, String(second.body.refresh_token), DESK);
      assert.equal(third.status, 200, third.text);
      front.clock.advance(IDLE);
      assertRefused(await refresh(other, String(third.body.refresh_token), DESK), 400, "invalid_grant");
      await assertInactive(other, String(third.body.access_token), ORDERS_SERVER);
    } finally {
      if (other !== front) await other.stop();
    }
  });
});

describe("an access token ends with the session that it rests on, at the latest", () => {
  const endOf = (token: string) => Number(decodeClaims(token).exp);

  test("from the code and from every refresh", async () => {
    const start = front.clock.seconds();
    const first = await begin();
    const end = endOf(first.access_token);
    assert.ok(end - start >= ABSOLUTE && end - start < ABSOLUTE + 30, `${end - start} s`);
    front.clock.advance(IDLE - 100);
    const { body } = await refresh(front, first.refresh_token, DESK);
    assert.equal(endOf(String(body.access_token)), end);
    assert.ok(Math.abs(Number(body.expires_in) - (end - front.clock.seconds())) <= 1);
    const introspected = await introspect(front, String(body.access_token), ORDERS_SERVER);
    assert.equal(introspected.body.exp, end);
    const { body: refreshToken } = await introspect(front, String(body.refresh_token), DESK);
    assert.ok(Number(refreshToken.exp) <= end, "a refresh token is said to end with it, too");
  });
});

describe("access with offline_access is untouched", () => {
  test("by the end of the session and by its being swept", async () => {
    const { browser: _, ...first } = await begin(SHOP_CLIENT);
    const lifetime =
      Number(decodeClaims(first.access_token).exp) - Number(decodeClaims(first.access_token).iat);
    assert.equal(lifetime, HOUR);
    front.clock.advance(IDLE);
    const second = await assertGoesOn(first, SHOP_CLIENT);
    front.clock.advance(ABSOLUTE - IDLE);
    assert.ok((await sweep()) > 0);
    const third = await assertGoesOn(second, SHOP_CLIENT);
    assert.equal((await userinfo(front, third.access_token)).status, 200);
  });

  test("a code with offline_access is still redeemed", async () => {
    const { browser } = await begin(SHOP_CLIENT);
    const code = await getCode(browser, createRequest(SHOP_CLIENT, { scope: SCOPE }), ALICE);
    assert.ok(
      (await front.services.storage.sweeper.sweepTable("sessions", front.clock.seconds() + ABSOLUTE, 1_000)) >
        0,
    );
    const { status, text } = await front.redeem(code, SHOP_CLIENT);
    assert.equal(status, 200, text);
  });
});
