// @engine sqlite: what is stored here is stored alike on every engine.

/** Conditions read the registration of an application. A caller that changes it needs the permissions behind them. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const PERMISSIONS = ["by_id", "by_application", "by_name", "by_type", "by_all", "own_by_name", "by_nothing"];
/** The permissions of each caller. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  names: ["by_name", "by_all", "own_by_name"],
  types: ["by_type", "by_all"],
  keys: ["by_id", "by_all"],
  everything: ["by_id", "by_application", "by_name", "by_type", "by_all", "own_by_name"],
};

const WORLD = `
permissions:
${PERMISSIONS.map((name) => `  - { name: ${name}, description: ${name} }`).join("\n")}
roles:
  - { name: ruled, grants: [{ permission: by_name, when: 'client.name == "The desk"' }, by_nothing] }
  - { name: plain, grants: [by_all] }
users: [{ username: alice }]
applications:
${service("admin")}
${Object.keys(CALLERS)
  .map((id) => service(id))
  .join("\n")}
${service("target", `, access_accounts: [{ access_key: ak_target, secret_key: "${secretOf("ak_target")}" }]`)}
${service("mine")}
assignments:
  - { principal: application:admin, role: licet-administrator }
${Object.entries(CALLERS)
  .flatMap(([id, held]) =>
    ["licet:applications.write", "licet:applications.read", ...held].map((name) => [id, name]),
  )
  .map(([id, name]) => `  - { principal: application:${id}, permission: "${name}" }`)
  .join("\n")}
  - { principal: user:alice, role: ruled }
  - { principal: user:alice, role: plain, when: 'client.id + client.name + client.type != ""' }
  - { principal: user:alice, permission: by_id, when: 'client.id == "trusted" && request.ip != ""' }
  - { principal: user:alice, permission: by_application, when: 'client.application.startsWith("trusted")' }
  - { principal: "user:*", permission: by_type, when: 'has(client.type) && client.type == "web"' }
  - { principal: user:alice, permission: by_nothing, when: 'subject.name == "client.id" // client.name' }
  - { principal: application:mine, permission: own_by_name, when: 'subject.name == "The boss"' }
`;

let licet: RunningLicet;
const callers = new Map<string, Caller>();
before(async () => {
  licet = await startGuarded(WORLD);
  for (const id of Object.keys(CALLERS))
    callers.set(id, await createCaller(licet, id, "licet:applications.write licet:applications.read"));
});
after(() => licet.stop());

/** Only these callers may; all others get their missing permissions. Each starts from the same state. */
async function only(
  allowed: readonly string[],
  needed: readonly string[],
  call: readonly [method: string, path: string, body: object],
): Promise<void> {
  for (const [id, caller] of callers) {
    const answer = await caller(...call);
    const name = `${id}: ${call.join(" ")} ${answer.text}`;
    if (allowed.includes(id)) {
      assert.ok(answer.status < 300, name);
      await restore();
      continue;
    }
    assertProblem(answer, 403, "forbidden");
    const lacking = needed.filter((permission) => !CALLERS[id]?.includes(permission));
    assert.deepEqual(answer.body.lacking.toSorted(), lacking.toSorted(), name);
  }
}
const restore = async () => {
  const admin = await createCaller(licet, "admin");
  await admin("DELETE", "/applications/fresh?cascade=true");
  await admin("DELETE", "/applications/target/access-accounts/ak_fresh?cascade=true");
  const { state } = licet.services.storage;
  for (const name of [
    { kind: "application", name: "fresh" },
    { kind: "access_account", name: "ak_fresh" },
  ] as const)
    await state.releaseName(name, { name: "test", at: Date.now() });
  await licet.apply(WORLD);
};

const CLIENT = ["by_id", "by_application", "by_name", "by_type", "by_all"];

test("to create an application takes every permission whose condition reads anything of client", () =>
  only(["everything"], CLIENT, ["POST", "/applications", { client_id: "fresh", type: "service" }]));

test("to rename one takes those whose condition reads client.name", () =>
  only(
    ["names", "everything"],
    ["by_name", "by_all"],
    ["PUT", "/applications/target", { name: "The desk", type: "service" }],
  ));

test("to rename one takes its own permissions whose condition reads subject.name", () =>
  only(
    ["names", "everything"],
    ["by_name", "by_all", "own_by_name"],
    ["PUT", "/applications/mine", { name: "The boss", type: "service" }],
  ));

test("to change its type takes those whose condition reads client.type", () =>
  only(
    ["types", "everything"],
    ["by_type", "by_all"],
    ["PUT", "/applications/target", { name: "target", type: "web" }],
  ));

test("to create an access account takes those whose condition reads client.id: that is its access key", () =>
  only(
    ["keys", "everything"],
    ["by_id", "by_all"],
    ["POST", "/applications/target/access-accounts", { access_key: "ak_fresh" }],
  ));

test("data that no condition reads needs no further permission", () =>
  only(
    Object.keys(CALLERS),
    [],
    [
      "PUT",
      "/applications/target",
      { name: "target", type: "service", home_page: "https://target.example.test/" },
    ],
  ));
