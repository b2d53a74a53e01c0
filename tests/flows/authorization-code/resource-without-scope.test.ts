import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  authorizationPath,
  authorize,
  consent,
  createBrowser,
  exchange,
  optionalItems,
  readAuthorizationResponse,
  refresh,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { BOB, CALLBACK, createRequest, DESK, ORDERS_SERVER, SHOP_CLIENT } from "../../support/storefront.ts";
import { send } from "../checks/send.ts";
import { fetchToken } from "../fetch-token.ts";

const ORDERS = "https://orders.example.test";
const STOCK = "https://stock.example.test";
const PAYROLL = "https://payroll.example.test";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const atResource = (resource: string) => ({ scope: undefined, resource });

describe("RFC 8707 §2, RFC 6749 §3.3: resource without scope", () => {
  test("asks for everything that the application may request there, and nothing was refused", async () => {
    const { scope, scope_rejected, audience } = await fetchTokens(atResource(ORDERS));
    assert.deepEqual([scope, scope_rejected, audience], ["orders:read orders:write", "", ORDERS]);
  });

  test("an empty scope is none", async () => {
    const { scope } = await fetchTokens({ scope: "", resource: STOCK });
    assert.equal(scope, "stock:read");
  });

  test("several resources are asked for together, and one token may have fewer", async () => {
    const path = `${authorizationPath(createRequest(DESK, atResource(ORDERS)))}&resource=${encodeURIComponent(STOCK)}`;
    const first = readAuthorizationResponse(await front.alice.get(path));
    assert.equal((await front.redeem(first.code ?? "")).body.scope, "orders:read orders:write stock:read");
    const second = readAuthorizationResponse(await front.alice.get(path));
    const narrowed = await front.redeem(second.code ?? "", { resource: STOCK });
    assert.equal(narrowed.body.scope, "stock:read");
  });

  test("the consent page asks item by item, and what is left out is left out", async () => {
    const browser = createBrowser(front.url);
    const request = createRequest(SHOP_CLIENT, { ...atResource(ORDERS), prompt: "consent" });
    const page = await authorize(front.alice, request);
    assert.deepEqual(optionalItems(page), ["orders:write"]);
    const { code = "" } = readAuthorizationResponse(
      await consent(front.alice, page, "allow", ["orders:write"]),
    );
    const { body } = await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    assert.deepEqual([body.scope, body.scope_rejected], ["orders:read", ""]);

    const login = await authorize(browser, createRequest(SHOP_CLIENT, atResource(ORDERS)));
    const bobs = await signIn(browser, login, BOB);
    assert.deepEqual(optionalItems(bobs), [], "Bob cannot give orders:write");
    const answer = readAuthorizationResponse(await consent(browser, bobs));
    const tokens = await exchange(front, answer.code ?? "", { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    assert.equal(tokens.body.scope, "orders:read");
  });

  test("a pushed request with a resource and no scope is answered alike", async () => {
    const pushed = await fetch(`${front.url}/oidc/par`, {
      method: "POST",
      body: new URLSearchParams({
        ...DESK,
        response_type: "code",
        redirect_uri: CALLBACK,
        resource: ORDERS,
      }),
    });
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const answer = readAuthorizationResponse(
      await authorize(front.alice, { client_id: DESK.client_id, request_uri }),
    );
    const { body } = await front.redeem(answer.code ?? "");
    assert.equal(body.scope, "orders:read orders:write");
  });

  test("a resource whose scopes the application may not request is invalid_target", async () => {
    const answer = readAuthorizationResponse(
      await authorize(front.alice, createRequest(DESK, atResource(PAYROLL))),
    );
    assert.equal(answer.error, "invalid_target");
  });

  test("without offline_access there is no refresh token; with it, scope is named and both are asked for", async () => {
    const { refresh_token } = await fetchTokens(atResource(ORDERS));
    assert.equal(refresh_token, undefined);
    const named = await fetchTokens({ scope: "orders:* offline_access", resource: ORDERS });
    const again = await refresh(front, String(named.refresh_token), { ...DESK, scope: "orders:read" });
    assert.equal(again.body.scope, "orders:read");
  });

  test("scopes:resolve explains the same request", async () => {
    const token = await fetchToken(front, ORDERS_SERVER, "licet:explain");
    const asked = { client_id: DESK.client_id, user: "alice", resource: [ORDERS] };
    const { body } = await send(`${front.url}/api/v1/scopes:resolve`, token, asked);
    assert.deepEqual([body.scope, body.refused], ["orders:read orders:write", []]);
    const nothing = await send(`${front.url}/api/v1/scopes:resolve`, token, { ...asked, resource: [] });
    assert.equal(nothing.body.error, "invalid_scope");
  });
});

async function fetchTokens(more: Readonly<Record<string, string | undefined>>) {
  const tokens = (await front.tokens(more)) as Awaited<ReturnType<Storefront["tokens"]>> & {
    readonly scope_rejected: string;
  };
  const [, claims = ""] = tokens.access_token.split(".");
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  return { ...tokens, audience: aud };
}
