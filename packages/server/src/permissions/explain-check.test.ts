import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { describeSuggestion } from "@licet/engine/internal/explain/describe-suggestion.ts";
import {
  type AllowedExplanation,
  type DeniedExplanation,
  explainCheck,
} from "@licet/engine/internal/explain/explain-check.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createCheck } from "./check.ts";
import { createFactSource } from "./fact-source.ts";
import type { SubjectSource } from "./subjects.ts";
import { createMemoryStore } from "./testing/memory-store.ts";

const NOW = 1_800_000_000;
const FROM_OFFICE = 'request.ip == "10.0.0.7"';
const feed: ChangeFeed = {
  revision: 1,
  confirm: () => undefined,
  refresh: async () => undefined,
  ageMilliseconds: () => 0,
  onChange: () => undefined,
  onReset: () => undefined,
};
const text = { description: { en: "x" } };

const subjects: SubjectSource = {
  find: (type, id) => {
    if (id === "nobody") return undefined;
    const isAccount = type === "access_account";
    return {
      principal: (isAccount ? "application:reports" : `${type}:${id}`) as PrincipalKey,
      attributes: { type, id, attributes: {} },
      ...(isAccount && { account: { principal: `access_account:${id}`, ceiling: ["orders:read"] } }),
      enabled: id !== "usr_gone",
    };
  },
};

/** Alice is in sales, sales is in staff; order 7 is in the region eu. */
async function explain(question: CheckQuestion, ...given: readonly Omit<Assignment, "id">[]) {
  const store = createMemoryStore({
    resources: [
      {
        name: "orders",
        identifier: "https://orders.example.test",
        signingAlgorithm: "ES256",
        accessTokenType: "at+jwt",
        actions: { read: text, write: text },
      },
    ],
    permissions: [{ name: "closing", description: { en: "Close" } }],
    roles: [
      { name: "clerk", inherits: ["viewer"], grants: [{ permission: "orders:write", when: FROM_OFFICE }] },
      { name: "viewer", inherits: [], grants: [{ permission: "orders:*", when: FROM_OFFICE }] },
    ],
    groupNesting: [{ group: "staff", member: "group:sales" }],
    memberships: [{ group: "sales", member: "user:usr_alice" }],
    assignments: given.map((assignment) => ({ id: assignmentId(assignment), ...assignment })),
    instances: [{ resource: "orders", id: "7", parent: "regions/eu", attributes: {} }],
    ceilings: {},
    disabled: [],
  });
  const factSource = createFactSource({ store, feed, compileCondition });
  const clock = { seconds: () => NOW, milliseconds: () => NOW * 1_000 };
  const answer = await createCheck({ factSource, subjects, feed, clock }).one(question);
  return explainCheck(answer, question, await factSource.model());
}

const alice = { type: "user", id: "usr_alice" } as const;
const order7 = { type: "orders", id: "7" };
const textsOf = (explained: object) => (explained as DeniedExplanation).suggestions.map(describeSuggestion);

test("an allow is told from the subject through groups, place and roles to the grant, with what conditions saw", async () => {
  const explained = (await explain(
    { subject: alice, permission: "orders:read", resource: order7, context: { request: { ip: "10.0.0.7" } } },
    { principal: "group:staff", role: "clerk", at: "regions/eu", expiresAt: NOW + 60 },
  )) as AllowedExplanation;
  assert.equal(explained.allowed, true);
  assert.deepEqual(explained.via.principals, ["user:usr_alice", "group:sales", "group:staff"]);
  assert.deepEqual(explained.via.instances, ["orders/7", "regions/eu"]);
  assert.deepEqual(explained.via.roles, ["clerk", "viewer"]);
  assert.equal(explained.via.grant, "orders:*");
  assert.equal(explained.until, NOW + 60);
  assert.deepEqual(explained.via.conditions, [
    { of: "role", source: FROM_OFFICE, outcome: "true", values: { "request.ip": "10.0.0.7" }, missing: [] },
  ]);
});

test("a permission of every user is explained as such", async () => {
  const explained = (await explain(
    { subject: alice, permission: "orders:read" },
    { principal: "user:*", permission: "orders:read" },
  )) as AllowedExplanation;
  assert.deepEqual(explained.via.principals, ["user:usr_alice", "user:*"]);
});

test("an access account is told what lets it through its ceiling: the ceiling, or what it was given itself", async () => {
  const account = { type: "access_account", id: "ak_x" } as const;
  const application = { principal: "application:reports", permission: "orders:*" } as const;
  const covered = (await explain(
    { subject: account, permission: "orders:read" },
    application,
  )) as AllowedExplanation;
  assert.deepEqual(covered.within, { ceiling: "orders:read" });
  const raised = (await explain({ subject: account, permission: "orders:write" }, application, {
    principal: "access_account:ak_x",
    permission: "orders:write",
  })) as AllowedExplanation;
  assert.ok(raised.within && "via" in raised.within);
  assert.deepEqual(raised.within.via.principals, ["access_account:ak_x"]);
  const stopped = await explain({ subject: account, permission: "orders:write" }, application);
  assert.deepEqual(textsOf(stopped), [
    "the ceiling of ak_x is orders:read: add orders:write to it",
    "assign it: { principal: access_account:ak_x, permission: orders:write }",
  ]);
});

test("a condition that must become true comes with what it reads, and a name in a text is not read", async () => {
  const when = 'request.ip != "subject.id" && subject.id == "usr_bob"';
  const explained = (await explain(
    { subject: alice, permission: "orders:read", context: { request: { ip: "10.0.0.7" } } },
    { principal: "user:usr_alice", permission: "orders:read", when },
    { principal: "user:usr_alice", permission: "orders:*", when: 'request.ip == "subject.id"' },
  )) as DeniedExplanation;
  assert.deepEqual(
    explained.suggestions.flatMap((suggestion) =>
      suggestion.kind === "satisfy_condition" ? [[suggestion.condition, suggestion.reads]] : [],
    ),
    [
      [when, ["request.ip", "subject.id"]],
      ['request.ip == "subject.id"', ["request.ip"]],
    ],
  );
});

test("a denial names the nearest misses first, and what would fix each", async () => {
  const expired = { principal: "group:sales", permission: "orders:read", expiresAt: NOW - 1 } as const;
  const explained = (await explain(
    { subject: alice, permission: "orders:read" },
    { ...expired, at: "orders/9", when: FROM_OFFICE },
    expired,
    { principal: "user:usr_alice", permission: "orders:read", at: "orders/8" },
  )) as DeniedExplanation;
  assert.deepEqual(
    explained.nearMisses.map(({ blockedBy }) => blockedBy.map(({ kind }) => kind)),
    [["other_instance"], ["expired"], ["expired", "other_instance", "condition"]],
  );
  assert.deepEqual(textsOf(explained), [
    "ask about the instance: orders/8",
    `give the assignment ${assignmentId(expired)} a later expires_at`,
    "assign it: { principal: user:usr_alice, permission: orders:read }",
  ]);
});

test("of a thousand near misses the nearest twenty are told", async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    principal: "user:usr_alice" as const,
    permission: "orders:read",
    at: `orders/x${index}` as const,
  }));
  const explained = (await explain(
    { subject: alice, permission: "orders:read" },
    ...many,
  )) as DeniedExplanation;
  assert.equal(explained.nearMisses.length, 20);
});

test("an invalid question says what is wrong with it", async () => {
  const reasonAndSuggestions = async (question: CheckQuestion) => {
    const explained = (await explain(question)) as DeniedExplanation;
    return [explained.reason, ...textsOf(explained)];
  };
  const permission = "orders:read";
  assert.deepEqual(await reasonAndSuggestions({ subject: { type: "user", id: "nobody" }, permission }), [
    "unknown_subject",
    "there is no user nobody",
  ]);
  assert.deepEqual(await reasonAndSuggestions({ subject: { type: "user", id: "usr_gone" }, permission }), [
    "subject_disabled",
    "enable user usr_gone: it is disabled or has expired",
  ]);
  assert.deepEqual(await reasonAndSuggestions({ subject: alice, permission: "order:read" }), [
    "unknown_permission",
    "the catalogue has no order:read; did you mean orders:read?",
  ]);
  assert.deepEqual(await reasonAndSuggestions({ subject: alice, permission: "orders:reed" }), [
    "unknown_permission",
    "orders has these permissions: orders:read, orders:write",
  ]);
  assert.deepEqual(await reasonAndSuggestions({ subject: alice, permission: "closing", resource: order7 }), [
    "wrong_resource",
    "it belongs to no resource: ask without naming an instance",
  ]);
});
