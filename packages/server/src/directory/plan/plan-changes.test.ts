import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { ConfigurationFileError } from "../../files/configuration-file-error.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import { planConfigurationFile } from "../../files/plan-configuration-file.ts";
import { apply, dependencies } from "../testing/apply.ts";
import { createMemoryStateStore } from "../testing/memory-state-store.ts";

const ORDERS =
  "resources: [{ name: orders, identifier: 'https://o.test', actions: { read: { description: r }, write: { description: w } } }]\n";

async function diagnosticsOf(
  text: string,
  store = createMemoryStateStore(),
  withDependencies = dependencies,
): Promise<string[]> {
  try {
    await planConfigurationFile(parseConfigurationFile(text, "state.yaml"), store, withDependencies);
  } catch (error) {
    assert.ok(error instanceof ConfigurationFileError);
    return [...error.lines];
  }
  return [];
}

const wrong: [name: string, text: string, expected: string][] = [
  [
    "a grant of an unknown action",
    `${ORDERS}roles:\n  - name: clerk\n    grants: [orders:read, { permission: orders:fly }]`,
    'state.yaml:4:41 roles[0].grants[1].permission: "orders:fly" is not in the catalogue; known actions of orders: read, write',
  ],
  [
    "a grant of an unknown action in the short form",
    `${ORDERS}roles:\n  - name: clerk\n    grants: [orders:read, orders:fly]`,
    'state.yaml:4:27 roles[0].grants[1].permission: "orders:fly" is not in the catalogue; known actions of orders: read, write',
  ],
  [
    "a grant of an unknown resource",
    `${ORDERS}roles: [{ name: clerk, grants: ["order:*"] }]`,
    'state.yaml:2:33 roles[0].grants[0].permission: there is no resource "order"; did you mean "orders"?',
  ],
  [
    "a grant of an unknown custom permission",
    "permissions: [{ name: billing, description: x }]\nroles: [{ name: clerk, grants: [biling] }]",
    'state.yaml:2:33 roles[0].grants[0].permission: "biling" is not in the catalogue; did you mean "billing"?',
  ],
  [
    "a grant for one instance",
    `${ORDERS}roles: [{ name: clerk, grants: [orders:42:read] }]`,
    'state.yaml:2:33 roles[0].grants[0].permission: "orders:42:read" is not a permission: write <resource>:<action>, <resource>:* or a custom name',
  ],
  [
    "a role that inherits from nothing",
    "roles: [{ name: clerk }, { name: boss, inherits: [clark] }]",
    'state.yaml:1:51 roles[1].inherits[0]: there is no role "clark"; did you mean "clerk"?',
  ],
  [
    "a cycle of roles",
    "roles:\n  - { name: a, inherits: [b] }\n  - { name: b, inherits: [c] }\n  - { name: c, inherits: [a] }",
    "state.yaml:2:26 roles[0].inherits: inherits from itself: a → b → c → a",
  ],
  [
    "a role that inherits from itself",
    "roles: [{ name: a, inherits: [a] }]",
    "state.yaml:1:30 roles[0].inherits: inherits from itself: a → a",
  ],
  [
    "a cycle of groups",
    "groups:\n  - { name: a, members: [group:b] }\n  - { name: b, members: [group:a] }",
    "state.yaml:2:25 groups[0].members: contains itself: a → b → a",
  ],
  [
    "a member that does not exist",
    "users: [{ username: alice }]\ngroups: [{ name: a, members: [user:alise, group:b] }]",
    'state.yaml:2:31 groups[0].members[0]: there is no user "alise"; did you mean "alice"?',
  ],
  [
    "a cycle of instances",
    "resources:\n  - name: o\n    identifier: urn:o\n    actions: {}\n    instances: [{ id: a, parent: b }, { id: b, parent: o/a }]",
    "state.yaml:5:34 resources[0].instances[0].parent: is below itself: o/a → o/b → o/a",
  ],
  [
    "a condition that does not hold water, in quotes",
    `${ORDERS}roles:\n  - name: clerk\n    grants:\n      - { permission: orders:read, when: 'x == oops' }`,
    'state.yaml:5:48 roles[0].grants[0].when: unknown name "oops"',
  ],
  [
    "a plain condition",
    `${ORDERS}assignments: [{ principal: "user:*", permission: orders:read, when: x == oops }]`,
    'state.yaml:2:74 assignments[0].when: unknown name "oops"',
  ],
  [
    "a condition behind an escape",
    `${ORDERS}assignments: [{ principal: "user:*", permission: orders:read, when: "\\"x\\" == oops" }]`,
    'state.yaml:2:69 assignments[0].when: unknown name "oops"',
  ],
  [
    "a condition in a block",
    `${ORDERS}assignments:\n  - principal: user:*\n    permission: orders:read\n    when: |\n      x ==\n        oops\n`,
    'state.yaml:7:9 assignments[0].when: unknown name "oops"',
  ],
  [
    "an assignment of an unknown role",
    "assignments:\n  - { principal: 'user:*', role: clerk }",
    'state.yaml:2:34 assignments[0].role: there is no role "clerk"',
  ],
  [
    "an assignment at an instance of an unknown resource",
    `${ORDERS}assignments:\n  - { principal: 'user:*', permission: orders:read, at: order/42 }`,
    'state.yaml:3:57 assignments[0].at: there is no resource "order"; did you mean "orders"?',
  ],
  [
    "an assignment to an unknown principal",
    `${ORDERS}assignments:\n  - { principal: application:reports, permission: orders:read }`,
    'state.yaml:3:18 assignments[0].principal: there is no application "reports"',
  ],
  [
    "an assignment given twice",
    `${ORDERS}assignments:\n  - { principal: 'user:*', permission: orders:read }\n  - { principal: 'user:*', permission: orders:read, expires_at: 2030-01-01T00:00:00Z }`,
    "state.yaml:4:5 assignments[1]: repeats entry [0]",
  ],
  [
    "a delegated scope that is not in the catalogue",
    `${ORDERS}applications: [{ client_id: a, type: spa, delegated: [openid, orders:fly] }]`,
    'state.yaml:2:63 applications[0].delegated[1].scope: "orders:fly" is not in the catalogue; known actions of orders: read, write',
  ],
  [
    "a ceiling that is not in the catalogue",
    `${ORDERS}applications: [{ client_id: a, type: service, access_accounts: [{ access_key: ak_a, ceiling: [orders:fly] }] }]`,
    'state.yaml:2:95 applications[0].access_accounts[0].ceiling[0]: "orders:fly" is not in the catalogue; known actions of orders: read, write',
  ],
  [
    "the server of an unknown resource",
    "applications: [{ client_id: a, type: service, serves: [orders] }]",
    'state.yaml:1:56 applications[0].serves[0]: there is no resource "orders"',
  ],
  [
    "one access key in two applications",
    "applications:\n  - { client_id: a, type: service, access_accounts: [{ access_key: ak_a }] }\n  - { client_id: b, type: service, access_accounts: [{ access_key: ak_a }] }",
    "state.yaml:3:54 applications[1].access_accounts[0]: repeats ak_a",
  ],
  [
    "two resources with one identifier",
    "resources:\n  - { name: a, identifier: 'urn:x:y', actions: {} }\n  - { name: b, identifier: 'urn:x:y', actions: {} }",
    "state.yaml:3:28 resources[1].identifier: is the identifier of a already",
  ],
  [
    "an empty password",
    `users:\n  - username: alice\n    password: ""`,
    "state.yaml:3:15 users[0].password: a password must not be empty",
  ],
];
for (const [name, text, expected] of wrong) {
  test(`${name} is a diagnostic with its position`, async () => {
    const diagnostics = await diagnosticsOf(text);
    assert.ok(diagnostics.includes(expected), diagnostics.join("\n"));
  });
}

test("an instance deeper than 32 levels is refused", async () => {
  const chain = (length: number) =>
    `resources: [{ name: o, identifier: 'urn:o', actions: {}, instances: [{ id: i0 }, ${Array.from({ length: length - 1 }, (_, i) => `{ id: i${i + 1}, parent: i${i} }`)}] }]`;
  assert.deepEqual(await diagnosticsOf(chain(32)), []);
  const diagnostics = await diagnosticsOf(chain(33));
  assert.equal(diagnostics.length, 1);
  assert.match(diagnostics[0] ?? "", /instances\[32\]\.parent: is more than 32 levels deep/);
});

test("a cycle through stored entities is found, and named", async () => {
  const store = createMemoryStateStore();
  await apply(
    store,
    "roles: [{ name: a, inherits: [b] }, { name: b }]\ngroups: [{ name: x, members: [group:y] }, { name: y }]",
  );
  assert.deepEqual(
    await diagnosticsOf(
      "roles: [{ name: b, inherits: [a] }]\ngroups: [{ name: y, members: [group:x] }]",
      store,
    ),
    [
      "state.yaml:1:30 roles[0].inherits: inherits from itself: a → b → a",
      "state.yaml:2:30 groups[0].members: contains itself: x → y → x",
    ],
  );
});

test("a plan of a role reads the roles that it inherits from, at any depth, and no others", async () => {
  const store = createMemoryStateStore();
  await apply(
    store,
    "roles: [{ name: a, inherits: [b] }, { name: b, inherits: [c] }, { name: c }, { name: d }]",
  );
  const read: string[] = [];
  const findMany: typeof store.findMany = (kind, ids) => {
    if (kind === "role") read.push(...ids);
    return store.findMany(kind, ids);
  };
  const list: typeof store.list = (kind) => {
    assert.notEqual(kind, "role");
    return store.list(kind);
  };
  const file = parseConfigurationFile("roles: [{ name: new, inherits: [a] }]", "state.yaml");
  const { changes } = await planConfigurationFile(file, { ...store, findMany, list }, dependencies);
  assert.equal(changes.length, 1);
  assert.deepEqual(read, ["new", "a", "b", "c"]);
});

test("an action in use cannot be removed, and the diagnostic names the entities that use it", async () => {
  const store = createMemoryStateStore();
  await apply(
    store,
    `${ORDERS}
roles: [{ name: clerk, grants: [orders:write] }, { name: viewer, grants: [orders:read] }]
assignments: [{ principal: "user:*", permission: orders:write }]
applications: [{ client_id: a, type: web, delegated: [orders:write], access_accounts: [{ access_key: ak_a, ceiling: [orders:write] }] }]`,
  );
  const smaller =
    "resources: [{ name: orders, identifier: 'https://o.test', actions: { read: { description: r } } }]\n";
  const [diagnostic, ...others] = await diagnosticsOf(smaller, store);
  assert.deepEqual(others, []);
  assert.match(
    diagnostic ?? "",
    /^state\.yaml:1:68 resources\[0\]\.actions: write cannot be removed: still used by role clerk, assignment asg_\w+ of user:\*, application a, access_account ak_a$/,
  );
  // An entity that the same file changes does not block the removal.
  const [left] = await diagnosticsOf(
    `${smaller}roles: [{ name: clerk }]\napplications: [{ client_id: a, type: web, access_accounts: [{ access_key: ak_a }] }]`,
    store,
  );
  assert.match(left ?? "", /still used by assignment asg_\w+ of user:\*$/);
  // The planner does not read all assignments of a permission, so the diagnostic does not count them.
  const many = Array.from({ length: 150 }, (_, i) => ({
    principal: "user:*",
    permission: "orders:write",
    at: `orders/${i}`,
  }));
  await apply(store, JSON.stringify({ assignments: many }));
  const [ofMany] = await diagnosticsOf(smaller, store);
  assert.match(ofMany ?? "", /still used by role clerk(, assignment asg_\w+ of user:\*){4} and others$/);
});

test("an application cannot turn from confidential to public", async () => {
  const store = createMemoryStateStore();
  await apply(store, "applications: [{ client_id: a, type: web }]");
  assert.deepEqual(await diagnosticsOf("applications: [{ client_id: a, type: spa }]", store), [
    "state.yaml:1:38 applications[0].type: cannot become spa from web; register another application",
  ]);
});

test("an access key of another application is not taken over", async () => {
  const store = createMemoryStateStore();
  await apply(store, "applications: [{ client_id: a, type: web, access_accounts: [{ access_key: ak_a }] }]");
  assert.deepEqual(
    await diagnosticsOf(
      "applications: [{ client_id: b, type: web, access_accounts: [{ access_key: ak_a }] }]",
      store,
    ),
    ["state.yaml:1:75 applications[0].access_accounts[0].access_key: belongs to the application a"],
  );
});

test("client keys that the token module refuses are a diagnostic of the file", async () => {
  const refusing = {
    ...dependencies,
    parseClientJwks: () => {
      throw new InvalidInputError("the curve is unknown");
    },
  };
  const text =
    "applications: [{ client_id: a, type: web, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [{ kty: EC }] } }]";
  assert.deepEqual(await diagnosticsOf(text, createMemoryStateStore(), refusing), [
    "state.yaml:1:94 applications[0].jwks: the curve is unknown",
  ]);
});

test("planning writes nothing", async () => {
  const store = createMemoryStateStore();
  const plan = await planConfigurationFile(parseConfigurationFile(ORDERS, "state.yaml"), store, dependencies);
  assert.equal(plan.changes.length, 1);
  assert.equal(store.commits.length, 0);
});
