import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { ID, LATER, stored, TIMES, without } from "./values.ts";

/** Examples of what is managed, by component. */

const resource = {
  name: "orders",
  display_name: { en: "Orders", zh: "订单" },
  identifier: "https://orders.example.test",
  signing_alg: "ES256",
  access_token_type: "at+jwt",
  actions: {
    read: { description: { en: "See orders", zh: "查看订单" } },
    write: { description: { en: "Change orders", zh: "修改订单" } },
  },
};
const permission = { name: "month_end_closing", description: { en: "Close the books of a month" } };
const role = {
  name: "clerk",
  description: "Serves customers",
  inherits: ["viewer"],
  grants: [
    { permission: "orders:write" },
    { permission: "orders:refund", when: 'subject.attributes.department == "sales"' },
  ],
};
const group = { name: "staff", description: "All employees" };
const user = {
  username: "alice",
  email: "alice@example.test",
  name: "Alice",
  attributes: { department: "sales" },
  enabled: true,
};
const application = {
  client_id: "shop",
  name: "Web shop",
  type: "web",
  enabled: true,
  redirect_uris: ["https://shop.example.test/callback"],
  post_logout_redirect_uris: ["https://shop.example.test/"],
  require_pkce: true,
  first_party: false,
  delegated: [{ scope: "orders:read", consent: "required" }],
  token_endpoint_auth_method: "client_secret_basic",
  id_token_signed_response_alg: "RS256",
  id_token_claims: "profile",
  require_pushed_authorization_requests: false,
  require_signed_request_object: false,
  client_assertion_max_lifetime: 300,
  serves: [],
  home_page: "https://shop.example.test/",
};
const account = { access_key: "ak_demo", name: "Laptop of the analyst", ceiling: ["orders:read"] };
const accountRead = stored("ak_demo", { ...account, application: "reports", enabled: true });
const instance = { parent: "orders/eu", attributes: { customer: "Carol" } };
const assignment = { principal: "user:alice", role: "clerk", at: "orders/eu", expires_at: LATER };
const secret = { id: ID.secret, hint: "k3Zq", expires_at: LATER };
const key = {
  kid: "lCG6Y9hC8i8dK8k_TrJwLprktMtrYQ9IP6ISgDo_X5I",
  algorithm: "ES256",
  stage: "current",
  created_at: TIMES.created_at,
  activates_at: TIMES.created_at,
};
const NEW_SECRET = "lsk_…";

export const MANAGEMENT_EXAMPLES = {
  ResourceInput: resource,
  ResourceReplacement: without(resource, "name"),
  Resource: stored("orders", resource),
  PermissionInput: permission,
  PermissionReplacement: without(permission, "name"),
  Permission: stored(permission.name, permission),
  RoleInput: role,
  RoleReplacement: without(role, "name"),
  Role: stored("clerk", role),
  GroupInput: { ...group, members: ["user:alice"] },
  GroupReplacement: without(group, "name"),
  Group: stored("staff", group),
  UserInput: { ...user, password: "correct horse battery staple" },
  UserReplacement: user,
  User: stored(ID.user, user),
  ApplicationInput: application,
  ApplicationReplacement: without(application, "client_id"),
  Application: stored("shop", { ...application, has_logo: true }),
  CreatedApplication: {
    ...stored("shop", { ...application, has_logo: false }),
    client_secret: NEW_SECRET,
  },
  AccessAccountInput: account,
  AccessAccountReplacement: without(account, "access_key"),
  AccessAccount: accountRead,
  CreatedAccessAccount: { ...accountRead, secret_key: NEW_SECRET },
  ApplicationSecretInput: { expires_at: LATER },
  CreatedApplicationSecret: { ...secret, client_secret: NEW_SECRET },
  AccessAccountSecretInput: { expires_at: LATER },
  CreatedAccessAccountSecret: { ...secret, secret_key: NEW_SECRET },
  Secret: { ...secret, version: 7, ...TIMES },
  ExpiringSecret: { ...secret, client_id: "reports", access_key: "ak_demo" },
  LogoInput: {
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
  Logo: { media_type: "image/png", digest: "R0Vz9XxL2Y0hG8Yk0m8fX9l0b0fW3c7Qh8mB1r6nQ2s", size: 70 },
  InstanceReplacement: instance,
  Instance: stored("42", { resource: "orders", ...instance }),
  Membership: stored(`staff/user:${ID.user}`, {
    group: "staff",
    member: formatPrincipalKey("user", ID.user),
  }),
  AssignmentInput: assignment,
  Assignment: {
    ...stored(ID.assignment, { ...assignment, principal: formatPrincipalKey("user", ID.user) }),
    principal_details: { name: "Alice", username: "alice" },
  },
  AssignmentChanges: { create: [assignment], delete: [ID.assignment] },
  AssignmentResults: {
    created: [{ id: "asg_cf85lskskkfvnmqsbd5tcsno", effect: "created" }],
    deleted: [ID.assignment],
    revision: 42,
  },
  ImportLine: { kind: "assignment", ...assignment },
  ImportedAssignment: { kind: "assignment", ...assignment },
  ImportedUser: { kind: "user", ...user },
  ImportedRole: { kind: "role", ...role },
  ImportedGroup: { kind: "group", ...group, members: ["user:alice"] },
  ImportedMembership: { kind: "membership", group: "staff", member: "user:alice" },
  ImportedInstance: { kind: "instance", resource: "orders", id: "42", ...instance },
  ImportedResource: { kind: "resource", ...resource },
  ImportedPermission: { kind: "permission", ...permission },
  ImportedApplication: { kind: "application", ...application },
  ImportedAccessAccount: { kind: "access_account", application: "reports", ...account },
  ImportResult: { last_line_stored: 1_000_000, created: 999_990, updated: 0, unchanged: 10, revision: 1042 },
  Session: {
    id: ID.session,
    created_at: TIMES.created_at,
    last_seen_at: TIMES.updated_at,
    expires_at: LATER,
    ip: "192.0.2.7",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  },
  Consent: {
    client_id: "shop",
    items: [{ scope: "orders:read", agreed: true, decided_at: TIMES.created_at, expires_at: LATER }],
  },
  PasswordResetInput: { expires_in: 3600 },
  PasswordReset: { url: "https://licet.example.test/reset-password?token=…", expires_at: LATER },
  Lockout: { locked: true, failures: 10, locked_until: LATER },
  LookAlikeUser: { id: "usr_1", username: "ada", email: "ada@example.test" },
  LookAlikes: {
    name: "ada",
    users: [
      { id: "usr_1", username: "ada", email: "ada@example.test" },
      { id: "usr_2", username: "Ada" },
    ],
  },
  SigningKey: key,
  KeyRotationRequest: { algorithm: "ES256" },
  KeyRotation: { added: true, key: { ...key, stage: "upcoming" } },
  AuditEvent: {
    id: 36,
    at: "2026-11-16T17:05:00.123Z",
    type: "role.updated",
    actor: "application:admin",
    target: "role:clerk",
    ip: "192.0.2.7",
    request_id: "3a04bc31-7004-401f-919b-a1922bb84f87",
    data: {
      revision: 42,
      changes: {
        description: { before: "Handles orders", after: "Handles orders and returns" },
        grants: {
          before: [{ permission: "orders:read" }],
          after: [{ permission: "orders:read" }, { permission: "orders:write" }],
        },
      },
    },
  },
  ChangedMember: { before: "Handles orders", after: "Handles orders and returns" },
  Stats: {
    name: "tokens_issued",
    bucket: "hour",
    items: [
      { name: "tokens_issued", minute: "2026-11-16T17:00:00.000Z", label: "client_credentials", count: 12 },
    ],
  },
  Node: {
    id: ID.node,
    host: "licet-1",
    version: "0.1.0",
    engine: "postgres",
    started_at: TIMES.created_at,
    seen_at: TIMES.updated_at,
    revision: 42,
  },
  About: {
    version: "0.1.0",
    issuer: "https://licet.example.test",
    engine: "postgres",
    brand: { name: "Licet" },
    metrics: { access: "token", own_listener: false },
    lifetimes: { access_token_seconds: 600 },
    limits: { body_bytes: 65_536 },
  },
};
