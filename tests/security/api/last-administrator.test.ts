import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ENGINE, type RunningLicet } from "../../support/start-licet.ts";
import { assertProblem, type Caller, callerOf, fingerprint, startGuarded } from "./guarded-api.ts";
import { secretOf, service } from "./world.ts";

/** `deputy` may do everything and is no administrator; the administrator is who `assignments` says. */
const worldOf = (administrator: string, more = ""): string => `
groups:
  - { name: board, members: [user:root] }
  - { name: outer, members: [group:board] }
users:
  - { username: root }
applications:
${["admin", "deputy"].map((id) => service(id)).join("\n")}
  - { client_id: keyed, name: keyed, type: service, client_secret: "${secretOf("keyed")}", access_accounts: [{ access_key: ak_keyed, secret_key: "${secretOf("ak_keyed")}" }] }
assignments:
  - { principal: application:deputy, permission: "licet:*" }
  - { principal: "${administrator}", role: licet-administrator }
${more}`;

const service_ = { type: "service" };

/** Everything that would end the one administrator, by who that is. */
const ENDINGS: Record<string, readonly [string, string, object?][]> = {
  "application:admin": [
    ["DELETE", "/applications/admin?cascade=true"],
    ["PUT", "/applications/admin", { ...service_, enabled: false }],
  ],
  "user:root": [
    ["DELETE", "/users/root?cascade=true"],
    ["PUT", "/users/root", { enabled: false }],
  ],
  "group:board": [
    ["DELETE", "/groups/board?cascade=true"],
    ["DELETE", "/groups/board/members/user:root"],
    ["PUT", "/groups/board", { members: [] }],
    ["DELETE", "/users/root?cascade=true"],
    ["PUT", "/users/root", { enabled: false }],
  ],
  "group:outer": [
    ["DELETE", "/groups/outer/members/group:board"],
    ["DELETE", "/groups/board/members/user:root"],
    ["DELETE", "/groups/board?cascade=true"],
    ["PUT", "/users/root", { enabled: false }],
  ],
  "access_account:ak_keyed": [
    ["DELETE", "/applications/keyed/access-accounts/ak_keyed?cascade=true"],
    ["PUT", "/applications/keyed/access-accounts/ak_keyed", { enabled: false }],
    ["PUT", "/applications/keyed/access-accounts/ak_keyed", { expires_at: "2020-01-01T00:00:00Z" }],
    ["PUT", "/applications/keyed", { ...service_, enabled: false }],
    ["DELETE", "/applications/keyed?cascade=true"],
  ],
};

async function withWorld(state: string, work: (licet: RunningLicet) => Promise<void>): Promise<void> {
  const licet = await startGuarded(state);
  try {
    await work(licet);
  } finally {
    await licet.stop();
  }
}

async function administratorAssignments(caller: Caller): Promise<readonly string[]> {
  const { body } = await caller("GET", "/assignments?role=licet-administrator");
  return body.items.map(({ id }: { id: string }) => id);
}

describe("the last administrator stays (409), whoever asks and whichever way", () => {
  for (const [principal, endings] of Object.entries(ENDINGS)) {
    test(principal, () =>
      withWorld(worldOf(principal), async (licet) => {
        const deputy = await callerOf(licet, "deputy");
        const untouched = await fingerprint(licet);
        const [id] = await administratorAssignments(deputy);
        const end = (expires_at: string) => ({ principal, role: "licet-administrator", expires_at });
        const all: readonly [string, string, object?][] = [
          ["DELETE", `/assignments/${id}`],
          ["POST", "/assignments:batch", { delete: [id] }],
          ["POST", "/assignments", end("2020-01-01T00:00:00Z")],
          ["POST", "/assignments", end("2099-01-01T00:00:00Z")],
          ["POST", "/assignments:batch", { create: [end("2020-01-01T00:00:00Z")] }],
          ...endings,
        ];
        for (const [method, path, body] of all) {
          const answer = await deputy(method, path, body);
          assert.equal(answer.status, 409, `${method} ${path}: ${answer.text}`);
          assertProblem(answer, 409, "conflict");
        }
        assert.deepEqual(await fingerprint(licet), untouched);
      }),
    );
  }
});

test("Licet's own resource and role stay as they are (409)", () =>
  withWorld(worldOf("application:admin"), async (licet) => {
    const deputy = await callerOf(licet, "deputy");
    const untouched = await fingerprint(licet);
    const resource = { identifier: "https://evil.example.test", actions: { read: { description: "x" } } };
    for (const [method, path, body] of [
      ["PUT", "/roles/licet-administrator", { grants: [] }],
      ["PUT", "/roles/licet-administrator", { grants: ["licet:check"], inherits: [] }],
      ["DELETE", "/roles/licet-administrator?cascade=true"],
      ["PUT", "/resources/licet", resource],
      ["DELETE", "/resources/licet?cascade=true"],
      ["POST", "/roles", { name: "licet-administrator" }],
      ["POST", "/resources", { name: "licet", ...resource }],
      // Its identifier is the audience that opens this API.
      ["POST", "/resources", { name: "licet2", ...resource, identifier: `${licet.url}/api/v1` }],
    ] as const) {
      const answer = await deputy(method, path, body);
      assert.equal(answer.status, 409, `${method} ${path}: ${answer.text}`);
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  }));

test("nobody deletes or disables the account it calls with (409)", () =>
  withWorld(
    worldOf(
      "application:admin",
      `  - { principal: application:keyed, permission: "licet:*" }
`,
    ),
    async (licet) => {
      const untouched = await fingerprint(licet);
      const cases: readonly (readonly [string, readonly (readonly [string, string, object?])[]])[] = [
        [
          "deputy",
          [
            ["DELETE", "/applications/deputy?cascade=true"],
            ["PUT", "/applications/deputy", { ...service_, enabled: false }],
          ],
        ],
        [
          "ak_keyed",
          [
            ["DELETE", "/applications/keyed/access-accounts/ak_keyed?cascade=true"],
            ["PUT", "/applications/keyed/access-accounts/ak_keyed", { enabled: false }],
            ["PUT", "/applications/keyed/access-accounts/ak_keyed", { expires_at: "2020-01-01T00:00:00Z" }],
            ["DELETE", "/applications/keyed?cascade=true"],
            ["PUT", "/applications/keyed", { ...service_, enabled: false }],
          ],
        ],
      ];
      for (const [clientId, calls] of cases) {
        const caller = await callerOf(licet, clientId);
        for (const [method, path, body] of calls) {
          const answer = await caller(method, path, body);
          assert.equal(answer.status, 409, `${clientId} ${method} ${path}: ${answer.text}`);
        }
      }
      assert.deepEqual(await fingerprint(licet), untouched);
    },
  ));

test("a signing key cannot be deleted: there is no such route", () =>
  withWorld(worldOf("application:admin"), async (licet) => {
    const deputy = await callerOf(licet, "deputy");
    const { body } = await deputy("GET", "/keys");
    for (const { kid } of body.items) assertProblem(await deputy("DELETE", `/keys/${kid}`), 404, "not_found");
    assertProblem(await deputy("DELETE", "/keys"), 405, "method_not_allowed");
    assert.deepEqual((await deputy("GET", "/keys")).body.items.length, body.items.length);
  }));

test(`two administrators who dismiss each other at the same moment: one stays (${ENGINE})`, () =>
  withWorld(
    worldOf(
      "application:admin",
      `  - { principal: application:keyed, role: licet-administrator }
`,
    ),
    async (licet) => {
      const deputy = await callerOf(licet, "deputy");
      for (let round = 0; round < 5; round += 1) {
        const ids = await administratorAssignments(deputy);
        assert.equal(ids.length, 2);
        const answers = await Promise.all(ids.map((id) => deputy("DELETE", `/assignments/${id}`)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
        assert.equal((await administratorAssignments(deputy)).length, 1);
        for (const id of ["admin", "keyed"]) {
          const again = { principal: `application:${id}`, role: "licet-administrator" };
          assert.ok((await deputy("POST", "/assignments", again)).status < 300);
        }
      }
    },
  ));
