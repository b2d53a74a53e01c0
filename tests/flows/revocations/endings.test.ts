import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { introspect } from "../../security/issue-token.ts";
import { ENDINGS } from "../../support/endings.ts";
import { isAnnounced } from "../../support/revocation-client.ts";
import {
  type Browser,
  createBrowser,
  exchange,
  followRedirects,
  getCode,
  readForm,
  refresh,
} from "../../support/sign-in.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import {
  ALICE,
  CALLBACK,
  createRequest,
  ORDERS_SERVER,
  SHOP_CLIENT,
  SHOP_KEY,
  STOREFRONT,
} from "../../support/storefront.ts";

const WORLD = `${STOREFRONT}  - { principal: application:${SHOP_CLIENT.client_id}, permission: orders:read }\n`;

interface Given {
  readonly licet: RunningLicet;
  readonly browser: Browser;
  readonly code: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}
type End = (given: Given) => Promise<unknown>;

const commit = ({ services }: RunningLicet, change: Change) =>
  services.storage.state.commit([change], { name: "test", at: services.clock.milliseconds() });
const getShop = async ({ services }: RunningLicet) => {
  const { value } = await services.storage.clients.find(SHOP_CLIENT.client_id);
  assert.ok(value && "application" in value);
  return value.application;
};
const getKey = async ({ services }: RunningLicet) => {
  const { value } = await services.storage.clients.find(SHOP_KEY.client_id);
  assert.ok(value && "accessAccount" in value);
  return value.accessAccount;
};
const revoke = ({ url }: RunningLicet, token: string, client = SHOP_CLIENT) =>
  postForm(`${url}/oidc/revoke`, { ...client, token });
const deleteShop: End = async ({ licet }) =>
  commit(licet, { op: "delete", kind: "application", value: await getShop(licet) });
const changeKey = async (licet: RunningLicet, members: object) =>
  commit(licet, { op: "put", kind: "access_account", value: { ...(await getKey(licet)), ...members } });

/** Ends of access on behalf of a user, beside `ENDINGS`. */
const USER_ENDINGS: Readonly<Record<string, End>> = {
  "the access token is revoked": ({ licet, accessToken }) => revoke(licet, accessToken),
  "the refresh token is revoked": ({ licet, refreshToken }) => revoke(licet, refreshToken),
  "a used refresh token is presented": async ({ licet, refreshToken }) => {
    const { body } = await refresh(licet, refreshToken, SHOP_CLIENT);
    await refresh(licet, String(body.refresh_token), SHOP_CLIENT);
    assert.equal((await refresh(licet, refreshToken, SHOP_CLIENT)).status, 400);
  },
  "the code is presented again": async ({ licet, code }) =>
    assert.equal((await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK })).status, 400),
  "an administrator ends the sessions": async ({ licet: { services } }) => {
    const alice = await services.storage.state.findUserByUsername(ALICE.username);
    await services.storage.sessions.endAllOfUser(alice?.id ?? "", services.clock.seconds());
  },
  "the application is deleted": deleteShop,
  ...Object.fromEntries(
    Object.entries(ENDINGS).map(([name, end]): [string, End] => [
      name,
      ({ licet, browser }) => end(licet, browser),
    ]),
  ),
};

/** Ends of the access that a client has for itself. */
const CLIENT_ENDINGS: Readonly<Record<string, End>> = {
  "the access token is revoked": ({ licet, accessToken }) => revoke(licet, accessToken, SHOP_KEY),
  "the access account is disabled": ({ licet }) => changeKey(licet, { enabled: false }),
  "the access account has expired": ({ licet }) => changeKey(licet, { expiresAt: 1 }),
  "the access account is deleted": async ({ licet }) =>
    commit(licet, { op: "delete", kind: "access_account", value: await getKey(licet) }),
  "the application is disabled": async ({ licet }) =>
    commit(licet, { op: "put", kind: "application", value: { ...(await getShop(licet)), enabled: false } }),
  "the application is deleted": deleteShop,
};

async function requireAnnouncement(licet: RunningLicet, token: string, end: () => Promise<unknown>) {
  assert.equal((await introspect(licet, token, ORDERS_SERVER)).body.active, true);
  assert.equal(await isAnnounced(licet, ORDERS_SERVER, token), false);
  await end();
  assert.equal((await introspect(licet, token, ORDERS_SERVER)).body.active, false);
  assert.equal(await isAnnounced(licet, ORDERS_SERVER, token), true);
}

const start = async (t: { after(work: () => Promise<void>): void }) => {
  const licet = await startLicet({ state: WORLD });
  t.after(() => licet.stop());
  return licet;
};

async function giveTokens(
  licet: RunningLicet,
  scope = "openid orders:read offline_access",
  client = SHOP_CLIENT,
): Promise<Given> {
  const browser = createBrowser(licet.url);
  const code = await getCode(browser, createRequest(SHOP_CLIENT, { scope }), ALICE);
  const { body } = await exchange(licet, code, { ...client, redirect_uri: CALLBACK });
  return {
    licet,
    browser,
    code,
    accessToken: String(body.access_token),
    refreshToken: String(body.refresh_token),
  };
}

describe("whatever ends an access token on behalf of a user is announced", { concurrency: 2 }, () => {
  for (const [name, end] of Object.entries(USER_ENDINGS))
    test(`when ${name}`, async (t) => {
      const given = await giveTokens(await start(t));
      await requireAnnouncement(given.licet, given.accessToken, () => end(given));
    });

  test("when the user signs out, except for what was given for offline use", async (t) => {
    const licet = await start(t);
    const offline = await giveTokens(licet);
    const code = await getCode(offline.browser, createRequest(SHOP_CLIENT), ALICE);
    const { body } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    await requireAnnouncement(licet, String(body.access_token), async () => {
      const page = await followRedirects(offline.browser, await offline.browser.get("/logout"));
      await offline.browser.post("/logout", readForm(page, 'id="logout-confirm"'));
    });
    assert.equal(await isAnnounced(licet, ORDERS_SERVER, offline.accessToken), false);
  });

  test("when the access account that redeemed the code is disabled", async (t) => {
    const given = await giveTokens(await start(t), "openid orders:read", SHOP_KEY);
    await requireAnnouncement(given.licet, given.accessToken, () =>
      changeKey(given.licet, { enabled: false }),
    );
  });
});

describe("whatever ends an access token of a client is announced", { concurrency: 2 }, () => {
  for (const [name, end] of Object.entries(CLIENT_ENDINGS))
    test(`when ${name}`, async (t) => {
      const licet = await start(t);
      const grant = { grant_type: "client_credentials", scope: "orders:read" };
      const { body } = await postForm(`${licet.url}/oidc/token`, { ...SHOP_KEY, ...grant });
      const accessToken = String(body.access_token);
      const given = { licet, browser: createBrowser(licet.url), code: "", accessToken, refreshToken: "" };
      await requireAnnouncement(licet, accessToken, () => end(given));
    });
});

test("a permission that is lost is no revocation: introspection and local checks know it", async (t) => {
  const { licet, accessToken } = await giveTokens(await start(t));
  const alice = await licet.services.storage.state.findUserByUsername(ALICE.username);
  const assignments = await licet.services.storage.state.list("assignment");
  for (const value of assignments.filter(({ principal }) => principal === `user:${alice?.id}`))
    await commit(licet, { op: "delete", kind: "assignment", value });
  const { body } = await introspect(licet, accessToken, ORDERS_SERVER);
  assert.equal(body.active, true);
  assert.doesNotMatch(String(body.scope), /orders/);
  assert.equal(await isAnnounced(licet, ORDERS_SERVER, accessToken), false);
});
