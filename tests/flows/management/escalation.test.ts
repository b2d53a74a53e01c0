// @engine sqlite: what is stored here is stored alike on every engine.

/** A caller may only grant what it holds: every path to a permission, tried by callers that hold it, or do not. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PrincipalName } from "../../../packages/server/src/directory/change.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE, writeService } from "./shop-state.ts";

/** Every permission of the API that changes something, but not `licet:escalate`. */
const WRITES = ["roles", "groups", "users", "applications", "assignments", "resources"].flatMap((each) => [
  `licet:${each}.read`,
  `licet:${each}.write`,
]);

const writeAssignments = (id: string, permissions: readonly string[]) =>
  permissions
    .map((permission) => `  - { principal: application:${id}, permission: "${permission}" }`)
    .join("\n");

const CALLERS = `
applications:
${["none", "reader", "all", "star", "here", "daily", "boss", "robot", "conditional", "ruled"].map(writeService).join("\n")}
assignments:
${["none", "reader", "all", "star", "here", "daily", "boss", "conditional", "ruled"].map((id) => writeAssignments(id, WRITES)).join("\n")}
${writeAssignments("reader", ["orders:read"])}
${writeAssignments("all", ["orders:read", "orders:write", "orders:refund"])}
${writeAssignments("star", ["orders:*", "licet:*"])}
${writeAssignments("boss", ["licet:escalate"])}
  - { principal: application:here, permission: "orders:*", at: orders/eu }
  - { principal: application:daily, permission: "orders:*", expires_at: 2035-01-01T00:00:00Z }
  - { principal: application:conditional, permission: orders:read, when: 'request.ip == "127.0.0.1"' }
  - { principal: application:conditional, permission: orders:write, when: 'request.ip == "192.0.2.1"' }
  - { principal: application:ruled, permission: orders:read, at: orders/eu, when: 'resource.attributes.open == true' }
  - { principal: application:robot, role: clerk }
  - { principal: group:back-office, role: viewer }
  - { principal: user:alice, role: viewer }
  - { principal: user:*, permission: orders:refund, when: 'subject.attributes.department == "cash"' }
instances:
  - { resource: orders, id: eu, attributes: { open: true } }
  - { resource: orders, id: "42", parent: eu }
`;

let licet: RunningLicet;
let admin: Caller;
const callers = new Map<string, Caller>();
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  await licet.apply(CALLERS);
  admin = await createCaller(licet, "admin");
  for (const id of ["none", "reader", "all", "star", "here", "daily", "boss", "conditional", "ruled"]) {
    const more = id === "boss" ? " licet:escalate" : "";
    callers.set(id, await createCaller(licet, id, WRITES.join(" ") + more));
  }
});
after(() => licet.stop());

/** Deletes a principal and frees its name, so that the next caller can create it. */
async function deleteAndRelease(path: string, name: PrincipalName): Promise<Answer> {
  const answer = await admin("DELETE", `${path}?cascade=true`);
  await licet.services.storage.state.releaseName(name, { name: "test", at: 0 });
  return answer;
}

async function callAs(caller: string, ...call: Parameters<Caller>): Promise<Answer> {
  const api = callers.get(caller);
  assert.ok(api);
  const before = (await admin("GET", "/audit?limit=1")).headers.get("licet-revision");
  const answer = await api(...call);
  if (answer.status === 403) {
    assert.equal(answer.body.type, "urn:licet:problem:forbidden");
    assert.ok(answer.body.lacking.length > 0, answer.text);
    const now = (await admin("GET", "/audit?limit=1")).headers.get("licet-revision");
    assert.equal(now, before, "a refused change changes nothing");
  }
  return answer;
}

/** Checks that only these callers may make the call and all others get 403. Each starts from the same state. */
async function assertOnly(
  allowed: readonly string[],
  call: Parameters<Caller>,
  undo: (answer: Answer) => Promise<unknown>,
): Promise<void> {
  for (const caller of callers.keys()) {
    const answer = await callAs(caller, ...call);
    const expected = allowed.includes(caller) ? [200, 201] : [403];
    assert.ok(expected.includes(answer.status), `${caller}: ${answer.status} ${answer.text}`);
    if (answer.status !== 403) await undo(answer);
  }
}

const unassign = (answer: Answer) => admin("DELETE", `/assignments/${answer.body.id}`);

test("assigning a permission takes that permission", () =>
  assertOnly(
    ["reader", "all", "star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", permission: "orders:read" }],
    unassign,
  ));

test("assigning a permission under a condition takes the permission, at least under that condition", () =>
  assertOnly(
    ["reader", "all", "star", "boss", "conditional"],
    [
      "POST",
      "/assignments",
      { principal: "user:bob", permission: "orders:read", when: "request.ip == '127.0.0.1' && true" },
    ],
    unassign,
  ));

test("a permission that the caller holds under a condition which is false cannot be assigned", () =>
  assertOnly(
    ["all", "star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", permission: "orders:write" }],
    unassign,
  ));

test("assigning a role takes all its permissions, inherited or not", () =>
  assertOnly(
    ["all", "star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", role: "clerk" }],
    unassign,
  ));

test("assigning orders:* takes orders:*, not only every action that exists today", async () => {
  await assertOnly(
    ["star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", permission: "orders:*" }],
    unassign,
  );
  await assertOnly(
    ["star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", role: "every" }],
    unassign,
  );
});

test("assigning a permission at an instance takes the permission there and at all instances below it", async () => {
  // "ruled" holds it under a condition on the attributes of orders/eu, which need not be those of the instances below.
  await assertOnly(
    ["reader", "all", "star", "boss", "here"],
    ["POST", "/assignments", { principal: "user:bob", permission: "orders:read", at: "orders/42" }],
    unassign,
  );
  await assertOnly(
    ["star", "boss"],
    ["POST", "/assignments", { principal: "user:bob", permission: "orders:*", at: "orders/us" }],
    unassign,
  );
});

test("assigning a permission until a time takes the permission until then", async () => {
  const wanted = { principal: "user:bob", permission: "orders:write" };
  await assertOnly(
    ["all", "star", "boss", "daily"],
    ["POST", "/assignments", { ...wanted, expires_at: "2034-12-31T00:00:00Z" }],
    unassign,
  );
  await assertOnly(
    ["all", "star", "boss"],
    ["POST", "/assignments", { ...wanted, expires_at: "2035-01-02T00:00:00Z" }],
    unassign,
  );
});

test("every caller can end an existing assignment sooner, only a holder later", async () => {
  const wanted = { principal: "user:bob", permission: "orders:refund", expires_at: "2034-01-01T00:00:00Z" };
  const made = await admin("POST", "/assignments", wanted);
  assert.equal((await callAs("none", "POST", "/assignments", wanted)).status, 200);
  const later = { ...wanted, expires_at: "2034-06-01T00:00:00Z" };
  assert.equal((await callAs("none", "POST", "/assignments", later)).status, 403);
  const sooner = { ...wanted, expires_at: "2033-01-01T00:00:00Z" };
  assert.equal((await callAs("none", "POST", "/assignments", sooner)).status, 200);
  assert.equal((await callAs("none", "DELETE", `/assignments/${made.body.id}`)).status, 204);
});

test("a batch is refused as a whole if one of its assignments is refused", async () => {
  const create = [
    { principal: "user:bob", permission: "orders:read" },
    { principal: "user:bob", permission: "orders:write" },
  ];
  assert.equal((await callAs("reader", "POST", "/assignments:batch", { create })).status, 403);
  assert.equal((await admin("GET", "/assignments?principal=user:bob")).body.items.length, 0);
});

test("no caller becomes an administrator by writing assignments, roles or groups", async () => {
  for (const caller of [...callers.keys()].filter((id) => id !== "boss" && id !== "star")) {
    const assigned = { principal: `application:${caller}`, role: "licet-administrator" };
    assert.equal((await callAs(caller, "POST", "/assignments", assigned)).status, 403);
    const role = { name: "mine", inherits: ["licet-administrator"] };
    assert.equal((await callAs(caller, "POST", "/roles", role)).status, 403);
    const granted = { name: "mine", grants: ["licet:escalate"] };
    assert.equal((await callAs(caller, "POST", "/roles", granted)).status, 403);
  }
});

test("creating or widening a role takes the added permissions; narrowing it takes nothing", async () => {
  const undo = () => admin("DELETE", "/roles/new-role?cascade=true");
  await assertOnly(
    ["reader", "all", "star", "boss"],
    ["POST", "/roles", { name: "new-role", grants: ["orders:read"] }],
    undo,
  );
  await assertOnly(["all", "star", "boss"], ["PUT", "/roles/new-role", { inherits: ["clerk"] }], undo);
  const before = { inherits: ["viewer"], grants: ["orders:write"] };
  const restore = () => admin("PUT", "/roles/clerk", before);
  await assertOnly(
    ["all", "star", "boss"],
    ["PUT", "/roles/clerk", { ...before, grants: ["orders:write", "orders:refund"] }],
    restore,
  );
  await assertOnly(
    [...callers.keys()],
    ["PUT", "/roles/clerk", { inherits: ["viewer"], grants: [] }],
    restore,
  );
  // A condition that is taken away is a grant; one that is added is none.
  await assertOnly(
    [...callers.keys()],
    [
      "PUT",
      "/roles/clerk",
      { ...before, grants: [{ permission: "orders:write", when: "request.ip == '::1'" }] },
    ],
    restore,
  );
  await admin("PUT", "/roles/clerk", { ...before, grants: [{ permission: "orders:write", when: "false" }] });
  await assertOnly(["all", "star", "boss"], ["PUT", "/roles/clerk", before], () =>
    admin("PUT", "/roles/clerk", { ...before, grants: [{ permission: "orders:write", when: "false" }] }),
  );
  await restore();
});

test("adding a member to a group takes the permissions of the group, and of the groups around it", async () => {
  const bob = `user:${(await admin("GET", "/users/bob")).body.id}`;
  const holders = ["reader", "all", "star", "boss"];
  await assertOnly(holders, ["PUT", `/groups/staff/members/${bob}`], () =>
    admin("DELETE", `/groups/staff/members/${bob}`),
  );
  await assertOnly(holders, ["PUT", "/groups/staff", { members: ["user:bob"] }], () =>
    admin("PUT", "/groups/staff", { members: [] }),
  );
  assert.equal(
    (await callAs("none", "POST", "/groups", { name: "harmless", members: ["user:bob"] })).status,
    201,
  );
});

test("adding a credential to an application, or enabling it, takes its permissions", async () => {
  const holders = ["all", "star", "boss"];
  const { body: robot } = await admin("GET", "/applications/robot");
  await assertOnly(holders, ["POST", "/applications/robot/secrets", {}], (answer) =>
    admin("DELETE", `/applications/robot/secrets/${answer.body.id}`),
  );
  await assertOnly(holders, ["POST", "/applications/robot/access-accounts", { name: "k" }], (answer) =>
    admin("DELETE", `/applications/robot/access-accounts/${answer.body.id}`),
  );
  for (const caller of callers.keys()) {
    const given = { ...robot, client_secret: `a secret that ${caller} has chosen`.padEnd(40, ".") };
    const answer = await callAs(caller, "PUT", "/applications/robot", given);
    assert.equal(answer.status, holders.includes(caller) ? 200 : 403, caller);
  }
  const jwk = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
  const signed = { ...robot, jwks: { keys: [jwk] }, token_endpoint_auth_method: "private_key_jwt" };
  await assertOnly(holders, ["PUT", "/applications/robot", signed], () =>
    admin("PUT", "/applications/robot", robot),
  );
  await admin("PUT", "/applications/robot", { ...robot, enabled: false });
  await assertOnly(holders, ["PUT", "/applications/robot", { ...robot, enabled: true }], () =>
    admin("PUT", "/applications/robot", { ...robot, enabled: false }),
  );
  await admin("PUT", "/applications/robot", { ...robot, enabled: true });
  assert.equal((await callAs("none", "PUT", "/applications/robot", { ...robot, name: "R2" })).status, 200);
});

test("creating an access account takes the permissions within its ceiling, and raising the ceiling takes the added ones", async () => {
  const path = "/applications/robot/access-accounts/ak_low";
  const create: Parameters<Caller> = ["PUT", path, { ceiling: ["orders:read"] }];
  await assertOnly(["reader", "all", "star", "boss"], create, () =>
    deleteAndRelease(path, { kind: "access_account", name: "ak_low" }),
  );
  await admin(...create);
  for (const ceiling of [{ ceiling: ["orders:read", "orders:write"] }, { ceiling: ["orders:*"] }, {}]) {
    await assertOnly(["all", "star", "boss"], ["PUT", path, ceiling], () => admin(...create));
  }
  await assertOnly([...callers.keys()], ["PUT", path, { ceiling: [] }], () => admin(...create));
  await assertOnly(["reader", "all", "star", "boss"], ["POST", `${path}/secrets`, {}], (answer) =>
    admin("DELETE", `${path}/secrets/${answer.body.id}`),
  );
});

test("setting a user's password, username or email, or enabling the user, takes the user's permissions", async () => {
  const { body: alice } = await admin("GET", "/users/alice");
  const path = `/users/${alice.id}`;
  const holders = ["reader", "all", "star", "boss"];
  const restore = () => admin("PUT", path, alice);
  let password = 0;
  for (const caller of callers.keys()) {
    password += 1;
    const answer = await callAs(caller, "PUT", path, { ...alice, password: `a new password ${password}` });
    assert.equal(answer.status, holders.includes(caller) ? 200 : 403, caller);
  }
  for (const change of [{ username: "alice2" }, { email: "else@example.test" }]) {
    await assertOnly(holders, ["PUT", path, { ...alice, ...change }], restore);
  }
  await admin("PUT", path, { ...alice, enabled: false });
  await assertOnly(holders, ["PUT", path, { ...alice, enabled: true }], () =>
    admin("PUT", path, { ...alice, enabled: false }),
  );
  await restore();
  await assertOnly([...callers.keys()], ["PUT", path, { ...alice, name: "Alice B." }], restore);
});

test("a password cannot be guessed by setting it: the right one is refused like any other", async () => {
  const { body: alice } = await admin("GET", "/users/alice");
  const path = `/users/${alice.id}`;
  assert.equal((await admin("PUT", path, { ...alice, password: "the password of alice" })).status, 200);
  for (const password of ["the password of alice", "a wrong one"]) {
    assert.equal((await callAs("none", "PUT", path, { ...alice, password })).status, 403);
  }
});

test("setting an attribute that the condition of an assignment to all users reads takes its permission", async () => {
  const undo = (answer: Answer) =>
    deleteAndRelease(`/users/${answer.body.id}`, { kind: "user", name: "teller" });
  const holders = ["all", "star", "boss"];
  await assertOnly(
    holders,
    ["POST", "/users", { username: "teller", attributes: { department: "cash" } }],
    undo,
  );
  await assertOnly([...callers.keys()], ["POST", "/users", { username: "teller" }], undo);
  await admin("POST", "/users", { username: "teller" });
  await assertOnly(holders, ["PUT", "/users/teller", { attributes: { department: "cash" } }], () =>
    admin("PUT", "/users/teller", {}),
  );
});

test("creating a first-party application takes the scopes that are delegated to it", async () => {
  const app = { type: "web", redirect_uris: ["https://app.example.test/cb"], delegated: ["orders:read"] };
  const path = "/applications/portal";
  const undo = () => deleteAndRelease(path, { kind: "application", name: "portal" });
  const holders = ["reader", "all", "star", "boss"];
  await assertOnly([...callers.keys()], ["PUT", path, { ...app, first_party: false }], undo);
  await assertOnly(holders, ["PUT", path, { ...app, first_party: true }], undo);
  await admin("PUT", path, { ...app, first_party: true });
  const elsewhere = { ...app, first_party: true, redirect_uris: ["https://evil.example.test/cb"] };
  await assertOnly(holders, ["PUT", path, elsewhere], () =>
    admin("PUT", path, { ...app, first_party: true }),
  );
});
