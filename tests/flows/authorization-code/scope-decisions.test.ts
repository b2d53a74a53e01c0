import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  exchange,
  optionalItems,
  readAuthorizationResponse,
  refresh,
  signIn,
} from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import {
  ALICE,
  BOB,
  CALLBACK,
  createRequest,
  ORDERS_SERVER,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";
import { send } from "../checks/send.ts";
import { fetchToken } from "../fetch-token.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STOREFRONT });
});
after(() => licet.stop());

async function resolve(user: string, scope: string) {
  const token = await fetchToken(licet, ORDERS_SERVER, "licet:explain");
  const asked = { client_id: SHOP_CLIENT.client_id, user, scope };
  const { body } = await send(`${licet.url}/api/v1/scopes:resolve`, token, asked);
  const refused = body.refused as { scope: string; reason: string }[];
  return { scope: body.scope, reasons: Object.fromEntries(refused.map((item) => [item.scope, item.reason])) };
}

test("one scope is unticked and one forbidden: both are named in scope_rejected, and each has its reason", async () => {
  const scope = "openid orders:read orders:write orders:refund payroll:read nonsense";
  const browser = createBrowser(licet.url);
  const login = await authorize(browser, createRequest(SHOP_CLIENT, { scope }));
  const page = await signIn(browser, login, ALICE);
  assert.deepEqual(optionalItems(page), ["orders:write"], "what she cannot give is not asked");
  const { code = "" } = readAuthorizationResponse(await consent(browser, page, "allow", ["orders:write"]));
  const { body } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal(body.scope, "openid orders:read");
  assert.equal(body.scope_rejected, "orders:write orders:refund payroll:read nonsense");

  const resolved = await resolve("alice", scope);
  assert.equal(resolved.scope, body.scope);
  assert.deepEqual(resolved.reasons, {
    "orders:write": "user_declined",
    "orders:refund": "client_not_allowed",
    "payroll:read": "client_not_allowed",
    nonsense: "unknown_scope",
  });
});

test("a permission that the user does not hold is refused without a question, and is not_granted", async () => {
  const scope = "openid orders:read orders:write stock:read";
  const browser = createBrowser(licet.url);
  const page = await signIn(browser, await authorize(browser, createRequest(SHOP_CLIENT, { scope })), BOB);
  assert.deepEqual(optionalItems(page), []);
  const { code = "" } = readAuthorizationResponse(await consent(browser, page));
  const { body } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal(body.scope, "openid orders:read");
  assert.equal(body.scope_rejected, "orders:write stock:read");
  assert.deepEqual((await resolve("bob", scope)).reasons, {
    "orders:write": "not_granted",
    "stock:read": "not_granted",
  });
});

test("a scope that asks for every action becomes those that were agreed to", async () => {
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, { scope: "orders:*" });
  const page = await signIn(browser, await authorize(browser, { ...request, prompt: "consent" }), ALICE);
  const { code = "" } = readAuthorizationResponse(await consent(browser, page, "allow", ["orders:write"]));
  const { body } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal(body.scope, "orders:read");
  assert.equal(body.scope_rejected, "");
  assert.equal(body.id_token, undefined, "openid was not requested");
});

test("a permission that is lost leaves the token at the next refresh", async () => {
  const scope = "openid orders:read orders:write offline_access";
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, { scope, prompt: "consent" });
  const page = await signIn(browser, await authorize(browser, request), ALICE);
  const { code = "" } = readAuthorizationResponse(await consent(browser, page));
  const { body } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal(body.scope, scope);
  await removeAssignment("orders:write");
  const renewed = await refresh(licet, String(body.refresh_token), SHOP_CLIENT);
  assert.equal(renewed.body.scope, "openid orders:read offline_access");
  assert.equal(renewed.body.scope_rejected, "orders:write");
});

async function removeAssignment(permission: string): Promise<void> {
  const { state, permissions } = licet.services.storage;
  const alice = await state.findUserByUsername("alice");
  const { value } = await permissions.listAssignments(`user:${alice?.id}`);
  const assignment = value.find((one) => one.permission === permission);
  assert.ok(assignment);
  await state.commit([{ op: "delete", kind: "assignment", value: assignment }], { name: "test", at: 0 });
}
