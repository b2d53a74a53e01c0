import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ENGINE, type RunningLicet } from "../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, fingerprint, startGuarded } from "./guarded-api.ts";
import { secretOf, service } from "./world.ts";

/** `deputy` has every permission and is no administrator; only the given principal is one. */
const createWorld = (administrator: string, more = "", role = "licet-administrator"): string => `
roles:
  - { name: boss, inherits: [licet-administrator] }
  - { name: chief, inherits: [boss] }
  - { name: clerk }
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
  - { principal: "${administrator}", role: ${role} }
${more}`;

const SERVICE = { type: "service" };

/** Every request that would remove the last administrator, by the kind of administrator. */
const ENDINGS: Record<string, readonly [string, string, object?][]> = {
  "application:admin": [
    ["DELETE", "/applications/admin?cascade=true"],
    ["PUT", "/applications/admin", { ...SERVICE, enabled: false }],
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
    ["PUT", "/applications/keyed", { ...SERVICE, enabled: false }],
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

describe("the last administrator stays (409), for every caller and on every path", () => {
  for (const [principal, endings] of Object.entries(ENDINGS)) {
    test(principal, () =>
      withWorld(createWorld(principal), async (licet) => {
        const deputy = await createCaller(licet, "deputy");
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

test("a holder of a role that inherits the administrator's, at any depth, is an administrator (409)", () =>
  withWorld(createWorld("application:admin", "", "chief"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
    const untouched = await fingerprint(licet);
    const { body } = await deputy("GET", "/assignments?role=chief");
    const [{ id }] = body.items;
    const end = { principal: "application:admin", role: "chief", expires_at: "2020-01-01T00:00:00Z" };
    for (const [method, path, sent] of [
      ["DELETE", `/assignments/${id}`],
      ["POST", "/assignments:batch", { delete: [id] }],
      ["POST", "/assignments", end],
      ["PUT", "/roles/chief", { inherits: [] }],
      ["PUT", "/roles/chief", { inherits: ["clerk"], grants: ["licet:*"] }],
      ["PUT", "/roles/boss", { inherits: [] }],
      ["DELETE", "/roles/chief?cascade=true"],
      ["DELETE", "/roles/boss?cascade=true"],
      ["DELETE", "/applications/admin?cascade=true"],
      ["PUT", "/applications/admin", { ...SERVICE, enabled: false }],
      ["DELETE", `/applications/admin/secrets/${await onlySecretOf(deputy, "admin")}`],
    ] as const) {
      const answer = await deputy(method, path, sent);
      assert.equal(answer.status, 409, `${method} ${path}: ${answer.text}`);
      assert.match(answer.body.detail, /no administrator of Licet; appoint another administrator first/);
    }
    assert.deepEqual(await fingerprint(licet), untouched);

    const other = { principal: "user:root", role: "boss" };
    assert.equal((await deputy("POST", "/assignments", other)).status, 201);
    assert.equal((await deputy("DELETE", `/assignments/${id}`)).status, 204, "the other one counts as well");
    const role = await deputy("PUT", "/roles/chief", { inherits: ["clerk"] });
    assert.equal(role.status, 200, "a role that nobody holds may change");
  }));

async function onlySecretOf(caller: Caller, owner: string): Promise<string> {
  const { body } = await caller("GET", `/applications/${owner}/secrets`);
  assert.equal(body.items.length, 1);
  return body.items[0].id;
}

test("an administrator that could no longer sign in is none: its last credential stays (409)", () =>
  withWorld(createWorld("application:admin"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
    const first = await onlySecretOf(deputy, "admin");
    const untouched = await fingerprint(licet);
    const refused: readonly (readonly [string, string, object?])[] = [
      ["DELETE", `/applications/admin/secrets/${first}`],
    ];
    for (const [method, path, body] of refused) {
      const answer = await deputy(method, path, body);
      assert.equal(answer.status, 409, `${method} ${path}: ${answer.text}`);
      assertProblem(answer, 409, "conflict");
      assert.match(answer.body.detail, /no administrator of Licet/);
    }
    const admin = await createCaller(licet, "admin");
    const own = await admin("DELETE", `/applications/admin/secrets/${first}`);
    assert.match(own.body.detail, /no administrator of Licet.*another secret/);
    assert.deepEqual(await fingerprint(licet), untouched);

    const { state } = licet.services.storage;
    const dead = { id: "sec_dead", owner: "admin", hash: "dead", hint: "dead", createdAt: 1, expiresAt: 2 };
    await state.commit([{ op: "put", kind: "secret", value: dead }], { name: "test", at: Date.now() });
    assert.equal((await deputy("DELETE", `/applications/admin/secrets/${first}`)).status, 409, "a dead one");

    const second = await deputy("POST", "/applications/admin/secrets", {
      expires_at: "2099-01-01T00:00:00Z",
    });
    assert.equal(second.status, 201);
    assert.equal((await deputy("DELETE", `/applications/admin/secrets/${first}`)).status, 204, "rotated");
    assert.equal((await deputy("DELETE", `/applications/admin/secrets/${second.body.id}`)).status, 409);
  }));

test("an access account keeps its application an administrator, if nothing of Licet is above its ceiling", () =>
  withWorld(createWorld("application:keyed"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
    const account = "/applications/keyed/access-accounts/ak_keyed";
    const [secret] = (await deputy("GET", `${account}/secrets`)).body.items;
    const own = await onlySecretOf(deputy, "keyed");

    assert.equal((await deputy("PUT", account, { ceiling: ["licet:roles.read"] })).status, 200);
    assert.equal((await deputy("DELETE", `/applications/keyed/secrets/${own}`)).status, 409, "too little");
    assert.equal((await deputy("PUT", account, { ceiling: ["licet:*"] })).status, 200);
    assert.equal((await deputy("DELETE", `/applications/keyed/secrets/${own}`)).status, 204);

    const untouched = await fingerprint(licet);
    for (const [method, path, body] of [
      ["DELETE", account],
      ["DELETE", `${account}/secrets/${secret.id}`],
      ["PUT", account, { enabled: false }],
      ["PUT", account, { expires_at: "2020-01-01T00:00:00Z" }],
      ["PUT", account, { ceiling: ["licet:roles.read"] }],
    ] as const) {
      const answer = await deputy(method, path, body);
      assert.equal(answer.status, 409, `${method} ${path}: ${answer.text}`);
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  }));

test("one member of the administrators' group can be replaced by another in one step", () =>
  withWorld(createWorld("group:board"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
    assert.equal((await deputy("POST", "/users", { username: "next" })).status, 201);
    assert.equal((await deputy("PUT", "/groups/board", { members: ["user:next"] })).status, 200);
    assert.equal((await deputy("PUT", "/groups/board", { members: [] })).status, 409);
  }));

test("Licet's own resource and role stay as they are (409)", () =>
  withWorld(createWorld("application:admin"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
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

test("no caller deletes or disables the account it calls with (409)", () =>
  withWorld(
    createWorld(
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
            ["PUT", "/applications/deputy", { ...SERVICE, enabled: false }],
          ],
        ],
        [
          "ak_keyed",
          [
            ["DELETE", "/applications/keyed/access-accounts/ak_keyed?cascade=true"],
            ["PUT", "/applications/keyed/access-accounts/ak_keyed", { enabled: false }],
            ["PUT", "/applications/keyed/access-accounts/ak_keyed", { expires_at: "2020-01-01T00:00:00Z" }],
            ["DELETE", "/applications/keyed?cascade=true"],
            ["PUT", "/applications/keyed", { ...SERVICE, enabled: false }],
          ],
        ],
      ];
      for (const [clientId, calls] of cases) {
        const caller = await createCaller(licet, clientId);
        for (const [method, path, body] of calls) {
          const answer = await caller(method, path, body);
          assert.equal(answer.status, 409, `${clientId} ${method} ${path}: ${answer.text}`);
        }
      }
      assert.deepEqual(await fingerprint(licet), untouched);
    },
  ));

test("a signing key cannot be deleted: there is no such route", () =>
  withWorld(createWorld("application:admin"), async (licet) => {
    const deputy = await createCaller(licet, "deputy");
    const { body } = await deputy("GET", "/keys");
    for (const { kid } of body.items) assertProblem(await deputy("DELETE", `/keys/${kid}`), 404, "not_found");
    assertProblem(await deputy("DELETE", "/keys"), 405, "method_not_allowed");
    assert.deepEqual((await deputy("GET", "/keys")).body.items.length, body.items.length);
  }));

test(`two administrators who dismiss each other at the same moment: one stays (${ENGINE})`, () =>
  withWorld(
    createWorld(
      "application:admin",
      `  - { principal: application:keyed, role: licet-administrator }
`,
    ),
    async (licet) => {
      const deputy = await createCaller(licet, "deputy");
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
