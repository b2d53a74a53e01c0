// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

/** The issues without their English text, which may change. */
const issuesOf = ({ body }: Answer): readonly object[] =>
  body.errors.map(({ detail, ...issue }: { detail: string }) => {
    assert.ok(detail.length > 0);
    return issue;
  });

const CASES: readonly (readonly [method: string, path: string, body: unknown, issue: object])[] = [
  ["POST", "/roles", {}, { pointer: "/name", code: "missing" }],
  ["POST", "/roles", { name: "r", grant: [] }, { pointer: "/grant", code: "unknown_member" }],
  ["POST", "/roles", { name: 7 }, { pointer: "/name", code: "wrong_type", expected: "string" }],
  [
    "POST",
    "/roles",
    { name: "r", grants: {} },
    { pointer: "/grants", code: "wrong_type", expected: "array" },
  ],
  ["POST", "/roles", { name: "a b" }, { pointer: "/name", code: "malformed", expected: "role_name" }],
  [
    "POST",
    "/roles",
    { name: "r", description: "d".repeat(201) },
    { pointer: "/description", code: "too_long", maximum: 200 },
  ],
  [
    "POST",
    "/roles",
    { name: "r", description: "" },
    { pointer: "/description", code: "too_short", minimum: 1 },
  ],
  [
    "POST",
    "/roles",
    { name: "r", inherits: ["viewer", "viewer"] },
    { pointer: "/inherits/1", code: "repeated", first: 0 },
  ],
  [
    "POST",
    "/roles",
    { name: "r", inherits: ["clark"] },
    { pointer: "/inherits/0", code: "not_found", kind: "role", name: "clark", suggestion: "clerk" },
  ],
  [
    "POST",
    "/roles",
    { name: "r", grants: ["orders:raed"] },
    {
      pointer: "/grants/0",
      code: "not_found",
      kind: "permission",
      name: "orders:raed",
      suggestion: "orders:read",
    },
  ],
  [
    "PUT",
    "/roles/viewer",
    { inherits: ["clerk"] },
    { pointer: "/inherits", code: "cycle", cycle: ["clerk", "viewer", "clerk"] },
  ],
  ["PUT", "/roles/viewer", { name: "other" }, { pointer: "/name", code: "not_changeable" }],
  [
    "POST",
    "/applications",
    { name: "x", type: "robot" },
    { pointer: "/type", code: "not_one_of", values: ["service", "web", "spa", "native"] },
  ],
  [
    "POST",
    "/applications",
    { name: "x", type: "web", redirect_uris: ["http://shop.example.test/"] },
    { pointer: "/redirect_uris/0", code: "malformed", expected: "redirect_uri" },
  ],
  [
    "POST",
    "/applications",
    { name: "x", type: "spa", client_secret: "s".repeat(40) },
    { pointer: "/client_secret", code: "not_for_type", type: "spa" },
  ],
  [
    "POST",
    "/users",
    { username: "eve", password: "" },
    { pointer: "/password", code: "too_short", minimum: 8 },
  ],
  ["POST", "/users", { username: "eve\u0000" }, { pointer: "/username", code: "unusable_characters" }],
  [
    "POST",
    "/resources",
    { name: "copies", identifier: "https://orders.example.test", actions: {} },
    { pointer: "/identifier", code: "taken", kind: "resource", name: "orders" },
  ],
  [
    "POST",
    "/assignments",
    { principal: "user:alice" },
    { pointer: "", code: "exactly_one_of", members: ["role", "permission"] },
  ],
  [
    "POST",
    "/assignments",
    { principal: "user:alice", role: "clerk", expires_at: "tomorrow" },
    { pointer: "/expires_at", code: "malformed", expected: "date_time" },
  ],
  [
    "POST",
    "/users/alice/password-resets",
    { expires_in: 1 },
    { pointer: "/expires_in", code: "out_of_range", minimum: 60 },
  ],
  ["GET", "/roles?limit=9999", undefined, { pointer: "/query/limit", code: "out_of_range", maximum: 200 }],
  [
    "GET",
    "/roles?cursor=none",
    undefined,
    { pointer: "/query/cursor", code: "malformed", expected: "cursor" },
  ],
];

for (const [method, path, body, issue] of CASES) {
  const { code, pointer } = issue as { code: string; pointer: string };
  test(`${method} ${path}: ${code} at ${pointer || "the input as a whole"}`, async () => {
    const refused = await api(method, path, body);
    assert.ok(refused.status === 400 || refused.status === 409, refused.text);
    assert.deepEqual(issuesOf(refused), [issue]);
  });
}

test("an issue of a condition has its place and the message of its language", async () => {
  const refused = await api("PUT", "/roles/r", {
    grants: [{ permission: "orders:read", when: "subjekt.id" }],
  });
  const [issue] = refused.body.errors;
  assert.deepEqual(
    [issue.pointer, issue.code, issue.line, issue.column],
    ["/grants/0/when", "invalid_condition", 1, 1],
  );
  assert.match(issue.message, /subjekt/);
});

test("an action that something needs is kept, and the issue says by what", async () => {
  const { body } = await api("GET", "/resources/orders");
  const { read: _, ...actions } = body.actions;
  const refused = await api("PUT", "/resources/orders", { ...body, actions });
  assert.equal(refused.status, 409, refused.text);
  assert.deepEqual(issuesOf(refused), [
    { pointer: "/actions", code: "in_use", name: "read", used_by: ["role viewer"] },
  ]);
});
