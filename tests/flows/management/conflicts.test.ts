import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller, secretOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

/** The members that only a conflict has, without its English text, which may change. */
function conflictOf({ status, text, body }: Answer): object {
  assert.equal(status, 409, text);
  const {
    type: _type,
    title: _title,
    status: _status,
    detail,
    request_id: _id,
    errors: _,
    ...conflict
  } = body;
  assert.ok(detail.length > 0);
  return conflict;
}

const CASES: readonly (readonly [method: string, path: string, body: unknown, conflict: object])[] = [
  ["POST", "/roles", { name: "clerk" }, { code: "exists", kind: "role", name: "clerk" }],
  ["POST", "/users", { username: "alice" }, { code: "exists", kind: "user", name: "alice" }],
  ["PUT", "/groups/staff", { members: ["group:back-office"] }, { code: "input" }],
  ["DELETE", "/roles/licet-administrator", undefined, { code: "in_use", kind: "role" }],
  [
    "DELETE",
    "/roles/licet-administrator?cascade=true",
    undefined,
    { code: "part_of_licet", kind: "role", name: "licet-administrator" },
  ],
  ["DELETE", "/applications/admin?cascade=true", undefined, { code: "deletes_itself" }],
  [
    "PUT",
    "/applications/admin",
    { name: "admin", type: "service", enabled: false },
    { code: "disables_itself" },
  ],
  ["POST", "/applications/phone/secrets", {}, { code: "no_secret_for_type", application_type: "native" }],
  [
    "POST",
    "/applications/target/secrets",
    { client_secret: secretOf("target") },
    { code: "secret_used_before" },
  ],
];

for (const [method, path, body, wanted] of CASES) {
  test(`${method} ${path}: ${(wanted as { code: string }).code}`, async () => {
    const conflict = conflictOf(await api(method, path, body));
    const named = Object.keys(wanted).map((name) => [name, (conflict as Record<string, unknown>)[name]]);
    assert.deepEqual(Object.fromEntries(named), wanted);
  });
}

test("the users of an entity are listed with their number, and whether the list is complete", async () => {
  assert.deepEqual(conflictOf(await api("DELETE", "/roles/viewer")), {
    code: "in_use",
    kind: "role",
    name: "viewer",
    used_by: [{ kind: "role", id: "clerk" }],
    count: 1,
  });
  const users = Array.from({ length: 101 }, (_, index) => `user-${index}`);
  await licet.apply(
    [
      "roles: [{ name: crowded }]",
      `users: [${users.map((username) => `{ username: ${username} }`).join(", ")}]`,
      "assignments:",
      ...users.map((username) => `  - { principal: "user:${username}", role: crowded }`),
    ].join("\n"),
  );
  const { code, count, more } = conflictOf(await api("DELETE", "/roles/crowded")) as Record<string, unknown>;
  assert.deepEqual({ code, count, more }, { code: "in_use", count: 100, more: true });
});

test("the last administrator is told by its own code", async () => {
  const { body } = await api("GET", "/assignments?role=licet-administrator");
  assert.deepEqual(conflictOf(await api("DELETE", `/assignments/${body.items[0].id}`)), {
    code: "last_administrator",
  });
});

test("an assignment that one batch makes and deletes is named", async () => {
  const wanted = { principal: "user:bob", role: "viewer" };
  const { body: made } = await api("POST", "/assignments", wanted);
  assert.deepEqual(
    conflictOf(await api("POST", "/assignments:batch", { create: [wanted], delete: [made.id] })),
    { code: "created_and_deleted", name: made.id },
  );
});

test("a user who cannot have a reset link, or a client one secret more, gets the reason", async () => {
  await api("POST", "/users", { username: "gone", enabled: false });
  assert.deepEqual(conflictOf(await api("POST", "/users/gone/password-resets", {})), {
    code: "user_disabled",
  });
  const add = () => api("POST", "/applications/second/secrets", {});
  let answer = await add();
  while (answer.status === 201) answer = await add();
  const { code, maximum } = conflictOf(answer) as Record<string, unknown>;
  assert.equal(code, "too_many_secrets");
  assert.equal(typeof maximum, "number");
});
