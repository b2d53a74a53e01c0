/** A configuration with users who sign in, and applications that act for them. */

import { createHash, randomBytes } from "node:crypto";
import type { Person } from "./sign-in.ts";

export const ALICE: Person = { username: "alice", password: "alice likes long passwords" };
export const BOB: Person = { username: "bob", password: "bob prefers other passwords" };

const createCredentials = (client_id: string) => ({
  client_id,
  client_secret: `${client_id}-secret`.repeat(4).slice(0, 40),
});

/** Users are asked for their consent. */
export const SHOP_CLIENT = createCredentials("the-shop");
/** A first-party application: users are not asked for consent. */
export const DESK = createCredentials("desk");
/** Requires PKCE. */
export const STRICT = createCredentials("strict");
/** Another client, which must not be able to use what was issued to the others. */
export const RIVAL = createCredentials("rival");
export const SHOP_KEY = { client_id: "ak_shop", client_secret: "ak-shop-secret-key-ak-shop-secret-key" };
/** Has the ceiling orders:read. */
export const LOW_KEY = { client_id: "ak_low", client_secret: "ak-low-secret-key-ak-low-secret-key-ak" };
/** Serves the resource `orders`: it may introspect tokens for it, and explain decisions. */
export const ORDERS_SERVER = createCredentials("orders-server");

export const CALLBACK = "https://app.example.com/cb";
export const SPA_CALLBACK = "https://spa.example.test/cb";
export const LOOPBACK_CALLBACK = "http://127.0.0.1/callback";

const DELEGATED =
  "[{ scope: orders:read, consent: required }, { scope: orders:write, consent: optional }, { scope: stock:read, consent: implicit }]";
const web = ({ client_id, client_secret }: { client_id: string; client_secret: string }, more: string) =>
  `  - { client_id: ${client_id}, client_secret: ${client_secret}, name: ${client_id}, type: web, redirect_uris: [${CALLBACK}], delegated: ${DELEGATED}, ${more} }`;

export const STOREFRONT = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders }, refund: { description: Give money back } }
  - name: stock
    identifier: https://stock.example.test
    actions: { read: { description: See what is left } }
  - name: payroll
    identifier: https://payroll.example.test
    actions: { read: { description: See salaries } }
users:
  - { username: ${ALICE.username}, password: ${ALICE.password}, name: Alice, email: alice@example.test, attributes: { department: sales, phone_number: "+49 1" } }
  - { username: ${BOB.username}, password: ${BOB.password}, name: Bob, email: bob@example.test }
applications:
${web(SHOP_CLIENT, `access_accounts: [{ access_key: ${SHOP_KEY.client_id}, secret_key: ${SHOP_KEY.client_secret} }, { access_key: ${LOW_KEY.client_id}, secret_key: ${LOW_KEY.client_secret}, ceiling: [orders:read] }]`)}
${web(DESK, "first_party: true")}
${web(STRICT, "first_party: true, require_pkce: true")}
${web(RIVAL, "first_party: true")}
  - { client_id: spa, name: In a browser, type: spa, redirect_uris: ["${SPA_CALLBACK}"], delegated: ${DELEGATED} }
  - { client_id: phone, name: On a phone, type: native, redirect_uris: ["${LOOPBACK_CALLBACK}", "com.example.phone:/cb"], delegated: ${DELEGATED} }
  - { client_id: ${ORDERS_SERVER.client_id}, client_secret: ${ORDERS_SERVER.client_secret}, name: The orders, type: service, serves: [orders] }
assignments:
  - { principal: user:alice, permission: orders:read }
  - { principal: user:alice, permission: orders:write }
  - { principal: user:alice, permission: stock:read }
  - { principal: user:bob, permission: orders:read }
  - { principal: application:${ORDERS_SERVER.client_id}, permission: licet:explain }
`;

/** A valid authorization request; undefined leaves a parameter out. */
export const createRequest = (
  client: { readonly client_id: string },
  more: Record<string, string | undefined> = {},
) => ({
  client_id: client.client_id,
  response_type: "code",
  redirect_uri: CALLBACK,
  scope: "openid orders:read",
  state: "a state",
  ...more,
});

/** RFC 7636 §4.1 and §4.2. */
export function createPkce() {
  const code_verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
  return { code_verifier, challenge: { code_challenge, code_challenge_method: "S256" } };
}
