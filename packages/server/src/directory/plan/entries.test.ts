import assert from "node:assert/strict";
import { test } from "node:test";
import { dependencies } from "../testing/apply.ts";
import { createMemoryStateStore } from "../testing/memory-state-store.ts";
import { parseEntries } from "./entries.ts";
import { EntriesError } from "./entries-error.ts";
import { planChanges } from "./plan-changes.ts";

async function diagnosticsIn(data: unknown, store = createMemoryStateStore()) {
  try {
    await planChanges(parseEntries(data), store, dependencies);
    return [];
  } catch (error) {
    assert.ok(error instanceof EntriesError);
    return error.issues;
  }
}
const pathsOf = async (data: unknown) => (await diagnosticsIn(data)).map(({ path }) => path);

test("data is read by the same rules as a file, and its diagnostics have a path and no line", async () => {
  const content = parseEntries({ roles: [{ name: "viewer", grants: ["orders:read"] }] });
  assert.deepEqual(content.roles, [
    { name: "viewer", inherits: [], grants: [{ permission: "orders:read" }] },
  ]);
  assert.deepEqual(await diagnosticsIn({ roles: [{ name: "viewer", grant: [] }] }), [
    {
      path: ["roles", 0, "grant"],
      message: 'unknown key; did you mean "grants"?',
      issue: { code: "unknown_member" },
      isName: true,
    },
  ]);
});

test("an issue has the path of the value or of the missing member, also where a text stands for a whole value", async () => {
  const roles = [{ name: "r", grants: ["a:b", { permission: "c:d" }] }];
  assert.deepEqual(await pathsOf({ roles }), [
    ["roles", 0, "grants", 0, "permission"],
    ["roles", 0, "grants", 1, "permission"],
  ]);
  assert.deepEqual(await pathsOf({ resources: [{ name: "orders", actions: {} }] }), [
    ["resources", 0, "identifier"],
  ]);
  assert.deepEqual(await pathsOf({ roles: [7] }), [["roles", 0]]);
  assert.deepEqual(await pathsOf([]), [[]]);
});

test("the diagnostic of a condition has the position inside the condition", async () => {
  const roles = [{ name: "r", grants: [{ permission: "licet:check", when: "true && oops" }] }];
  const [diagnostic] = await diagnosticsIn({ roles });
  assert.deepEqual(diagnostic?.path, ["roles", 0, "grants", 0, "when"]);
  assert.match(diagnostic?.message ?? "", /"oops" \(line 1, column 9\)$/);
});

test("a conflict with the state is marked, and an invalid value is not", async () => {
  const conflicts = async (data: unknown) =>
    (await diagnosticsIn(data)).map(({ conflict }) => conflict === true);
  assert.deepEqual(await conflicts({ roles: [{ name: "a", inherits: ["a"] }] }), [true]);
  assert.deepEqual(await conflicts({ groups: [{ name: "a", members: ["group:a"] }] }), [true]);
  assert.deepEqual(await conflicts({ roles: [{ name: "licet-administrator" }] }), [true]);
  const licet = { name: "licet", identifier: "https://x.test", actions: {} };
  assert.deepEqual(await conflicts({ resources: [licet] }), [true]);
  assert.deepEqual(await conflicts({ roles: [{ name: "a", inherits: ["b"] }] }), [false]);
});

test("Licet's own role and permissions can be named before the first start has made them", async () => {
  assert.deepEqual(
    await diagnosticsIn({
      roles: [{ name: "auditor", grants: ["licet:audit.read"], inherits: ["licet-administrator"] }],
      groups: [{ name: "ops" }],
      assignments: [{ principal: "group:ops", role: "licet-administrator" }],
    }),
    [],
  );
  assert.deepEqual(await pathsOf({ roles: [{ name: "x", grants: ["licet:fly"] }] }), [
    ["roles", 0, "grants", 0, "permission"],
  ]);
});

test("an instance, a member and an access account can be given without the entry that contains them", async () => {
  const store = createMemoryStateStore();
  const base = {
    resources: [{ name: "orders", identifier: "https://o.test", actions: {} }],
    groups: [{ name: "staff", description: "All of us" }, { name: "night" }],
    users: [{ username: "alice" }],
    applications: [{ client_id: "app", type: "service" }],
  };
  const commit = async (data: unknown) => {
    const plan = await planChanges(parseEntries(data), store, dependencies);
    await store.commit(plan.changes, { name: "test", at: 0 });
    return plan;
  };
  await commit(base);
  const more = {
    instances: [{ resource: "orders", id: "1" }],
    memberships: [
      { group: "staff", member: "user:alice" },
      { group: "staff", member: "group:night" },
    ],
    access_accounts: [{ application: "app", access_key: "ak_1" }],
  };
  const plan = await commit(more);
  const alice = (await store.findUserByUsername("alice"))?.id;
  assert.deepEqual(
    plan.summary.map(({ kind, id }) => `${kind} ${id}`),
    [
      "instance orders/1",
      `membership staff/user:${alice}`,
      "membership staff/group:night",
      "access_account ak_1",
    ],
  );
  assert.equal(plan.secrets.length, 1);
  assert.deepEqual(await store.find("group", "staff"), { name: "staff", description: "All of us" });
  assert.deepEqual((await commit(more)).changes, []);
  const cycle = await diagnosticsIn({ memberships: [{ group: "night", member: "group:staff" }] }, store);
  assert.deepEqual(cycle[0]?.path, ["memberships", 0, "member"]);
  assert.equal(cycle[0]?.conflict, true);
});

test("a user who is named by the id can get a new username, but not the one of another user", async () => {
  const store = createMemoryStateStore();
  const first = await planChanges(
    parseEntries({ users: [{ username: "a" }, { username: "b" }] }),
    store,
    dependencies,
  );
  await store.commit(first.changes, { name: "test", at: 0 });
  const id = (await store.findUserByUsername("a"))?.id;
  const renamed = await planChanges(parseEntries({ users: [{ id, username: "c" }] }), store, dependencies);
  assert.deepEqual(
    renamed.summary.map(({ effect, id: of, fields }) => ({ effect, of, fields })),
    [{ effect: "updated", of: id, fields: ["username"] }],
  );
  const [taken] = await diagnosticsIn({ users: [{ id, username: "b" }] }, store);
  assert.equal(taken?.conflict, true);
  const [unknown] = await diagnosticsIn({ users: [{ id: "usr_made0up", username: "d" }] }, store);
  assert.deepEqual(unknown?.path, ["users", 0, "id"]);
});

test("a display name cannot be invisible or change the direction of writing", async () => {
  const users = [
    { username: "ada", name: "\u200b" },
    { username: "bob", name: "Bo\u202eb" },
  ];
  const applications = [{ client_id: "shop", type: "spa", name: "Shop\nLicet", redirect_uris: [] }];
  const found = await diagnosticsIn({ users, applications });
  assert.deepEqual(found.map(({ path }) => path).sort(), [
    ["applications", 0, "name"],
    ["users", 0, "name"],
    ["users", 1, "name"],
  ]);
  for (const { issue } of found) assert.deepEqual(issue, { code: "unusable_characters" });
});
