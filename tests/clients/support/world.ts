/** The configuration that the clients meet: two resources, a user, and an application for each client. */

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

export const credentialsOf = (client_id: string): Credentials => ({
  client_id,
  client_secret: `${client_id}-secret-of-the-client-tests-and-no-more`,
});

export const ALICE = {
  username: "alice",
  password: "alice likes long passwords",
  name: "Alice Example",
  email: "alice@example.test",
};
/** Acts for itself, with a secret. */
export const MACHINE = credentialsOf("machine");
/** Acts for itself, with a key: its assertions live for an hour, as authlib makes them. */
export const KEY_MACHINE = "key-machine";
/** Serves the orders and introspects their tokens. */
export const ORDERS_API = credentialsOf("orders-api");

export const ORDERS_AUDIENCE = "https://orders.example.test";
/** For verifiers that know neither `at+jwt` nor ES256. */
export const LEGACY_AUDIENCE = "https://legacy.example.test";

/** The redirect URI when the client has no web server; the browser goes no further. */
export const CALLBACK = "https://app.example.test/callback";

export interface WebApplication {
  readonly client_id: string;
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  readonly require_pushed_authorization_requests: boolean;
}

/** The scopes that a client may ask users for. `orders:delete` is not in it, so that one is refused. */
const DELEGATED = [
  { scope: "orders:read", consent: "required" },
  { scope: "orders:write", consent: "optional" },
];

/** As a configuration file; JSON is YAML. */
export function writeConfiguration(applications: readonly WebApplication[], publicKey: object): string {
  const own = ["licet:check", "licet:replicate", "licet:roles.read", "licet:applications.read"];
  return JSON.stringify({
    resources: [
      {
        name: "orders",
        identifier: ORDERS_AUDIENCE,
        actions: {
          read: { description: "See orders" },
          write: { description: "Change orders" },
          delete: { description: "Delete orders" },
        },
      },
      {
        name: "legacy",
        identifier: LEGACY_AUDIENCE,
        signing_alg: "RS256",
        access_token_type: "JWT",
        actions: { read: { description: "See what is left" } },
      },
    ],
    roles: [{ name: "viewer", description: "Sees orders", grants: ["orders:read"] }],
    users: [ALICE],
    applications: [
      { ...MACHINE, name: "A machine", type: "service" },
      {
        client_id: KEY_MACHINE,
        name: "A machine with a key",
        type: "service",
        token_endpoint_auth_method: "private_key_jwt",
        client_assertion_max_lifetime: 3600,
        jwks: { keys: [publicKey] },
      },
      { ...ORDERS_API, name: "The orders API", type: "service", serves: ["orders"] },
      ...applications.map((application) => ({
        ...credentialsOf(application.client_id),
        ...application,
        name: application.client_id,
        type: "web",
        delegated: DELEGATED,
      })),
    ],
    assignments: [
      { principal: "user:alice", role: "viewer" },
      { principal: "user:alice", permission: "orders:write" },
      ...["orders:read", "orders:write", "legacy:read", ...own].map((permission) => ({
        principal: `application:${MACHINE.client_id}`,
        permission,
      })),
      { principal: `application:${KEY_MACHINE}`, permission: "orders:read" },
    ],
  });
}
