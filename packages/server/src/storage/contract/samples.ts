import type { AccessAccount, Application, Secret, User } from "../../accounts/entities.ts";
import type { Actor, Change, Entities, EntityKind } from "../../directory/change.ts";

/** Every member is set, so a test finds any member that is lost between the value and its row. */
export const samples: { readonly [K in EntityKind]: Entities[K] } = {
  resource: {
    name: "orders",
    displayName: { en: "Orders", zh: "订单" },
    identifier: "https://orders.example.test",
    signingAlgorithm: "EdDSA",
    accessTokenType: "JWT",
    actions: { read: { description: { en: "See orders", de: "Bestellungen sehen" } } },
  },
  permission: { name: "billing_admin", description: { en: "Everything about bills" } },
  role: {
    name: "clerk",
    description: "Handles orders",
    inherits: ["viewer"],
    grants: [{ permission: "orders:read" }, { permission: "orders:write", when: "request.ip == '::1'" }],
  },
  group: { name: "support", description: "Those who answer" },
  user: {
    id: "usr_alice",
    username: "alice",
    enabled: true,
    email: "alice@example.test",
    name: "Alice Ångström 🦊",
    attributes: { department: "sales", nested: { levels: [1, 2.5, null] } },
    passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
  },
  membership: { group: "support", member: "user:usr_alice" },
  instance: { resource: "orders", id: "2026/42", parent: "folders/7", attributes: { owner: "usr_alice" } },
  application: {
    id: "reports",
    name: "Nightly reports",
    type: "service",
    enabled: true,
    redirectUris: ["http://127.0.0.1:4000/callback"],
    postLogoutRedirectUris: ["http://127.0.0.1:4000/"],
    requirePkce: true,
    firstParty: false,
    delegated: [{ scope: "orders:read", consent: "required" }],
    authenticationMethod: "private_key_jwt",
    jwks: { keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y" }] },
    idTokenAlgorithm: "ES256",
    idTokenClaims: "minimal",
    requirePushedRequests: true,
    requireSignedRequestObject: true,
    clientAssertionMaxLifetimeSeconds: 3_600,
    serves: ["orders"],
    homePage: "https://reports.example.test/",
    backchannelLogoutUri: "https://reports.example.test/logout",
  },
  access_account: {
    accessKey: "ak_demo",
    applicationId: "reports",
    name: "Laptop",
    enabled: false,
    expiresAt: 1_900_000_000,
    ceiling: ["orders:read"],
  },
  secret: {
    id: "sec_1",
    owner: "reports",
    hash: "hash-1",
    hint: "x9f2",
    createdAt: 1_700_000_000,
    expiresAt: 1_900_000_000,
    lastUsedAt: 1_700_000_001,
  },
  assignment: {
    id: "asg_1",
    principal: "user:usr_alice",
    role: "clerk",
    at: "orders/2026/42",
    when: "request.ip == '::1'",
    expiresAt: 1_900_000_000,
  },
};

/** Only the required members are set. */
export const minimalSamples: {
  readonly [K in "application" | "access_account" | "secret" | "user"]: Entities[K];
} = {
  application: application("bare"),
  access_account: { accessKey: "ak_bare", applicationId: "bare", enabled: true },
  secret: secret("sec_bare", "bare"),
  user: user("usr_bare", "bare"),
};

export function application(id: string): Application {
  return {
    id,
    name: id,
    type: "service",
    enabled: true,
    redirectUris: [],
    postLogoutRedirectUris: [],
    requirePkce: false,
    firstParty: true,
    delegated: [],
    idTokenAlgorithm: "RS256",
    idTokenClaims: "profile",
    requirePushedRequests: false,
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: 300,
    serves: [],
  };
}

/** An application that registered for logout messages. */
export const applicationWithLogoutUri = (id: string): Application => ({
  ...application(id),
  backchannelLogoutUri: `https://${id}.example.test/out`,
});

export function accessAccount(accessKey: string, applicationId: string): AccessAccount {
  return { accessKey, applicationId, enabled: true };
}

export function secret(id: string, owner: string): Secret {
  return { id, owner, hash: `hash of ${id}`, hint: "abcd", createdAt: 1_700_000_000 };
}

export function user(id: string, username: string): User {
  return { id, username, enabled: true, attributes: {} };
}

export const put = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "put", kind, value }) as Change;
export const remove = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "delete", kind, value }) as Change;

/** An actor that may use reserved names, as the command line and holders of `licet:escalate` may. */
export const trustedActor: Actor = {
  name: "cli",
  at: 1_800_000_000_000,
  requestId: "req-1",
  ip: "192.0.2.7",
  mayReuseNames: true,
};
