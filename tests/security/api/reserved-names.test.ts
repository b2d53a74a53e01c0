// @engine both: two nodes share a database on PostgreSQL, and one deletes a name that the other creates.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { applyConfigurationFile } from "../../../packages/server/src/files/apply-configuration-file.ts";
import { formatSummary } from "../../../packages/server/src/files/format-summary.ts";
import { describeOn } from "../../support/engines.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";
import { type Answer, type Caller, createCaller } from "./guarded-api.ts";
import { secretOf } from "./world.ts";

const STOLEN = "a secret that the attacker has chosen";
const MAY_WRITE = ["applications", "users", "groups", "assignments"].flatMap((noun) => [
  `licet:${noun}.read`,
  `licet:${noun}.write`,
]);

/** `mallory` may create and delete, and holds none of the permissions that the file below gives away. */
const WORLD = `
resources: [{ name: orders, identifier: https://orders.example.test, actions: { read: { description: See }, write: { description: Change } } }]
roles: [{ name: manager, grants: [${MAY_WRITE.map((permission) => `"${permission}"`).join(", ")}] }]
applications:
${["admin", "mallory", "orders-api"].map((id) => `  - { client_id: ${id}, client_secret: "${secretOf(id)}", name: ${id}, type: service, serves: [${id === "orders-api" ? "orders" : ""}] }`).join("\n")}
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:admin, permission: "orders:*" }
  - { principal: application:mallory, role: manager }
`;

/** The file that an operator applies at every start. */
const FILE = `
users: [{ username: carol }]
groups: [{ name: accounting, members: [user:carol] }]
applications:
  - client_id: reports
    client_secret: ${secretOf("reports")}
    name: Reports
    type: service
    access_accounts:
      - { access_key: ak_reports, secret_key: "${secretOf("ak_reports")}", ceiling: [orders:read] }
      - { name: Scanner, secret_key: "${secretOf("scanner")}", ceiling: [orders:read] }
  - { name: Nightly, client_secret: ${secretOf("nightly")}, type: service }
assignments:
  - { principal: application:reports, permission: orders:write }
  - { principal: application:reports, permission: orders:read }
  - { principal: application:Nightly, permission: orders:write }
  - { principal: user:carol, permission: orders:write }
  - { principal: group:accounting, permission: orders:write }
`;

const ORDERS_API = { client_id: "orders-api", client_secret: secretOf("orders-api") };
const REPORTS = { client_id: "reports", client_secret: secretOf("reports") };

const clock = createMovableClock();
let licet: RunningLicet;
let mallory: Caller;
before(async () => {
  licet = await startLicet({ state: WORLD, clock });
  mallory = await createCaller(licet, "mallory", MAY_WRITE.join(" "));
  await licet.apply(FILE);
});
after(() => licet.stop());

/** The plan of the file, as `licet apply` prints it. */
async function applyFile(): Promise<readonly string[]> {
  const { storage, plannerDependencies } = licet.services;
  const { summary } = await applyConfigurationFile({
    text: FILE,
    fileName: "licet.yaml",
    store: storage.state,
    actor: { name: "file:licet.yaml", at: clock.milliseconds() },
    dependencies: plannerDependencies,
  });
  return formatSummary(summary);
}

async function deleted(path: string): Promise<void> {
  const { status, text } = await mallory("DELETE", `${path}?cascade=true`);
  assert.equal(status, 204, text);
}

async function getScanner() {
  const accounts = await licet.services.storage.state.list("access_account");
  const found = accounts.find(({ name }) => name === "Scanner");
  assert.ok(found);
  return found;
}

function assertReserved({ status, body, text }: Answer, kind: string, name: string): void {
  assert.equal(status, 409, text);
  assert.deepEqual([body.code, body.kind, body.name], ["name_reserved", kind, name]);
}

const canSignIn = async (clientId: string, secret: string): Promise<boolean> => {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret };
  const { body } = await postForm(`${licet.url}/oidc/token`, { ...form, scope: "orders:read" });
  return body.error !== "invalid_client";
};

const mayWrite = async (subject: object): Promise<boolean> => {
  const admin = await createCaller(licet, "admin", "licet:check");
  return (await admin("POST", "/check", { subject, permission: "orders:write" })).body.allowed;
};

describe("a deleted name does not come back with its old permissions", () => {
  test("an application: refused by every way to create it, and the file's secret alone counts", async () => {
    await deleted("/applications/reports");
    const stolen = { name: "Reports", type: "service", client_secret: STOLEN };
    assertReserved(
      await mallory("POST", "/applications", { ...stolen, client_id: "reports" }),
      "application",
      "reports",
    );
    assertReserved(await mallory("PUT", "/applications/reports", stolen), "application", "reports");
    assert.deepEqual((await applyFile()).slice(0, 2), [
      "+ application reports (created again)",
      "+ access account ak_reports (created again)",
    ]);
    assert.deepEqual(await applyFile(), ["= 11 unchanged"], "applying stays idempotent");
    assert.equal(await canSignIn("reports", STOLEN), false);
    assert.equal(await canSignIn("reports", secretOf("reports")), true);
  });

  test("an access key: refused under the caller's own application", async () => {
    await deleted("/applications/reports/access-accounts/ak_reports");
    const path = "/applications/mallory/access-accounts";
    const stolen = { access_key: "ak_reports", secret_key: STOLEN, ceiling: [] };
    assertReserved(await mallory("POST", path, stolen), "access_account", "ak_reports");
    await applyFile();
    assert.equal(await canSignIn("ak_reports", STOLEN), false);
  });

  test("an access account that a file finds by its display name: another one of that name is not taken for it", async () => {
    const { accessKey } = await getScanner();
    const path = "/applications/reports/access-accounts";
    await deleted(`${path}/${accessKey}`);
    const stolen = { access_key: "ak_stolen", name: "Scanner", secret_key: STOLEN, ceiling: [] };
    assert.equal((await mallory("POST", path, stolen)).status, 201);
    await assert.rejects(applyFile, /another access account was named "Scanner" before ak_stolen/);
    assert.deepEqual((await mallory("GET", `${path}/ak_stolen`)).body.ceiling, []);
    await deleted(`${path}/ak_stolen`);
    await applyFile();
    assert.notEqual((await getScanner()).accessKey, accessKey);
  });

  test("a user: refused as a new one and by renaming another, and a new one of the file has only its permissions", async () => {
    await deleted("/users/carol");
    await mallory("POST", "/users", { username: "mallory" });
    assertReserved(await mallory("POST", "/users", { username: "carol", password: STOLEN }), "user", "carol");
    assertReserved(await mallory("PUT", "/users/mallory", { username: "carol" }), "user", "carol");
    assert.equal(await mayWrite({ type: "user", id: "mallory" }), false);
    assert.ok((await applyFile()).includes("+ user carol (created again)"));
  });

  test("a username that was given up: not for others, and again for the same user", async () => {
    await mallory("POST", "/users", { username: "dora" });
    const { body } = await mallory("PUT", "/users/dora", { username: "dora-2" });
    assertReserved(await mallory("POST", "/users", { username: "dora" }), "user", "dora");
    assert.equal((await mallory("PUT", `/users/${body.id}`, { username: "dora" })).status, 200);
    assertReserved(await mallory("POST", "/users", { username: "dora-2" }), "user", "dora-2");
  });

  test("a group: refused, and no member of a former one comes back", async () => {
    const before = await mallory("GET", "/groups/accounting/members");
    assert.equal(before.body.items.length, 1);
    await deleted("/groups/accounting");
    assertReserved(await mallory("PUT", "/groups/accounting", {}), "group", "accounting");
    assert.equal(await mayWrite({ type: "group", id: "accounting" }), false);
    const admin = await createCaller(licet, "admin");
    assert.equal((await admin("POST", "/groups", { name: "accounting" })).status, 201);
    assert.deepEqual((await mallory("GET", "/groups/accounting/members")).body.items, []);
    assert.equal(await mayWrite({ type: "group", id: "accounting" }), false);
  });

  test("an application that a file finds by its display name: another one of that name is not taken for it", async () => {
    const [nightly] = (await mallory("GET", "/applications?search=Nightly")).body.items;
    await deleted(`/applications/${nightly.client_id}`);
    const stolen = { client_id: "stolen", name: "Nightly", type: "service", client_secret: STOLEN };
    assert.equal((await mallory("POST", "/applications", stolen)).status, 201);
    await assert.rejects(applyFile, /another application was named "Nightly" before stolen/);
    assert.equal(await mayWrite({ type: "application", id: "stolen" }), false);
    await deleted("/applications/stolen");
    assert.ok((await applyFile()).some((line) => /^\+ application app_\w+ \(created again\)$/.test(line)));
    assert.deepEqual(await applyFile(), ["= 11 unchanged"]);
  });

  test("a token that carries licet:escalate may, one without it may not, of any holder", async () => {
    await deleted("/applications/reports");
    const body = { client_id: "reports", name: "Reports", type: "service" };
    const narrow = await createCaller(licet, "admin", "licet:applications.write");
    assertReserved(await narrow("POST", "/applications", body), "application", "reports");
    const escalating = await createCaller(licet, "admin", "licet:applications.write licet:escalate");
    assert.equal((await escalating("POST", "/applications", body)).status, 201);
    assert.equal(await canSignIn("reports", secretOf("reports")), false, "its former secret is gone");
    await applyFile();
  });
});

test("access tokens of a deleted client stay dead when its name is created again", async () => {
  const KEY = { client_id: "ak_reports", client_secret: secretOf("ak_reports") };
  const tokens = [
    await issueToken(licet, REPORTS, "orders:write"),
    await issueToken(licet, KEY, "orders:read"),
  ];
  for (const token of tokens) assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);
  await deleted("/applications/reports");
  clock.advance(5);
  await applyFile();
  for (const token of tokens) await assertInactive(licet, token, ORDERS_API);
  const fresh = await issueToken(licet, REPORTS, "orders:write");
  assert.equal((await introspect(licet, fresh, ORDERS_API)).body.active, true);
});

test("tokens of a deleted client stay dead when its name is created again in the same second, and new ones work at once", async () => {
  clock.advance(5);
  const former = await issueToken(licet, REPORTS, "orders:write");
  await deleted("/applications/reports");
  await applyFile();
  await assertInactive(licet, former, ORDERS_API);
  const fresh = await issueToken(licet, REPORTS, "orders:write");
  assert.equal((await introspect(licet, fresh, ORDERS_API)).body.active, true);
});

test("tokens of a deleted client stay dead when the deleting node has a clock that is ahead", async () => {
  clock.advance(5);
  const former = await issueToken(licet, REPORTS, "orders:write");
  await deleted("/applications/reports");
  clock.advance(-5);
  await applyFile();
  clock.advance(5);
  await assertInactive(licet, former, ORDERS_API);
});

test("tokens of a deleted client stay dead when its name was released before", async () => {
  clock.advance(5);
  const former = await issueToken(licet, REPORTS, "orders:write");
  await deleted("/applications/reports");
  const { state } = licet.services.storage;
  for (const name of [
    { kind: "application", name: "reports" },
    { kind: "application_name", name: "Reports" },
  ] as const)
    assert.ok(await state.releaseName(name, { name: "cli", at: clock.milliseconds() }));
  clock.advance(5);
  const anew = { client_id: "reports", name: "Reports", type: "service" };
  assert.equal((await mallory("POST", "/applications", anew)).status, 201, "anybody may use it");
  await applyFile();
  await assertInactive(licet, former, ORDERS_API);
});

test("an assignment of an absent principal is refused, and one in the database grants nothing", async () => {
  const answer = await mallory("POST", "/assignments", {
    principal: "group:ghost",
    permission: "orders:write",
  });
  assert.equal(answer.status, 400, answer.text);
  const { state } = licet.services.storage;
  for (const principal of ["user:usr_ghost", "group:ghost", "application:ghost"] as const)
    await assert.rejects(
      state.commit(
        [
          {
            op: "put",
            kind: "assignment",
            value: { id: "asg_ghost", principal, permission: "orders:write" },
          },
        ],
        { name: "test", at: clock.milliseconds() },
      ),
      /does not exist/,
    );
  assert.equal(await mayWrite({ type: "group", id: "ghost" }), false);
});

describeOn("postgres", "two nodes", () => {
  let other: RunningLicet;
  let there: Caller;
  before(async () => {
    other = await startLicet({ state: "", clock, database: licet.database, baseUrl: licet.url });
    there = await createCaller(other, "mallory", MAY_WRITE.join(" "));
  });
  after(() => other.stop());

  test("a name that is deleted at one node is reserved at the other with the next request", async () => {
    for (const round of ["one", "two", "three"]) {
      const body = { client_id: round, name: round, type: "service" };
      assert.equal((await mallory("POST", "/applications", body)).status, 201);
      await deleted(`/applications/${round}`);
      assertReserved(await there("POST", "/applications", body), "application", round);
    }
  });

  test("a caller that creates a name while another node deletes it never gets it", async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `race-${round}`;
      assert.equal((await mallory("POST", "/groups", { name })).status, 201);
      const tries = Array.from({ length: 4 }, () => there("POST", "/groups", { name }));
      const [{ status }, ...answers] = await Promise.all([mallory("DELETE", `/groups/${name}`), ...tries]);
      assert.equal(status, 204);
      for (const answer of answers) {
        assert.equal(answer.status, 409);
        assert.ok(["exists", "name_reserved"].includes(answer.body.code), answer.text);
      }
      assert.equal((await mallory("GET", `/groups/${name}`)).status, 404);
    }
  });
});
