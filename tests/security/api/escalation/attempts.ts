import { newPublicKey, ORDERS_RESOURCE } from "./world.ts";

/** A write that would give mallory, or a principal that mallory can act as, a permission that mallory does not hold. */
export interface Attempt {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
}

const KNOWN_SECRET = "a-secret-that-mallory-has-thought-of-itself";
const KNOWN_PASSWORD = "a password that mallory has thought of";
const MALLORYS_KEY = newPublicKey("mallory");

const post = (path: string, body: object): Attempt => ({ method: "POST", path, body });
const put = (path: string, body: object = {}): Attempt => ({ method: "PUT", path, body });
const drop = (path: string): Attempt => ({ method: "DELETE", path: `${path}?cascade=true` });

const PERMISSIONS = [
  "licet:*",
  "licet:escalate",
  "licet:users.write",
  "orders:*",
  "orders:write",
  "orders:refund",
  "billing_admin",
];
const ROLES = ["licet-administrator", "boss", "clerk", "held", "rung", "fresh-role"];
const PRINCIPALS = ["application:mallory", "access_account:ak_low", "user:puppet", "user:*"];

const ASSIGNMENTS: readonly object[] = [
  ...PERMISSIONS.map((permission) => ({ permission })),
  ...ROLES.map((role) => ({ role })),
];
const mallory = { principal: "application:mallory" };

const assignments: readonly Attempt[] = [
  ...PRINCIPALS.flatMap((principal) =>
    ASSIGNMENTS.map((assignment) => post("/assignments", { principal, ...assignment })),
  ),
  ...ASSIGNMENTS.flatMap((assignment) =>
    [{ at: "orders/us" }, { when: "true" }, { expires_at: "2099-01-01T00:00:00Z" }].map((limit) =>
      post("/assignments", { ...mallory, ...assignment, ...limit }),
    ),
  ),
  post("/assignments:batch", {
    create: ASSIGNMENTS.map((assignment) => ({ principal: "application:puppet-app", ...assignment })),
  }),
  ...ASSIGNMENTS.map((assignment) =>
    post("/assignments:batch", {
      create: [
        { ...mallory, permission: "orders:read" },
        { ...mallory, ...assignment },
      ],
    }),
  ),
];

const roles: readonly Attempt[] = [
  post("/roles", { name: "fresh-role" }),
  ...PERMISSIONS.flatMap((permission) => [
    post("/roles", { name: "fresh-role", grants: [permission] }),
    put("/roles/fresh-role", { grants: [permission] }),
    put("/roles/rung", { grants: [permission] }),
    put("/roles/rung", { grants: [{ permission, when: "true" }] }),
    put("/roles/held", { grants: ["orders:read", permission] }),
  ]),
  ...ROLES.flatMap((role) => [
    put("/roles/rung", { inherits: [role] }),
    put("/roles/held", { grants: ["orders:read"], inherits: [role] }),
    put("/roles/fresh-role", { inherits: [role] }),
  ]),
  put("/roles/held", { grants: ["orders:read", { permission: "orders:write", when: "true" }] }),
];

const groups: readonly Attempt[] = [
  ...["board", "inner", "outer"].flatMap((group) =>
    ["user:puppet", "user:fresh-user", "group:crew", "group:fresh-group"].flatMap((member) => [
      put(`/groups/${group}/members/${member}`),
      put(`/groups/${group}`, { members: ["user:root", member] }),
      put(`/groups/${group}`, { members: [member] }),
    ]),
  ),
  post("/groups", { name: "fresh-group", members: ["user:puppet"] }),
  put("/groups/crew/members/group:board"),
  put("/groups/fresh-group/members/user:puppet"),
];

const users: readonly Attempt[] = [
  ...["root", "sleeper"].flatMap((name) => [
    put(`/users/${name}`, { enabled: true, password: KNOWN_PASSWORD }),
    put(`/users/${name}`, { enabled: true }),
    put(`/users/${name}`, { email: "mallory@evil.example.test" }),
    put(`/users/${name}`, { username: "puppet2" }),
    put(`/users/${name}`, { attributes: { vip: true } }),
  ]),
  put("/users/puppet", { attributes: { vip: true } }),
  put("/users/puppet", { username: "root" }),
  post("/users", { username: "fresh-user" }),
  post("/users", { username: "fresh-vip", attributes: { vip: true } }),
  put("/users/fresh-user", { attributes: { vip: true } }),
];

const service = { type: "service" };
const applications: readonly Attempt[] = [
  ...["admin", "boss-app", "disabled-app", "signed-app", "keyed-app"].flatMap((id) => [
    post(`/applications/${id}/secrets`, { client_secret: KNOWN_SECRET }),
    post(`/applications/${id}/secrets`, {}),
    put(`/applications/${id}`, { ...service, enabled: true }),
    put(`/applications/${id}`, { ...service, client_secret: KNOWN_SECRET }),
    put(`/applications/${id}`, {
      ...service,
      token_endpoint_auth_method: "client_secret_post",
      client_secret: KNOWN_SECRET,
    }),
    put(`/applications/${id}`, {
      ...service,
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [MALLORYS_KEY] },
    }),
    post(`/applications/${id}/access-accounts`, { secret_key: KNOWN_SECRET }),
    post(`/applications/${id}/access-accounts`, { secret_key: KNOWN_SECRET, ceiling: ["licet:*"] }),
    post(`/applications/${id}/access-accounts`, { access_key: `ak_fresh_${id}`, ceiling: ["orders:read"] }),
    put(`/applications/${id}/access-accounts/ak_fresh_${id}`, { secret_key: KNOWN_SECRET }),
    put(`/applications/${id}/access-accounts/ak_mallory`),
    put(`/applications/${id}/access-accounts/ak_low`, { ceiling: ["licet:*"] }),
  ]),
  post("/applications/keyed-app/access-accounts/ak_keyed/secrets", { secret_key: KNOWN_SECRET }),
  put("/applications/keyed-app/access-accounts/ak_keyed"),
  put("/applications/keyed-app/access-accounts/ak_keyed", { secret_key: KNOWN_SECRET, ceiling: ["licet:*"] }),
  put("/applications/mallory/access-accounts/ak_keyed", { secret_key: KNOWN_SECRET }),
  put("/applications/mallory/access-accounts/ak_low"),
  post("/applications", { client_id: "fresh-app", ...service, client_secret: KNOWN_SECRET }),
  post("/applications/fresh-app/access-accounts", { access_key: "ak_fresh", secret_key: KNOWN_SECRET }),
];

/** Deletions of principals that are created again under the same name, in the hope that old assignments still apply. */
const deletions: readonly Attempt[] = [
  drop("/users/root"),
  post("/users", { username: "root" }),
  drop("/groups/board"),
  post("/groups", { name: "board", members: ["user:puppet"] }),
  drop("/roles/boss"),
  post("/roles", { name: "boss" }),
  drop("/roles/rung"),
  post("/roles", { name: "rung" }),
  drop("/applications/keyed-app/access-accounts/ak_keyed"),
  put("/applications/mallory/access-accounts/ak_keyed", { secret_key: KNOWN_SECRET }),
  drop("/applications/boss-app"),
  post("/applications", { client_id: "boss-app", ...service, client_secret: KNOWN_SECRET }),
];

/** These must not give a permission to any principal. */
const catalogue: readonly Attempt[] = [
  put("/resources/orders", { ...ORDERS_RESOURCE, identifier: "https://evil.example.test" }),
  post("/resources", { name: "Licet", ...ORDERS_RESOURCE, identifier: "https://licet.example.test" }),
  post("/permissions", { name: "licet", description: "x" }),
  post("/permissions", { name: "licet:escalate", description: "x" }),
  drop("/permissions/billing_admin"),
  post("/permissions", { name: "billing_admin", description: "x" }),
];

const WRITES: Readonly<Record<string, string>> = {
  assignments: "licet:assignments.write",
  roles: "licet:roles.write",
  groups: "licet:groups.write",
  users: "licet:users.write",
  applications: "licet:applications.write",
  resources: "licet:resources.write",
  permissions: "licet:permissions.write",
};

export const WRITE_PERMISSIONS = Object.values(WRITES);

/** The attempts that pass the permission check of their route. */
export const attemptsWith = (permissions: readonly string[]): readonly Attempt[] =>
  [...roles, ...users, ...groups, ...applications, ...assignments, ...catalogue, ...deletions].filter(
    ({ path }) => permissions.includes(WRITES[/^\/([a-z]+)/.exec(path)?.[1] ?? ""] ?? ""),
  );
