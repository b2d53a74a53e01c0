import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentId } from "../assignment-id.ts";
import { createCompileAssignment, type PrincipalAssignments } from "../compiled-assignment.ts";
import { compileCondition } from "../conditions/compile-condition.ts";
import { decideScopes, findInstanceKey } from "../decide-scopes.ts";
import type { Assignment, PrincipalKey, Resource } from "../entities.ts";
import type { Facts } from "../facts.ts";
import { compileModel } from "../model.ts";
import { parseScopeItem } from "../values/scope.ts";
import { describeSuggestion } from "./describe-suggestion.ts";
import { explainScopes } from "./explain-scopes.ts";
import type { ExplanationRequest, GrantedExplanation, RefusedExplanation } from "./scope-explanation.ts";

const VIEWER_ID = assignmentId({ principal: "application:reports", role: "viewer" });
type Given = Omit<Assignment, "id" | "principal">;

const NOW = 1_800_000_000;
const describe = (text: string) => ({ description: { en: text } });
const orders: Resource = {
  name: "orders",
  identifier: "https://orders.example.test",
  signingAlgorithm: "ES256",
  accessTokenType: "at+jwt",
  actions: { read: describe("See"), write: describe("Change"), refund: describe("Refund") },
};
const stock: Resource = {
  ...orders,
  name: "stock",
  identifier: "https://stock.example.test",
  actions: { read: describe("See") },
};
const licet: Resource = {
  ...orders,
  name: "licet",
  identifier: "https://licet.example.test/api/v1",
  actions: { check: describe("Check"), list: describe("List") },
};
const AT_NIGHT = "request.time.getHours() >= 22";
const FROM_OFFICE = 'request.ip == "10.0.0.7"';

const model = compileModel(
  {
    resources: [orders, stock, licet],
    permissions: [{ name: "closing", description: { en: "Close" } }],
    roles: [
      { name: "viewer", inherits: [], grants: [{ permission: "orders:read" }] },
      { name: "clerk", inherits: ["viewer"], grants: [{ permission: "orders:write", when: FROM_OFFICE }] },
      { name: "boss", inherits: [], grants: [{ permission: "orders:*" }] },
    ],
    groupNesting: [],
  },
  compileCondition,
);

const compileAssignment = createCompileAssignment(compileCondition);
const principalAssignments = (
  assignments: readonly Given[],
  principal: PrincipalKey = "application:reports",
): PrincipalAssignments => ({
  principal,
  assignments: assignments.map(compileAssignment),
});

function ask(scope: string, assignments: readonly Given[], more: Partial<ExplanationRequest & Facts> = {}) {
  const items = scope.split(" ").map(parseScopeItem);
  const keys = items.map(findInstanceKey).filter((key) => key !== undefined);
  const facts: Facts = {
    revision: 7,
    model,
    subject: { type: "application", id: "reports", attributes: {} },
    principal: "application:reports",
    groups: [],
    assignmentsByPrincipal: [principalAssignments(assignments)],
    ceiling: more.ceiling,
    instances: new Map(
      keys.map((key) => [
        key,
        { id: key.slice(key.indexOf("/") + 1), attributes: {}, path: [key, "orders/eu"] },
      ]),
    ),
  };
  const request: ExplanationRequest = {
    items,
    context: more.context ?? { request: { time: NOW } },
    ...(more.resources && { resources: more.resources }),
    ...(more.roles && { roles: more.roles }),
    ...(more.requestedTogether && { requestedTogether: more.requestedTogether }),
  };
  const explained = explainScopes(facts, request);
  const decision = decideScopes(facts, request);
  assert.deepEqual(
    new Set(explained.filter((one) => one.granted).map((one) => one.scope)),
    new Set(decision.granted.map((one) => one.scope)),
  );
  assert.deepEqual(
    explained.filter((one) => !one.granted).map(({ scope, reason }) => ({ scope, reason })),
    decision.refused,
  );
  const ends = explained.flatMap((one) => (one.granted && one.until !== undefined ? [one.until] : []));
  assert.equal(decision.expiresAt, ends.length === 0 ? undefined : Math.min(...ends));
  return explained;
}

const refusal = (...parameters: Parameters<typeof ask>) => ask(...parameters)[0] as RefusedExplanation;
const textsOf = ({ suggestions }: RefusedExplanation) => suggestions.map(describeSuggestion);

test("a grant names its assignment, the chain of roles, the condition with its values, and its end", () => {
  const [explained] = ask("orders:write", [{ role: "clerk", expiresAt: NOW + 60 }], {
    context: { request: { time: NOW, ip: "10.0.0.7" } },
  }) as GrantedExplanation[];
  const given = { principal: "application:reports", role: "clerk" } as const;
  assert.deepEqual(explained?.via?.assignment, { id: assignmentId(given), ...given, expiresAt: NOW + 60 });
  assert.deepEqual(explained?.via?.principals, ["application:reports"]);
  assert.deepEqual(explained?.via?.roles, ["clerk"]);
  assert.equal(explained?.until, NOW + 60);
  assert.deepEqual(explained?.via?.conditions, [
    { of: "role", source: FROM_OFFICE, outcome: "true", values: { "request.ip": "10.0.0.7" }, missing: [] },
  ]);
});

test("each item is explained as part of the whole request: those of Licet share no token with others", () => {
  const given = [{ permission: "licet:check" }, { permission: "orders:read" }];
  const verdicts = (...parameters: Parameters<typeof ask>) =>
    ask(...parameters).map((one) => [one.scope, one.granted || one.reason]);
  assert.deepEqual(verdicts("licet:* orders:read", given), [
    ["licet:*", "needs_own_token"],
    ["orders:read", true],
  ]);
  assert.deepEqual(verdicts("closing licet:check", given), [
    ["closing", "not_granted"],
    ["licet:check", "needs_own_token"],
  ]);
  assert.deepEqual(verdicts("licet:* orders:fly openid nothing", given), [
    ["licet:check", true],
    ["orders:fly", "unknown_scope"],
    ["openid", "not_for_this_grant"],
    ["nothing", "unknown_scope"],
  ]);
  assert.deepEqual(verdicts("licet:check orders:read", given, { resources: [licet] }), [
    ["licet:check", true],
    ["orders:read", "wrong_resource"],
  ]);
  assert.deepEqual(verdicts("licet:check orders:read", given, { requestedTogether: [] }), [
    ["licet:check", true],
    ["orders:read", true],
  ]);
  assert.deepEqual(textsOf(refusal("licet:check orders:read", given)), [
    `request it in a token of its own: name the resource ${licet.identifier}, or leave the other scopes out`,
  ]);
});

test("an inherited grant tells the path from the assigned role to the one that grants", () => {
  const [explained] = ask("orders:read", [{ role: "clerk" }]) as GrantedExplanation[];
  assert.deepEqual(explained?.via?.roles, ["clerk", "viewer"]);
});

test("a * item is explained by each scope it stands for, each with its own end", () => {
  const explained = ask("orders:*", [
    { permission: "orders:read" },
    { permission: "orders:write", expiresAt: NOW + 60 },
  ]);
  assert.deepEqual(
    explained.map((one) => [one.scope, one.asked, one.granted && one.until]),
    [
      ["orders:read", "orders:*", undefined],
      ["orders:write", "orders:*", NOW + 60],
    ],
  );
});

test("for what was never assigned, an assignment is suggested, or a role that gives it in this context", () => {
  const explained = refusal("orders:write", [], { roles: ["boss", "clerk", "viewer"] });
  assert.equal(explained.reason, "not_granted");
  assert.deepEqual(explained.nearMisses, []);
  assert.deepEqual(explained.suggestions, [
    {
      kind: "assign_permission",
      change: { assignments: [{ principal: "application:reports", permission: "orders:write" }] },
    },
    { kind: "assign_role", principal: "application:reports", roles: ["boss"], more: 0 },
  ]);
  assert.deepEqual(textsOf(explained), [
    "assign it: { principal: application:reports, permission: orders:write }",
    "roles that would give it: boss",
  ]);
});

test("an assignment that expired is a near miss", () => {
  const explained = refusal("orders:read", [
    { role: "viewer", expiresAt: NOW - 1 },
    { permission: "stock:read" },
  ]);
  assert.deepEqual(
    explained.nearMisses.map(({ assignment, roles, blockedBy }) => [assignment.id, roles, blockedBy]),
    [[VIEWER_ID, ["viewer"], [{ kind: "expired", expiredAt: NOW - 1 }]]],
  );
  assert.ok(textsOf(explained).includes(`give the assignment ${VIEWER_ID} a later expires_at`));
});

test("an assignment for an instance is a near miss elsewhere, and tells how to ask for it", () => {
  const everywhere = refusal("orders:read", [{ permission: "orders:read", at: "orders/42" }]);
  assert.deepEqual(everywhere.nearMisses[0]?.blockedBy, [{ kind: "other_instance", at: "orders/42" }]);
  assert.ok(textsOf(everywhere).includes("ask for the instance: orders:42:read"));
  const other = refusal("orders:43:read", [{ permission: "orders:read", at: "orders/42" }]);
  assert.deepEqual(other.nearMisses[0]?.blockedBy, [{ kind: "other_instance", at: "orders/42" }]);
  assert.ok(
    textsOf(other).includes(
      "assign it: { principal: application:reports, permission: orders:read, at: orders/43 }",
    ),
  );
  assert.equal(ask("orders:43:read", [{ permission: "orders:read", at: "orders/eu" }])[0]?.granted, true);
});

test("a condition that fails is shown with the values it saw, one that lacks data with what is missing", () => {
  const failed = refusal("orders:read", [{ permission: "orders:read", when: AT_NIGHT }]);
  assert.equal(failed.reason, "condition_failed");
  assert.deepEqual(failed.nearMisses[0]?.conditions, [
    { of: "assignment", source: AT_NIGHT, outcome: "false", values: { "request.time": NOW }, missing: [] },
  ]);
  assert.ok(textsOf(failed).includes(`this must become true: ${AT_NIGHT}`));

  const missing = refusal("orders:write", [{ role: "clerk" }]);
  assert.equal(missing.reason, "condition_missing_data");
  assert.deepEqual(missing.nearMisses[0]?.conditions[0]?.missing, ["request.ip"]);
  assert.ok(textsOf(missing).includes("the request must bring request.ip"));
});

test("everything that blocks one assignment is told at once", () => {
  const [miss] = refusal("orders:read", [
    { permission: "orders:*", at: "orders/42", when: AT_NIGHT, expiresAt: NOW },
  ]).nearMisses;
  assert.deepEqual(
    miss?.blockedBy.map(({ kind }) => kind),
    ["expired", "other_instance", "condition"],
  );
});

test("a grant above the ceiling ends with the assignment that raises it, or earlier with its own", () => {
  const findEnd = (held: number | undefined, raising: number | undefined) => {
    const endsAt = (expiresAt: number | undefined) => (expiresAt === undefined ? {} : { expiresAt });
    const own = principalAssignments([{ role: "boss", ...endsAt(raising) }], "access_account:ak_x");
    const [explained] = ask("orders:write", [{ role: "boss", ...endsAt(held) }], {
      ceiling: { principal: "access_account:ak_x", permissions: [], assignmentsByPrincipal: [own] },
    }) as GrantedExplanation[];
    return explained?.until;
  };
  assert.equal(findEnd(undefined, undefined), undefined);
  assert.equal(findEnd(undefined, NOW + 60), NOW + 60);
  assert.equal(findEnd(NOW + 60, undefined), NOW + 60);
  assert.equal(findEnd(NOW + 60, NOW + 30), NOW + 30);
  assert.equal(findEnd(NOW + 30, NOW + 60), NOW + 30);
});

test("a ceiling is shown, with both ways to raise it", () => {
  const explained = refusal("orders:write", [{ role: "boss" }], {
    ceiling: { principal: "access_account:ak_x", permissions: ["orders:read"], assignmentsByPrincipal: [] },
    context: {
      client: { id: "ak_x", application: "reports", type: "service", name: "" },
      request: { time: NOW },
    },
  });
  assert.equal(explained.reason, "key_ceiling");
  assert.deepEqual(textsOf(explained), [
    "the ceiling of ak_x is orders:read: add orders:write to it",
    "assign it: { principal: access_account:ak_x, permission: orders:write }",
  ]);
});

test("a name that is not in the catalogue is answered with similar ones", () => {
  assert.deepEqual(textsOf(refusal("orders:reed", [])), [
    "orders has these permissions: orders:read, orders:write, orders:refund",
  ]);
  assert.deepEqual(textsOf(refusal("order:read", [])), [
    "the catalogue has no order:read; did you mean orders:read?",
  ]);
  assert.deepEqual(textsOf(refusal("clsing", [])), ["the catalogue has no clsing; did you mean closing?"]);
  assert.deepEqual(textsOf(refusal("stocks:*", [])), [
    "the catalogue has no stocks:*; did you mean stock:*?",
  ]);
});

test("an item of another resource or another grant says where to ask", () => {
  assert.deepEqual(textsOf(refusal("stock:read", [], { resources: [orders] })), [
    "it belongs to https://stock.example.test: name that resource, or none",
  ]);
  assert.deepEqual(textsOf(refusal("closing", [], { resources: [orders] })), [
    "it belongs to no resource: ask without naming one",
  ]);
  assert.equal(refusal("openid", []).reason, "not_for_this_grant");
});
