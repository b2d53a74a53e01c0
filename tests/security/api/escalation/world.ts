import { generateKeyPairSync } from "node:crypto";
import { secretOf, service } from "../world.ts";

const ORDERS =
  "{ read: { description: See }, write: { description: Change }, refund: { description: Give back } }";
export const ORDERS_RESOURCE = {
  identifier: "https://orders.example.test",
  actions: Object.fromEntries(["read", "write", "refund"].map((action) => [action, { description: action }])),
};

/** A public key as an application registers it; its private half is not needed. */
export const newPublicKey = (kid: string): object => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" };
};

/** The credentials that mallory begins with: an application, a user, and the secret of a disabled application. */
export const UNDER_CONTROL = [
  "application:mallory",
  "access_account:ak_mallory",
  "access_account:ak_low",
  "application:disabled-app",
  "user:puppet",
];

/**
 * Mallory holds a little of everything, none of it whole: one permission everywhere, one at an instance, one for an
 * hour, one under a condition that is not met. Around it stand others who hold all, each to be got at in another way.
 */
export const createWorld = (permissions: readonly string[]): string => `
resources:
  - name: orders
    identifier: ${ORDERS_RESOURCE.identifier}
    actions: ${ORDERS}
    instances: [{ id: eu }, { id: "42", parent: eu }, { id: us }]
permissions:
  - { name: billing_admin, description: Everything about bills }
roles:
  - { name: clerk, grants: [orders:write] }
  - { name: boss, inherits: [licet-administrator] }
  - { name: held, grants: [orders:read, { permission: orders:write, when: 'request.ip == "192.0.2.1"' }] }
  - { name: rung }
groups:
  - { name: board, members: [user:root] }
  - { name: inner }
  - { name: outer, members: [group:inner] }
  - { name: crew, members: [user:puppet] }
users:
  - { username: root }
  - { username: sleeper, enabled: false }
  - { username: puppet }
applications:
${["admin", "boss-app", "puppet-app"].map((id) => service(id)).join("\n")}
${service("disabled-app", ", enabled: false")}
  - client_id: signed-app
    name: signed-app
    type: service
    token_endpoint_auth_method: private_key_jwt
    jwks: { keys: [${JSON.stringify(newPublicKey("somebody"))}] }
  - client_id: keyed-app
    name: keyed-app
    type: service
    client_secret: "${secretOf("keyed-app")}"
    access_accounts: [{ access_key: ak_keyed, secret_key: "${secretOf("ak_keyed")}", ceiling: [orders:read] }]
  - client_id: mallory
    name: mallory
    type: service
    client_secret: "${secretOf("mallory")}"
    access_accounts:
      - { access_key: ak_mallory, secret_key: "${secretOf("ak_mallory")}" }
      - { access_key: ak_low, secret_key: "${secretOf("ak_low")}", ceiling: [orders:read] }
assignments:
${["application:admin", "application:boss-app", "application:disabled-app", "application:signed-app", "application:keyed-app", "user:root", "user:sleeper", "group:board", "group:outer"].map((principal) => `  - { principal: "${principal}", role: licet-administrator }`).join("\n")}
  - { principal: application:boss-app, permission: "orders:*" }
  - { principal: "user:*", permission: orders:refund, when: 'has(subject.attributes.vip) && subject.attributes.vip == true' }
  - { principal: application:mallory, role: held }
  - { principal: application:mallory, role: rung }
  - { principal: application:mallory, permission: orders:refund, at: orders/42 }
  - { principal: application:mallory, permission: billing_admin, expires_at: "${inAnHour()}" }
${permissions.map((permission) => `  - { principal: application:mallory, permission: "${permission}" }`).join("\n")}
`;

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
