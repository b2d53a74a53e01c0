// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, fingerprint, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";
import { newPublicKey } from "./world.ts";

/** The administrator may do everything; what counts here is what was asked for with the token. */
const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
roles:
  - { name: boss, inherits: [licet-administrator] }
  - { name: deputy, inherits: [boss], grants: [orders:read] }
  - { name: auditor, grants: [licet:audit.read, orders:read] }
  - { name: role-editor, grants: [licet:roles.write] }
  - { name: rung }
groups:
  - { name: board, members: [user:root] }
users:
  - { username: root }
  - { username: puppet }
applications:
${["admin", "puppet-app", "stats"].map((id) => service(id)).join("\n")}
  - { client_id: keyed, name: keyed, type: service, client_secret: "${secretOf("keyed")}", access_accounts: [{ access_key: ak_keyed, secret_key: "${secretOf("ak_keyed")}", ceiling: [orders:read] }] }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:admin, permission: "orders:*" }
  - { principal: application:keyed, role: licet-administrator }
  - { principal: application:stats, permission: licet:stats.read }
  - { principal: group:board, role: boss }
  - { principal: user:root, role: licet-administrator }
`;

const WRITES = ["assignments", "roles", "groups", "users", "applications"].map(
  (collection) => `licet:${collection}.write`,
);

let licet: RunningLicet;
let narrow: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  narrow = await createCaller(licet, "admin", WRITES.join(" "));
});
after(() => licet.stop());

const puppet = { principal: "application:puppet-app" };
const client_secret = "a-secret-that-the-thief-has-thought-of-itself";

/**
 * Each would make the token, or its thief, an administrator, or grant a permission of Licet that it lacks.
 */
const ATTEMPTS: readonly (readonly [string, string, object?])[] = [
  ...["licet-administrator", "boss", "deputy", "auditor"].map(
    (role) => ["POST", "/assignments", { ...puppet, role }] as const,
  ),
  ...["licet:*", "licet:escalate", "licet:audit.read", "licet:keys.write"].flatMap(
    (permission) =>
      [
        ["POST", "/assignments", { ...puppet, permission }],
        ["POST", "/assignments:batch", { create: [{ ...puppet, permission }] }],
        ["POST", "/roles", { name: "fresh", grants: [permission] }],
        ["PUT", "/roles/rung", { grants: [permission] }],
        ["PUT", "/roles/rung", { grants: [{ permission, when: "true" }] }],
      ] as const,
  ),
  ["PUT", "/roles/rung", { inherits: ["licet-administrator"] }],
  ["PUT", "/roles/rung", { inherits: ["deputy"] }],
  ["PUT", "/groups/board/members/user:puppet"],
  ["PUT", "/users/root", { password: "a password that the thief has thought of" }],
  ["POST", "/applications/admin/secrets", { client_secret }],
  ["POST", "/applications/stats/secrets", { client_secret }],
  ["POST", "/applications/keyed/access-accounts", { ceiling: ["licet:audit.read"] }],
  ["PUT", "/applications/keyed/access-accounts/ak_keyed", { ceiling: ["licet:*"] }],
  [
    "PUT",
    "/applications/keyed",
    {
      type: "service",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [newPublicKey("thief")] },
    },
  ],
];

/** None of these adds a permission. But the role is one of those who run Licet. */
const EDITS: readonly (readonly [string, string, object])[] = [
  ["PUT", "/roles/auditor", { grants: ["orders:read"] }],
  ["PUT", "/roles/auditor", { grants: ["licet:audit.read"] }],
  ["PUT", "/roles/auditor", { description: "x", grants: ["licet:audit.read", "orders:read"] }],
  ["PUT", "/roles/boss", { inherits: [] }],
  ["PUT", "/roles/deputy", { inherits: ["boss"], grants: [] }],
];

test("ASVS 8.2.1: an administrator's token for one task cannot grant permissions of Licet that it does not carry", async () => {
  const untouched = await fingerprint(licet);
  for (const [method, path, body] of [...ATTEMPTS, ...EDITS]) {
    const answer = await narrow(method, path, body);
    assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`);
    assertProblem(answer, 403, "forbidden");
    assert.ok(answer.body.lacking.every((name: string) => name.startsWith("licet:")));
    assert.match(answer.body.detail, /only by a token that carries them; this one lacks licet:.*scope/);
  }
  assert.deepEqual(await fingerprint(licet), untouched);
});

test("the token can grant the permissions it carries, and those of other resources as before", async () => {
  for (const [method, path, body] of [
    ["POST", "/assignments", { ...puppet, permission: "licet:roles.write" }],
    ["POST", "/assignments", { ...puppet, permission: "orders:*" }],
    ["POST", "/assignments", { ...puppet, role: "role-editor" }],
    ["PUT", "/roles/role-editor", { grants: ["licet:roles.write", "orders:read"] }],
    ["PUT", "/roles/rung", { grants: ["orders:read", "licet:users.write"] }],
  ] as const) {
    const answer = await narrow(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`);
  }
});

test("one more scope in the token is enough for that permission, and not for another", async () => {
  const auditing = await createCaller(licet, "admin", "licet:assignments.write licet:audit.read");
  assert.equal((await auditing("POST", "/assignments", { ...puppet, role: "auditor" })).status, 201);
  const beyond = await auditing("POST", "/assignments", { ...puppet, permission: "licet:keys.read" });
  assert.deepEqual(beyond.body.lacking, ["licet:keys.read"]);
});

test("licet:escalate counts when the token carries it, not when its holder could have asked for it", async () => {
  const appointment = { ...puppet, role: "licet-administrator" };
  const without = await createCaller(licet, "admin", "licet:assignments.write");
  assertProblem(await without("POST", "/assignments", appointment), 403, "forbidden");
  const escalating = await createCaller(licet, "admin", "licet:assignments.write licet:escalate");
  assert.equal((await escalating("POST", "/assignments", appointment)).status, 201);
});
