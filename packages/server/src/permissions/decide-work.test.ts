/** The work that the conditions of one decision may do together. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import { createWorkMeter, DECISION_WORK } from "@licet/engine/internal/conditions/evaluate/work.ts";
import { decide } from "@licet/engine/internal/decide.ts";
import { decideScopes } from "@licet/engine/internal/decide-scopes.ts";
import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { explainCheck } from "@licet/engine/internal/explain/explain-check.ts";
import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import { TooMuchWorkError } from "../core/errors/errors.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createCheck } from "./check.ts";
import { createFactSource } from "./fact-source.ts";
import { createListPermissions } from "./list/list-permissions.ts";
import type { SubjectSource } from "./subjects.ts";
import { createMemoryStore } from "./testing/memory-store.ts";

const NOW = 1_800_000_000;
const clock = { seconds: () => NOW, milliseconds: () => NOW * 1_000 };
const feed: ChangeFeed = {
  revision: 1,
  confirm: () => undefined,
  refresh: async () => undefined,
  ageMilliseconds: () => 0,
  onChange: () => undefined,
  onReset: () => undefined,
};
const subjects: SubjectSource = {
  find: (type, id) => ({
    principal: (type === "access_account" ? "application:app" : `${type}:${id}`) as PrincipalKey,
    attributes: { type, id, attributes: {} },
    ...(type === "access_account" && { account: { principal: `access_account:${id}`, ceiling: [] } }),
    enabled: true,
  }),
};

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
/** Takes about 7,000 units with a list of 1,000, and is true when the list holds the number. */
const finds = (n: number): string => `request.context.a.exists(x, x == ${n})`;
const EXPENSIVE = "request.context.a.exists(x, request.context.a.exists(y, x == y + 5000))";
const a = many(1_000);
const request = { time: NOW, context: { a } };

function worldOf(
  given: readonly Omit<Assignment, "id">[],
  grants: readonly { permission: string; when?: string }[] = [],
) {
  const store = createMemoryStore({
    resources: [
      {
        name: "orders",
        identifier: "https://orders.example.test",
        signingAlgorithm: "ES256",
        accessTokenType: "at+jwt",
        actions: Object.fromEntries(many(20).map((n) => [`a${n}`, { description: { en: "x" } }])),
      },
    ],
    permissions: [],
    roles: [{ name: "wide", inherits: [], grants }],
    groupNesting: [],
    memberships: [],
    assignments: given.map((assignment) => ({ id: assignmentId(assignment), ...assignment })),
    instances: [],
    ceilings: {},
    disabled: [],
  });
  const factSource = createFactSource({ store, feed, compileCondition });
  const dependencies = { factSource, subjects, feed, clock };
  return {
    factSource,
    check: createCheck(dependencies),
    listPermissions: createListPermissions(dependencies),
    factsOf: (principal: PrincipalKey) => {
      const [type, id] = principal.split(":") as ["user", string];
      const subject = subjects.find(type, id);
      assert.ok(subject && !(subject instanceof Promise));
      return factSource.gather({ subject, instances: [] });
    },
  };
}

const alice = { type: "user", id: "alice" } as const;
const question = { subject: alice, permission: "orders:a1", context: { request } };
const given = (when?: string, principal: PrincipalKey = "user:alice") => ({
  principal,
  permission: "orders:*",
  ...(when !== undefined && { when }),
});

/** The engine's answer to the question, and what it cost. */
async function decideIn({ factsOf }: ReturnType<typeof worldOf>) {
  const facts = await factsOf("user:alice");
  const permission = facts.model.permissions.get("orders:a1");
  assert.ok(permission);
  const meter = createWorkMeter();
  const { allowed } = decide(facts, { permission, context: { request } }, meter);
  return { allowed, spent: meter.spent };
}

test("hundreds of honest conditions come nowhere near: the last one still decides", async () => {
  const honest = many(1_000).map(
    (n) => `subject.id == "user${n}" && request.time > timestamp("2020-01-01T00:00:00Z")`,
  );
  const { allowed, spent } = await decideIn(
    worldOf([...honest.map((when) => given(when)), given('subject.id == "alice"')]),
  );
  assert.equal(allowed, true);
  assert.ok(spent > 1_000 && spent < DECISION_WORK / 2, `${spent} units`);
});

test("when the work is used up, conditions grant nothing, and what has none still grants", async () => {
  const dear = many(20).map((n) => given(`${EXPENSIVE} || request.context.a.size() == ${n}`));
  // True by itself, and behind all the others.
  const behind = [...dear, given(finds(7))];
  const denied = await worldOf(behind).check.one(question);
  assert.equal(denied.allowed ? "" : denied.reason, "condition_missing_data");
  assert.equal((await worldOf([given(finds(7))]).check.one(question)).allowed, true);
  assert.equal((await worldOf([...behind, given()]).check.one(question)).allowed, true);
});

test("one decision costs its budget and little more, however many conditions there are", async () => {
  const grants = many(500).map((n) => ({
    permission: "orders:*",
    when: `${EXPENSIVE} && request.context.a.size() > ${n}`,
  }));
  const assigned = many(50).map((n) => ({ principal: "user:alice", role: "wide", when: finds(n) }) as const);
  const { allowed, spent } = await decideIn(worldOf(assigned, grants));
  assert.equal(allowed, false);
  assert.ok(spent > DECISION_WORK * 0.9 && spent < DECISION_WORK * 1.1, `${spent} units`);
});

test("the assignments of an access account share the work with those of its application", async () => {
  const account = { type: "access_account", id: "ak" } as const;
  const both = (application: string) => [
    given(application, "application:app"),
    given(finds(999), "access_account:ak"),
  ];
  const ask = (world: ReturnType<typeof worldOf>) => world.check.one({ ...question, subject: account });
  assert.equal((await ask(worldOf(both(finds(999))))).allowed, true);
  // True, and nearly all that a decision may cost.
  const dear = `${JSON.stringify(many(16))}.all(y, request.context.a.all(x, x != -1))`;
  assert.equal((await worldOf([given(dear)]).check.one(question)).allowed, true);
  const answer = await ask(worldOf(both(dear)));
  assert.equal(answer.allowed ? "" : answer.reason, "key_ceiling");
});

test("a check, a batch, a scope, a list and an explanation agree about what was used up", async () => {
  for (const last of [0, 10, 12, 13, 14, 15, 20]) {
    const world = worldOf([...many(last).map((n) => given(finds(5_000 + n))), given(finds(999))]);
    const answer = await world.check.one(question);
    const facts = await world.factsOf("user:alice");
    const item = parseScopeItem("orders:a1");
    const explained = explainCheck(answer, question, facts.model);
    const listed = await world.listPermissions({ subject: alice, context: { request } });
    const [inBatch] = await world.check.many([question]);
    assert.deepEqual(
      {
        batch: inBatch?.allowed,
        scope: decideScopes(facts, { items: [item], context: { request } }).granted.length === 1,
        list: listed.permissions.length === 20,
        explained: explained.allowed,
      },
      { batch: answer.allowed, scope: answer.allowed, list: answer.allowed, explained: answer.allowed },
      `behind ${last}`,
    );
    if (!explained.allowed) {
      assert.equal(explained.nearMisses.length, Math.min(last + 1, 20), "each of them is told");
      assert.ok(last > 12);
    }
  }
});

test("decisions that are taken in turns do not count for each other", async () => {
  const facts = await worldOf([given(EXPENSIVE)]).factsOf("user:alice");
  const permission = facts.model.permissions.get("orders:a1");
  assert.ok(permission);
  const [one, other] = [createWorkMeter(), createWorkMeter()];
  for (const meter of [one, other, one]) decide(facts, { permission, context: { request } }, meter);
  assert.ok(other.spent >= DECISION_WORK * 0.9, `${other.spent} units`);
  assert.equal(one.spent, 2 * other.spent);
});

test("the same facts and question give the same answer, however often", async () => {
  const facts = await worldOf([given(EXPENSIVE), given(finds(7))]).factsOf("user:alice");
  const permission = facts.model.permissions.get("orders:a1");
  assert.ok(permission);
  const ask = () => decide(facts, { permission, context: { request } });
  const first = ask();
  for (const _ of many(20)) assert.deepEqual(ask(), first);
});

test("scopes that take too much work together are refused as a whole, and fewer are decided", async () => {
  const facts = await worldOf([given(EXPENSIVE)]).factsOf("user:alice");
  const ask = (count: number) =>
    decideScopes(facts, {
      items: many(count).map((n) => parseScopeItem(`orders:a${n}`)),
      context: { request },
    });
  assert.equal(ask(4).refused.length, 4);
  assert.throws(() => ask(20), TooMuchWorkError);
});

test("a batch that takes too much work is refused, and lets others go first until then", async () => {
  const { check } = worldOf([given(EXPENSIVE)]);
  let ticks = 0;
  const counting = setInterval(() => {
    ticks += 1;
  }, 0);
  try {
    await assert.rejects(async () => check.many(many(1_000).map(() => question)), TooMuchWorkError);
  } finally {
    clearInterval(counting);
  }
  assert.ok(ticks >= 50, `${ticks} ticks`);
});

test("the suggestions of an explanation share their work, however many roles there are", async () => {
  const grants = many(500).map((n) => ({
    permission: "orders:*",
    when: `${EXPENSIVE} && request.context.a.size() > ${n}`,
  }));
  const { check, factsOf } = worldOf([], grants);
  const answer = await check.one(question);
  const { model } = await factsOf("user:alice");
  const meter = createWorkMeter();
  const explained = explainCheck(answer, question, model, undefined, meter);
  assert.equal(explained.allowed ? "" : explained.reason, "not_granted");
  assert.ok(meter.spent > 0.9 * DECISION_WORK && meter.spent <= 3 * DECISION_WORK, `${meter.spent} units`);
});
