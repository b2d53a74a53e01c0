// @engine postgres: a part needs two nodes, and the rest is stored alike on every engine.

/** A change that affects permissions of Licet, without granting them, needs them in the token. */

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { describeOn } from "../../../support/engines.ts";
import { createServerDatabase } from "../../../support/server-database.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import {
  assertProblem,
  type Caller,
  callerWith,
  createCaller,
  issueTokenTo,
  startGuarded,
} from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
roles:
  - { name: auditor, grants: [licet:audit.read, orders:read] }
  - { name: chief, inherits: [auditor] }
groups:
  - { name: auditors, members: [user:anna] }
  - { name: inner, members: [user:ines] }
  - { name: outer, members: [group:inner] }
users: [{ username: anna }, { username: ines }, { username: karl }, { username: former }, { username: nina }, { username: root }]
applications:
${service("admin")}
${service("second")}
${service("watcher", `, access_accounts: [{ access_key: ak_watcher, secret_key: "${secretOf("ak_watcher")}" }, { access_key: ak_low, secret_key: "${secretOf("ak_low")}", ceiling: [orders:read] }]`)}
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:second, role: licet-administrator }
  - { principal: application:watcher, role: chief, when: 'request.ip == "192.0.2.1"' }
  - { principal: application:watcher, permission: orders:read }
  - { principal: group:auditors, role: auditor }
  - { principal: group:outer, permission: licet:audit.read, at: orders/eu }
  - { principal: user:karl, permission: orders:read }
  - { principal: user:former, role: licet-administrator, expires_at: 2001-01-01T00:00:00Z }
  - { principal: user:root, role: licet-administrator }
instances: [{ resource: orders, id: eu }]
`;

const WRITES = ["users", "groups", "applications", "roles"].map((name) => `licet:${name}.write`).join(" ");

let licet: RunningLicet;
let narrow: Caller;
let auditing: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  narrow = await createCaller(licet, "admin", WRITES);
  auditing = await createCaller(licet, "admin", `${WRITES} licet:audit.read`);
});
beforeEach(() => licet.apply(WORLD));
after(() => licet.stop());

type Call = readonly [method: string, path: string, body?: object];

const ON_OTHERS: readonly Call[] = [
  ["PUT", "/users/anna", { enabled: false }],
  ["DELETE", "/users/anna?cascade=true"],
  ["PUT", "/users/ines", { enabled: false }],
  ["DELETE", "/users/ines?cascade=true"],
  ["DELETE", "/groups/auditors?cascade=true"],
  ["DELETE", "/groups/inner?cascade=true"],
  ["PUT", "/applications/watcher", { name: "watcher", type: "service", enabled: false }],
  ["DELETE", "/applications/watcher?cascade=true"],
  ["PUT", "/applications/watcher/access-accounts/ak_watcher", { enabled: false }],
  ["PUT", "/applications/watcher/access-accounts/ak_watcher", { expires_at: "2001-01-01T00:00:00Z" }],
  ["DELETE", "/applications/watcher/access-accounts/ak_watcher?cascade=true"],
  ["DELETE", "/roles/auditor?cascade=true"],
  ["DELETE", "/roles/chief?cascade=true"],
];

test("a holder of permissions of Licet is disabled or deleted only by a token that carries them", async () => {
  const { state } = licet.services.storage;
  const revision = await state.revision();
  for (const call of ON_OTHERS) {
    const answer = await narrow(...call);
    assert.equal(answer.status, 403, `${call.join(" ")} ${answer.text}`);
    assertProblem(answer, 403, "forbidden");
    assert.deepEqual(answer.body.lacking, ["licet:audit.read"], call.join(" "));
  }
  assert.equal(await state.revision(), revision, "nothing was written");
  for (const call of ON_OTHERS) {
    const answer = await auditing(...call);
    assert.ok(answer.status < 300, `${call.join(" ")} ${answer.text}`);
    await licet.apply(WORLD);
  }
});

test("a holder of permissions of Licet cannot be locked out in another way either", async () => {
  const writes =
    "licet:groups.write licet:applications.write licet:applications.read licet:assignments.write";
  const lesser = await createCaller(licet, "admin", writes);
  const greater = await createCaller(licet, "admin", `${writes} licet:audit.read`);
  const account = "/applications/watcher/access-accounts/ak_watcher";
  const secretsOf = async (path: string) => (await lesser("GET", `${path}/secrets`)).body.items;
  const [secret] = await secretsOf("/applications/watcher");
  const [key] = await secretsOf(account);
  const given = { principal: "user:nina", permission: "licet:audit.read" };
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const assigned = await greater("POST", "/assignments", given);
  const ways: readonly Call[] = [
    ["PUT", account, { expires_at: inAnHour }],
    ["PUT", account, { ceiling: [] }],
    ["PUT", account, { ceiling: ["orders:read"] }],
    ["DELETE", `/applications/watcher/secrets/${secret.id}`],
    ["DELETE", `${account}/secrets/${key.id}`],
    ["PUT", "/groups/auditors", { members: [] }],
    ["DELETE", "/groups/auditors/members/user:anna"],
    ["DELETE", "/groups/outer/members/group:inner"],
    ["POST", "/assignments", { ...given, expires_at: inAnHour }],
    ["POST", "/assignments:batch", { delete: [assigned.body.id] }],
    ["DELETE", `/assignments/${assigned.body.id}`],
  ];
  for (const call of ways) {
    const answer = await lesser(...call);
    assertProblem(answer, 403, "forbidden");
    assert.deepEqual(answer.body.lacking, ["licet:audit.read"], call.join(" "));
  }
  for (const [method, path] of ways.filter(([name]) => name === "DELETE"))
    assert.equal((await greater(method, path)).status, 204, path);
});

test("other permissions are removed by every caller that may write them, and so are useless ones", async () => {
  const lesser = await createCaller(
    licet,
    "admin",
    "licet:resources.write licet:assignments.write licet:assignments.read",
  );
  for (const user of ["karl", "former"]) {
    const [assignment] = (await lesser("GET", `/assignments?principal=user:${user}`)).body.items;
    assert.equal((await lesser("DELETE", `/assignments/${assignment.id}`)).status, 204, user);
  }
  const deleted = await lesser("DELETE", "/resources/orders/instances/eu?cascade=true");
  assert.equal(deleted.status, 204, "a permission of Licet at an instance is of no use");
});

test("an administrator is shut out only by a token with licet:escalate", async () => {
  const answer = await auditing("DELETE", "/users/root?cascade=true");
  assert.deepEqual(answer.body.lacking, ["licet:*"]);
  const assigning = await createCaller(licet, "admin", "licet:assignments.write licet:assignments.read");
  const [assignment] = (await assigning("GET", "/assignments?principal=user:root")).body.items;
  assert.deepEqual((await assigning("DELETE", `/assignments/${assignment.id}`)).body.lacking, ["licet:*"]);
  const escalating = await createCaller(licet, "admin", "licet:users.write licet:escalate");
  assert.equal((await escalating("DELETE", "/users/root?cascade=true")).status, 204);
});

test("permissions of other resources, and those that have ended, are not asked for", async () => {
  const calls: readonly Call[] = [
    ["PUT", "/users/karl", { enabled: false }],
    ["DELETE", "/users/karl?cascade=true"],
    ["PUT", "/users/former", { enabled: false }],
    ["DELETE", "/users/former?cascade=true"],
    ["DELETE", "/applications/watcher/access-accounts/ak_low?cascade=true"],
  ];
  for (const call of calls) {
    const answer = await narrow(...call);
    assert.ok(answer.status < 300, `${call.join(" ")} ${answer.text}`);
  }
});

test("taking over compares everything: password, link, email address, enabling, more guesses at the password", async () => {
  await licet.apply(`
applications: [{ client_id: helpdesk, name: helpdesk, type: service, client_secret: "${secretOf("helpdesk")}" }]
assignments: [{ principal: application:helpdesk, permission: licet:users.write }]
`);
  const helpdesk = await createCaller(licet, "helpdesk", "licet:users.write");
  const attempts = async () => [
    await helpdesk("PUT", "/users/karl", { password: "a password that the helpdesk knows" }),
    await helpdesk("POST", "/users/karl/password-resets", {}),
    await helpdesk("PUT", "/users/karl", { email: "helpdesk@example.test" }),
    await helpdesk("DELETE", "/users/karl/lockout"),
  ];
  for (const answer of await attempts()) assert.deepEqual(answer.body.lacking, ["orders:read"], answer.text);
  assert.equal((await helpdesk("DELETE", "/users/nina/lockout")).status, 204);
  assert.equal((await helpdesk("PUT", "/users/karl", { enabled: false })).status, 200);
  const enabling = await helpdesk("PUT", "/users/karl", { enabled: true });
  assert.deepEqual(enabling.body.lacking, ["orders:read"]);
});

test("to make an application a server of a resource takes licet:resources.write in the token", async () => {
  const resources = await createCaller(licet, "admin", "licet:applications.write licet:resources.write");
  const serving = { name: "second", type: "service", serves: ["orders"] };
  const calls: readonly Call[] = [
    ["PUT", "/applications/second", serving],
    ["POST", "/applications", { ...serving, client_id: "server" }],
  ];
  for (const call of calls) {
    const answer = await narrow(...call);
    assertProblem(answer, 403, "forbidden");
    assert.deepEqual(answer.body.lacking, ["licet:resources.write"]);
    assert.ok((await resources(...call)).status < 300);
  }
  const renamed = await narrow("PUT", "/applications/second", {
    ...serving,
    home_page: "https://a.example/",
  });
  assert.equal(renamed.status, 200, "what it serves already is not asked about again");
  assert.equal((await narrow("PUT", "/applications/second", { ...serving, serves: [] })).status, 200);
});

describeOn("postgres", "two nodes on one database", () => {
  test("a permission that was given on one node protects its holder on the other within two seconds", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "https://id.example.test";
    const one = await startLicet({ state: WORLD, database, baseUrl });
    const two = await startLicet({ state: "", database, baseUrl });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    const there = callerWith(
      two,
      await issueTokenTo(one, "admin", "licet:users.write licet:applications.write"),
    );
    const disable = (enabled: boolean) => there("PUT", "/users/nina", { enabled });
    assert.equal((await disable(false)).status, 200, "the other node knows everybody already");
    assert.equal((await disable(true)).status, 200);
    await one.apply("assignments: [{ principal: user:nina, permission: licet:audit.read }]");
    await one.apply(
      `roles: [{ name: ruled, grants: [{ permission: licet:keys.read, when: 'client.name == "The desk"' }] }]`,
    );
    const refused = await disable(false);
    assert.deepEqual(refused.body.lacking, ["licet:audit.read"], "a write sees the newest revision");
    const renamed = await there("PUT", "/applications/watcher", { name: "The desk", type: "service" });
    assert.deepEqual(renamed.body.lacking, ["licet:keys.read"]);
  });
});
