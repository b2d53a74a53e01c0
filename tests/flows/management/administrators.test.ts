import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

const running: RunningLicet[] = [];
let licet: RunningLicet;
let api: Caller;
beforeEach(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  running.push(licet);
  await licet.apply("assignments: [{ principal: application:second, permission: 'licet:*' }]");
  api = await createCaller(licet, "second");
});
after(() => Promise.all(running.map((each) => each.stop())));

const getAssignmentId = async (principal: string): Promise<string> =>
  (await api("GET", `/assignments?principal=${principal}&role=licet-administrator`)).body.items[0].id;

async function assertRefused(...call: Parameters<Caller>): Promise<void> {
  const answer = await api(...call);
  assert.equal(answer.status, 409, `${call[0]} ${call[1]}: ${answer.status} ${answer.text}`);
  assert.equal(answer.body.type, "urn:licet:problem:conflict");
  assert.match(answer.body.detail, /no administrator of Licet/);
}

test("the last administrator cannot be dismissed, given an end, disabled or deleted", async () => {
  const id = await getAssignmentId("application:admin");
  await assertRefused("DELETE", `/assignments/${id}`);
  await assertRefused("POST", "/assignments:batch", { delete: [id] });
  await assertRefused("POST", "/assignments", {
    principal: "application:admin",
    role: "licet-administrator",
    expires_at: "2040-01-01T00:00:00Z",
  });
  const { body: admin } = await api("GET", "/applications/admin");
  await assertRefused("PUT", "/applications/admin", { ...admin, enabled: false });
  await assertRefused("DELETE", "/applications/admin?cascade=true");
});

test("once there is another, the first may go", async () => {
  const id = await getAssignmentId("application:admin");
  await api("POST", "/assignments", { principal: "user:alice", role: "licet-administrator" });
  assert.equal((await api("DELETE", `/assignments/${id}`)).status, 204);
  await assertRefused("DELETE", `/assignments/${await getAssignmentId("user:alice")}`);
  const { body: alice } = await api("GET", "/users/alice");
  await assertRefused("PUT", "/users/alice", { ...alice, enabled: false });
  await assertRefused("DELETE", "/users/alice?cascade=true");
});

test("an administrator that is disabled, expires, has a condition, or is an empty group does not count", async () => {
  const id = await getAssignmentId("application:admin");
  const { body: bob } = await api("GET", "/users/bob");
  await api("PUT", "/users/bob", { ...bob, enabled: false });
  for (const other of [
    { principal: "user:bob" },
    { principal: "user:alice", expires_at: "2040-01-01T00:00:00Z" },
    { principal: "user:alice", when: "false" },
    { principal: "group:staff" },
  ]) {
    const made = await api("POST", "/assignments", { ...other, role: "licet-administrator" });
    assert.equal(made.status, 201, made.text);
    await assertRefused("DELETE", `/assignments/${id}`);
  }
});

test("a group counts as long as it has a member, and the last member cannot be removed", async () => {
  const id = await getAssignmentId("application:admin");
  await api("PUT", "/groups/staff/members/user:bob");
  await api("POST", "/assignments", { principal: "group:back-office", role: "licet-administrator" });
  assert.equal((await api("DELETE", `/assignments/${id}`)).status, 204);
  await assertRefused("DELETE", "/groups/staff/members/user:bob");
  await assertRefused("DELETE", "/groups/back-office/members/group:staff");
  await assertRefused("DELETE", "/groups/staff?cascade=true");
  await assertRefused("PUT", "/groups/staff", { members: [] });
  await assertRefused("DELETE", "/users/bob?cascade=true");
});

test("a caller cannot delete or disable itself", async () => {
  const { body: own } = await api("GET", "/applications/second");
  const disabled = await api("PUT", "/applications/second", { ...own, enabled: false });
  assert.equal(disabled.status, 409);
  assert.match(disabled.body.detail, /itself/);
  assert.equal((await api("DELETE", "/applications/second?cascade=true")).status, 409);
  assert.equal((await api("PUT", "/applications/second", { ...own, name: "Second" })).status, 200);
});

test("a caller that loses the permission loses it at once, with the token in hand", async () => {
  const admin = await createCaller(licet, "admin");
  assert.equal((await admin("GET", "/roles")).status, 200);
  await api("POST", "/assignments", { principal: "user:alice", role: "licet-administrator" });
  await api("DELETE", `/assignments/${await getAssignmentId("application:admin")}`);
  const refusal = await admin("GET", "/roles");
  assert.equal(refusal.status, 403);
  assert.equal(
    refusal.headers.get("www-authenticate"),
    'Bearer realm="licet", error="insufficient_scope", scope="licet:roles.read"',
  );
  const { body } = await api("GET", "/applications/admin");
  await api("PUT", "/applications/admin", { ...body, enabled: false });
  assert.equal((await admin("GET", "/roles")).status, 401);
});
