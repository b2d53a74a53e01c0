// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { signJwt } from "../../../packages/server/src/tokens/sign-jwt.ts";
import {
  consent,
  createBrowser,
  decodeClaims,
  exchange,
  followRedirects,
  isConsentPage,
  readAuthorizationResponse,
  refresh,
  signIn,
  userinfo,
} from "../../support/sign-in.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, ORDERS_SERVER, SHOP_CLIENT } from "../../support/storefront.ts";
import { introspect } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";

const ORDERS = "https://orders.example.test";
const ROBOT = { client_id: "robot", client_secret: "robot-secret-robot-secret-robot-secret" };
const NOVICE = { client_id: "novice", client_secret: "novice-secret-novice-secret-novice" };

const STATE = `
resources:
  - { name: orders, identifier: "${ORDERS}", actions: { read: { description: See orders }, write: { description: Change orders } } }
permissions:
  - { name: billing_admin, description: Everything about bills }
users:
  - { username: ${ALICE.username}, password: ${ALICE.password}, name: Alice }
applications:
  - { client_id: ${ROBOT.client_id}, client_secret: ${ROBOT.client_secret}, name: A robot, type: service }
  - { client_id: ${NOVICE.client_id}, client_secret: ${NOVICE.client_secret}, name: A novice, type: service }
  - { client_id: ${ORDERS_SERVER.client_id}, client_secret: ${ORDERS_SERVER.client_secret}, name: The orders, type: service, serves: [orders] }
  - { client_id: ${SHOP_CLIENT.client_id}, client_secret: ${SHOP_CLIENT.client_secret}, name: The shop, type: web, redirect_uris: [${CALLBACK}], delegated: [{ scope: orders:read, consent: required }, { scope: "licet:*", consent: required }, { scope: billing_admin, consent: required }] }
assignments:
  - { principal: application:robot, permission: "orders:*" }
  - { principal: application:robot, permission: billing_admin }
  - { principal: application:robot, permission: licet:roles.read }
  - { principal: application:robot, permission: licet:audit.read }
  - { principal: application:robot, permission: licet:explain }
  - { principal: application:novice, permission: licet:roles.read }
  - { principal: user:alice, permission: orders:read }
  - { principal: user:alice, permission: billing_admin }
  - { principal: user:alice, permission: licet:roles.read }
`;

let licet: RunningLicet;
let own: string;
before(async () => {
  licet = await startLicet({ state: STATE });
  own = `${licet.url}/api/v1`;
});
after(() => licet.stop());

type Client = Readonly<{ client_id: string; client_secret: string }>;

/** A form, because `resource` may be there twice. */
const ask = (client: Client, scope: string | undefined, ...resources: string[]) => {
  const form = new URLSearchParams({ grant_type: "client_credentials", ...client });
  if (scope !== undefined) form.set("scope", scope);
  for (const resource of resources) form.append("resource", resource);
  return postForm(`${licet.url}/oidc/token`, form.toString());
};

const callApi = (token: unknown, path = "/api/v1/roles") =>
  fetch(licet.url + path, { headers: { authorization: `Bearer ${token}` } });

async function assertGives(
  answer: Awaited<ReturnType<typeof postForm>>,
  expected: { readonly scope: string; readonly rejected: string; readonly aud: string },
): Promise<string> {
  assert.equal(answer.status, 200, answer.text);
  const { body } = answer;
  const { aud, scope } = decodeClaims(body.access_token);
  assert.deepEqual({ scope: body.scope, rejected: body.scope_rejected, aud }, expected);
  assert.equal(scope, expected.scope);
  return String(body.access_token);
}

describe("RFC 8707 §3: permissions of Licet itself share no token with others", () => {
  for (const [asked, scope, rejected] of [
    ["orders:read licet:roles.read", "orders:read", "licet:roles.read"],
    ["licet:roles.read orders:read", "orders:read", "licet:roles.read"],
    ["licet:* orders:*", "orders:read orders:write", "licet:*"],
    ["licet:* orders:7:read", "orders:7:read", "licet:*"],
    ["orders:read openid licet:escalate", "orders:read", "openid licet:escalate"],
  ] as const) {
    test(`${asked} gives "${scope}"`, async () => {
      const token = await assertGives(await ask(ROBOT, asked), { scope, rejected, aud: ORDERS });
      assert.equal((await callApi(token)).status, 401, "a token for the orders opens nothing here");
    });
  }

  test("nor with a permission that belongs to no resource", async () => {
    const answer = await ask(ROBOT, "billing_admin licet:roles.read");
    await assertGives(answer, { scope: "billing_admin", rejected: "licet:roles.read", aud: licet.url });
  });

  test("the requested scopes decide, and not the granted ones", async () => {
    const asked = "orders:read licet:roles.read";
    await assertGives(await ask(NOVICE, asked), { scope: "", rejected: asked, aud: licet.url });
  });

  test("unknown items, and the items of OpenID Connect, do not count", async () => {
    const others = "orders:fly nothing nothing:* openid profile offline_access licet:fly";
    const answer = await ask(ROBOT, `licet:roles.read ${others}`);
    const token = await assertGives(answer, { scope: "licet:roles.read", rejected: others, aud: own });
    assert.equal((await callApi(token)).status, 200);
  });

  test("alone they are given, and the audit log has the reason where they were not", async () => {
    const answer = await ask(ROBOT, "orders:read licet:roles.read");
    await assertGives(answer, { scope: "orders:read", rejected: "licet:roles.read", aud: ORDERS });
    const alone = await ask(ROBOT, "licet:roles.read licet:audit.read");
    const expected = { scope: "licet:roles.read licet:audit.read", rejected: "", aud: own };
    const token = await assertGives(alone, expected);
    const requestId = answer.headers.get("x-request-id");
    await licet.runJob("audit");
    const response = await callApi(token, `/api/v1/audit?request_id=${requestId}`);
    const { items } = (await response.json()) as { items: { data: { refused?: unknown } }[] };
    assert.deepEqual(items[0]?.data.refused, { "licet:roles.read": "needs_own_token" });
  });
});

describe("RFC 8707 §2: with resource", () => {
  test("Licet's own API alone: the others are of another resource", async () => {
    const answer = await ask(ROBOT, "orders:read licet:roles.read billing_admin", own);
    const expected = { scope: "licet:roles.read", rejected: "orders:read billing_admin", aud: own };
    await assertGives(answer, expected);
    await assertGives(await ask(ROBOT, "orders:read licet:roles.read", own, own), {
      scope: "licet:roles.read",
      rejected: "orders:read",
      aud: own,
    });
    const everything = await ask(ROBOT, undefined, own);
    assert.equal(everything.body.scope, "licet:roles.read licet:audit.read licet:explain");
  });

  test("another alone: those of Licet are of another resource", async () => {
    const answer = await ask(ROBOT, "orders:read licet:roles.read", ORDERS);
    await assertGives(answer, { scope: "orders:read", rejected: "licet:roles.read", aud: ORDERS });
  });

  test("both: there is no such token", async () => {
    for (const scope of [undefined, "orders:read licet:roles.read", "licet:roles.read", "orders:read"]) {
      assertRefused(await ask(ROBOT, scope, own, ORDERS), 400, "invalid_target");
      assertRefused(await ask(ROBOT, scope, ORDERS, own), 400, "invalid_target");
    }
  });
});

test("a token for both that was issued before carries nothing of Licet's any more", async () => {
  const { body } = await ask(ROBOT, "orders:read");
  const { keyRing, clock } = licet.services;
  const claims = decodeClaims(body.access_token);
  const mixed = await signJwt(keyRing.signer("ES256", clock.milliseconds()), "at+jwt", {
    ...claims,
    aud: [ORDERS, own],
    scope: "orders:read licet:roles.read",
    jti: "a token from before",
  });
  assert.equal((await introspect(licet, mixed, ORDERS_SERVER)).body.scope, "orders:read");
  assert.equal((await callApi(mixed)).status, 403);
});

test("scopes:resolve says so, with what would help", async () => {
  const token = (await ask(ROBOT, "licet:explain")).body.access_token;
  const resolve = async (body: object) => {
    const response = await fetch(`${licet.url}/api/v1/scopes:resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
    return (await response.json()) as any;
  };
  const asked = { client_id: ROBOT.client_id, scope: "orders:read licet:*" };
  const { scope, resources, refused } = await resolve(asked);
  assert.equal(scope, "orders:read");
  assert.deepEqual(resources, [ORDERS]);
  assert.deepEqual(refused, [
    {
      scope: "licet:*",
      asked: "licet:*",
      reason: "needs_own_token",
      near_misses: [],
      suggestions: [
        {
          text: `request it in a token of its own: name the resource ${own}, or leave the other scopes out`,
          kind: "request_separately",
          identifier: own,
        },
      ],
    },
  ]);
  const separately = await resolve({ ...asked, resource: [refused[0]?.suggestions[0]?.identifier] });
  assert.equal(separately.scope, "licet:roles.read licet:audit.read licet:explain");
  const both = await resolve({ ...asked, resource: [own, ORDERS] });
  assert.equal(both.error, "invalid_target");
  const forUser = { client_id: SHOP_CLIENT.client_id, user: "alice", scope: "orders:read licet:roles.read" };
  assert.equal((await resolve({ ...forUser, resource: [own, ORDERS] })).error, "invalid_target");
  assert.deepEqual(
    (await resolve(forUser)).refused.map((item: { scope: string; reason: string }) => [
      item.scope,
      item.reason,
    ]),
    [
      ["orders:read", "user_declined"],
      ["licet:roles.read", "needs_own_token"],
    ],
  );
});

describe("RFC 8707 §2.1, §2.2: a user agrees to both at once, for one token each", () => {
  const SCOPE = "openid offline_access orders:read licet:roles.read billing_admin";

  /** Comes with a request of the shop, sees both kinds on the page, and agrees. */
  async function agree(resources: readonly string[]): Promise<string> {
    const browser = createBrowser(licet.url);
    const query = new URLSearchParams(
      Object.entries(createRequest(SHOP_CLIENT, { scope: SCOPE, prompt: "consent" })) as [string, string][],
    );
    for (const resource of resources) query.append("resource", resource);
    const login = await followRedirects(browser, await browser.get(`/oidc/auth?${query}`));
    const page = await signIn(browser, login, ALICE);
    assert.ok(isConsentPage(page), page.text);
    const items = ["See orders", "See roles", ...(resources.length === 0 ? ["Everything about bills"] : [])];
    for (const item of items) assert.match(page.text, new RegExp(item));
    return String(readAuthorizationResponse(await consent(browser, page)).code);
  }

  const redeem = (code: string, ...resources: string[]) => {
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...SHOP_CLIENT };
    const body = new URLSearchParams(form);
    for (const resource of resources) body.append("resource", resource);
    return postForm(`${licet.url}/oidc/token`, body.toString());
  };

  const OTHERS = "openid offline_access orders:read billing_admin";
  const OWN = "openid offline_access licet:roles.read";

  test("without resource the others, with Licet's own API that, at the code and at a refresh", async () => {
    const first = await redeem(await agree([]));
    await assertGives(first, { scope: OTHERS, rejected: "licet:roles.read", aud: ORDERS });
    const again = await refresh(licet, String(first.body.refresh_token), SHOP_CLIENT);
    await assertGives(again, { scope: OTHERS, rejected: "licet:roles.read", aud: ORDERS });

    const apart = { ...SHOP_CLIENT, resource: own };
    const second = await refresh(licet, String(again.body.refresh_token), apart);
    const token = await assertGives(second, { scope: OWN, rejected: "orders:read billing_admin", aud: own });
    assert.equal((await callApi(token)).status, 200);
    assert.equal((await userinfo(licet, token)).status, 200);
    assert.equal((await introspect(licet, token, ORDERS_SERVER)).body.active, false);

    const narrowed = { ...SHOP_CLIENT, scope: "licet:roles.read" };
    const third = await refresh(licet, String(second.body.refresh_token), narrowed);
    await assertGives(third, { scope: "licet:roles.read", rejected: "", aud: own });
    const back = await refresh(licet, String(third.body.refresh_token), SHOP_CLIENT);
    await assertGives(back, { scope: OTHERS, rejected: "licet:roles.read", aud: ORDERS });

    const atOnce = await redeem(await agree([]), own);
    await assertGives(atOnce, { scope: OWN, rejected: "orders:read billing_admin", aud: own });
  });

  test("also when the request named both resources", async () => {
    const first = await redeem(await agree([ORDERS, own]));
    const others = "openid offline_access orders:read";
    const rejected = "licet:roles.read billing_admin";
    await assertGives(first, { scope: others, rejected, aud: ORDERS });
    const apart = { ...SHOP_CLIENT, resource: own };
    const second = await refresh(licet, String(first.body.refresh_token), apart);
    await assertGives(second, { scope: OWN, rejected: "orders:read billing_admin", aud: own });
  });

  test("never both in one token, and a refused request spends nothing", async () => {
    for (const resources of [[], [own, ORDERS]]) {
      const code = await agree(resources);
      assertRefused(await redeem(code, own, ORDERS), 400, "invalid_target");
      const { status, body, text } = await exchange(licet, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
      assert.equal(status, 200, text);
      const form = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: String(body.refresh_token),
        ...SHOP_CLIENT,
      });
      for (const resource of [ORDERS, own]) form.append("resource", resource);
      assertRefused(await postForm(`${licet.url}/oidc/token`, form.toString()), 400, "invalid_target");
      assert.equal((await refresh(licet, String(body.refresh_token), SHOP_CLIENT)).status, 200);
    }
  });
});
