// @engine sqlite: what is stored here is stored alike on every engine.

/**
 * Users delegate permissions of Licet to applications. A caller who could receive them by a change must carry them.
 */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { type Answer, assertProblem, type Caller, createCaller, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";
import { newPublicKey } from "./world.ts";

const KNOWN_KEY = newPublicKey("known");
const CALLBACK = "https://portal.example.test/cb";

/** As it is registered; each attempt changes one member. */
const PORTAL = {
  name: "portal",
  type: "web",
  redirect_uris: [CALLBACK],
  require_pkce: true,
  require_pushed_authorization_requests: true,
  require_signed_request_object: true,
  jwks: { keys: [newPublicKey("portal")] },
  token_endpoint_auth_method: "client_secret_post",
  delegated: [
    { scope: "licet:users.read", consent: "required" },
    { scope: "licet:audit.read", consent: "optional" },
    { scope: "orders:read", consent: "required" },
  ],
};
const SHOP = { ...PORTAL, name: "shop", delegated: [{ scope: "orders:read", consent: "required" }] };
const OFF = { name: "off", type: "web", redirect_uris: [CALLBACK], delegated: ["licet:users.read"] };
const entry = (id: string, application: object) =>
  `  - ${JSON.stringify({
    client_id: id,
    client_secret: secretOf(id),
    ...application,
    access_accounts: [
      { access_key: `ak_${id}`, secret_key: secretOf(`ak_${id}`), enabled: false, ceiling: ["orders:read"] },
    ],
  })}`;

const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See }, write: { description: Change } } }
applications:
${service("admin")}
${entry("portal", PORTAL)}
${entry("shop", SHOP)}
  - { client_id: off, name: off, type: web, enabled: false, client_secret: "${secretOf("off")}", redirect_uris: ["${CALLBACK}"], delegated: ["licet:users.read"] }
  - { client_id: starred, name: starred, type: web, client_secret: "${secretOf("starred")}", redirect_uris: ["${CALLBACK}"], delegated: ["licet:*"] }
  - { client_id: phone, name: phone, type: native, redirect_uris: ["http://127.0.0.1/cb"], delegated: ["licet:users.read", "licet:audit.read"] }
assignments:
  - { principal: application:admin, role: licet-administrator }
`;

let licet: RunningLicet;
let narrow: Caller;
let wide: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  narrow = await createCaller(licet, "admin", "licet:applications.write licet:users.read");
  wide = await createCaller(licet, "admin", "licet:applications.write licet:users.read licet:audit.read");
});
after(() => licet.stop());

const client_secret = "a-secret-that-the-thief-has-thought-of-itself";
type Attempt = readonly [method: string, path: string, body: object];

/** Every change by which codes or tokens of users could reach another party, or users would be asked less. */
const openings = (id: string, base: typeof PORTAL): readonly Attempt[] => [
  ["PUT", `/applications/${id}`, { ...base, redirect_uris: [CALLBACK, "https://thief.example.test/cb"] }],
  ["PUT", `/applications/${id}`, { ...base, redirect_uris: ["https://thief.example.test/cb"] }],
  ["PUT", `/applications/${id}`, { ...base, client_secret }],
  ["POST", `/applications/${id}/secrets`, { client_secret: `${client_secret}-2` }],
  ["POST", `/applications/${id}/secrets`, {}],
  ["PUT", `/applications/${id}`, { ...base, jwks: { keys: [KNOWN_KEY] } }],
  ["PUT", `/applications/${id}`, { ...base, token_endpoint_auth_method: "client_secret_basic" }],
  [
    "PUT",
    `/applications/${id}`,
    { ...base, token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [KNOWN_KEY] } },
  ],
  ["PUT", `/applications/${id}`, { ...base, type: "service" }],
  ["PUT", `/applications/${id}`, { ...base, require_pkce: false }],
  ["PUT", `/applications/${id}`, { ...base, require_pushed_authorization_requests: false }],
  ["PUT", `/applications/${id}`, { ...base, require_signed_request_object: false }],
  ["PUT", `/applications/${id}`, { ...base, client_assertion_max_lifetime: 3600 }],
  ["PUT", `/applications/${id}`, { ...base, delegated: [...base.delegated, { scope: "orders:write" }] }],
  ["POST", `/applications/${id}/access-accounts`, { access_key: `ak_fresh_${id}` }],
  ["POST", `/applications/${id}/access-accounts`, { access_key: `ak_lower_${id}`, ceiling: ["orders:read"] }],
  ["PUT", `/applications/${id}/access-accounts/ak_${id}`, { enabled: true, ceiling: ["orders:read"] }],
  ["PUT", `/applications/${id}/access-accounts/ak_${id}`, { ceiling: ["orders:read", "licet:users.read"] }],
  ["POST", `/applications/${id}/access-accounts/ak_${id}/secrets`, { secret_key: client_secret }],
];

const PHONE = { name: "phone", type: "native", delegated: ["licet:users.read", "licet:audit.read"] };

/** Changes that do not affect who receives codes and tokens. */
const HARMLESS: readonly Attempt[] = [
  // RFC 8252 §7.3: the port is free, and so no part of the address.
  ["PUT", "/applications/phone", { ...PHONE, redirect_uris: ["http://127.0.0.1:4000/cb"] }],
  ["PUT", "/applications/portal", { ...PORTAL, home_page: "https://portal.example.test/" }],
  ["PUT", "/applications/portal", { ...PORTAL, redirect_uris: [] }],
  ["PUT", "/applications/portal", { ...PORTAL, client_assertion_max_lifetime: 60 }],
  ["PUT", "/applications/portal", { ...PORTAL, id_token_claims: "minimal" }],
  ["PUT", "/applications/portal", { ...PORTAL, delegated: PORTAL.delegated.slice(1) }],
  [
    "PUT",
    "/applications/portal",
    { ...PORTAL, delegated: PORTAL.delegated.map((item) => ({ ...item, consent: "required" })) },
  ],
];

const told = ([method, path, body]: Attempt, { status, text }: Answer) =>
  `${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`;

function assertLacks(attempt: Attempt, answer: Answer, lacking: readonly string[]): void {
  assert.equal(answer.status, 403, told(attempt, answer));
  assertProblem(answer, 403, "forbidden");
  assert.deepEqual(answer.body.lacking, lacking, told(attempt, answer));
  assert.match(answer.body.detail, /the token must carry; it lacks licet:.*licet:escalate/);
}

describe("an application that may ask users for permissions of Licet", () => {
  test("is not opened to others by a token that lacks one of these permissions", async () => {
    const revision = await licet.services.storage.state.revision();
    for (const attempt of openings("portal", PORTAL))
      assertLacks(attempt, await narrow(...attempt), ["licet:audit.read"]);
    for (const change of [
      { type: "spa", redirect_uris: ["http://127.0.0.1/cb"] },
      { redirect_uris: ["http://127.0.0.1/other"] },
      { redirect_uris: ["http://[::1]/cb"] },
    ]) {
      const attempt: Attempt = ["PUT", "/applications/phone", { ...PHONE, ...change }];
      assertLacks(attempt, await narrow(...attempt), ["licet:audit.read"]);
    }
    assert.equal(await licet.services.storage.state.revision(), revision, "nothing was written");
  });

  test("is opened by a token that carries them all", async () => {
    await reset();
    for (const attempt of openings("portal", PORTAL)) {
      const answer = await wide(...attempt);
      assert.ok(answer.status < 300, told(attempt, answer));
      await reset();
    }
  });

  test("is not given one more of them, or made, or enabled, without it in the token", async () => {
    const few = await createCaller(licet, "admin", "licet:applications.write");
    const delegated = [...SHOP.delegated, { scope: "licet:users.write" }];
    const refused: readonly (readonly [Attempt, readonly string[]])[] = [
      [["PUT", "/applications/shop", { ...SHOP, delegated }], ["licet:users.write"]],
      [
        ["POST", "/applications", { client_id: "new", ...PORTAL }],
        ["licet:users.read", "licet:audit.read"],
      ],
      [["PUT", "/applications/off", { ...OFF, enabled: true }], ["licet:users.read"]],
    ];
    for (const [attempt, lacking] of refused) assertLacks(attempt, await few(...attempt), lacking);
  });

  test("counts licet:* as everything, which only licet:escalate covers", async () => {
    const body = {
      name: "starred",
      type: "web",
      delegated: ["licet:*"],
      redirect_uris: ["https://x.example/"],
    };
    const attempt = ["PUT", "/applications/starred", body] as const;
    assertLacks(attempt, await wide(...attempt), ["licet:*"]);
    const escalating = await createCaller(licet, "admin", "licet:applications.write licet:escalate");
    assert.equal((await escalating(...attempt)).status, 200);
  });

  test("asks users less only by a token that carries what they would not be asked for", async () => {
    const implicit = PORTAL.delegated.map((item) => ({ ...item, consent: "implicit" }));
    for (const body of [
      { ...PORTAL, first_party: true },
      { ...PORTAL, delegated: implicit },
    ]) {
      const answer = await narrow("PUT", "/applications/portal", body);
      assert.equal(answer.status, 403);
      assert.ok(answer.body.lacking.includes("licet:audit.read"), answer.text);
    }
  });

  test("is described anew, and loses addresses and scopes, by any token for applications", async () => {
    for (const attempt of HARMLESS) {
      await reset();
      const answer = await narrow(...attempt);
      assert.equal(answer.status, 200, told(attempt, answer));
    }
    await reset();
  });
});

test("for permissions of other resources the consent that users give anew is enough", async () => {
  const few = await createCaller(licet, "admin", "licet:applications.write");
  for (const attempt of openings("shop", SHOP)) {
    if (JSON.stringify(attempt).includes("licet:users.read")) continue;
    const answer = await few(...attempt);
    assert.ok(answer.status < 300, told(attempt, answer));
  }
});

/** Restores the world, without the guards. */
const reset = () => licet.apply(WORLD);
