import assert from "node:assert/strict";
import { test } from "node:test";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import { decide } from "@licet/engine/internal/decide.ts";
import { decideScopes, findInstanceKey } from "@licet/engine/internal/decide-scopes.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Subject } from "@licet/engine/internal/subject.ts";
import { askOracle, type World } from "@licet/engine/internal/testing/oracle.ts";
import {
  anyAssignment,
  anyWorld,
  INSTANCES,
  NOW,
  needsOwnToken,
  outcomeIn,
  PERMISSIONS,
  PRINCIPALS,
} from "@licet/engine/internal/testing/random-world.ts";
import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import fc from "fast-check";
import { PROPERTY_RUNS } from "../../../../tests/support/property-runs.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createFactSource } from "./fact-source.ts";
import { createMemoryStore } from "./testing/memory-store.ts";

const RUNS = { numRuns: PROPERTY_RUNS };
const still: ChangeFeed = {
  revision: 1,
  confirm: () => undefined,
  refresh: async () => undefined,
  ageMilliseconds: () => 0,
  onChange: () => undefined,
  onReset: () => undefined,
};

function gather(world: World, principal: PrincipalKey, instances: readonly InstanceKey[]): Promise<Facts> {
  const account = principal.startsWith("access_account:") ? world.ceilings.ak_a : undefined;
  const subject: Subject = {
    principal: principal.startsWith("access_account:")
      ? `application:${account?.application ?? "a"}`
      : principal,
    attributes: { type: "application", id: "a", attributes: {} },
    ...(account && { account: { principal, ceiling: account.ceiling } }),
    enabled: true,
  };
  const factSource = createFactSource({ store: createMemoryStore(world), feed: still, compileCondition });
  return factSource.gather({ subject, instances });
}

/** An access account without a ceiling is its application. */
const asOracle = (world: World, principal: PrincipalKey): PrincipalKey =>
  principal === "access_account:ak_a" && !world.ceilings.ak_a ? "application:a" : principal;

const anyIp = fc.constantFrom(undefined, "10.0.0.1", "10.0.0.2");
const context = (ip: string | undefined) => ({ request: { time: NOW, ...(ip !== undefined && { ip }) } });
const anyQuestion = fc.record({
  principal: fc.constantFrom(...PRINCIPALS),
  permission: fc.constantFrom(...PERMISSIONS),
  instance: fc.option(fc.constantFrom(...INSTANCES), { nil: undefined }),
  ip: anyIp,
});

test("every decision is the oracle's", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, anyQuestion, async (world, { principal, permission, instance, ip }) => {
      const facts = await gather(world, principal, instance === undefined ? [] : [instance]);
      const named = facts.model.permissions.get(permission);
      assert.ok(named);
      const about = instance === undefined ? undefined : facts.instances.get(instance);
      const decision = decide(facts, {
        permission: named,
        context: context(ip),
        ...(about && { instance: about }),
      });
      const expected = askOracle(world, {
        principal: asOracle(world, principal),
        permission,
        now: NOW,
        outcomeOf: outcomeIn({ ip, instance }),
        ...(instance !== undefined && { instance }),
      });
      assert.equal(decision.allowed ? "allowed" : decision.reason, expected);
    }),
    RUNS,
  );
});

const ITEMS = [
  ...PERMISSIONS,
  "orders:*",
  "stock:2:*",
  "licet:*",
  "licet:fly",
  "orders:1:read",
  "orders:4:write",
  "openid",
  "orders:fly",
  "nothing",
  "unknown:read",
];
const anyRequest = fc.record({
  principal: fc.constantFrom(...PRINCIPALS),
  items: fc.uniqueArray(fc.constantFrom(...ITEMS), { maxLength: 8 }),
  ip: anyIp,
});

async function decideItems(
  world: World,
  principal: PrincipalKey,
  texts: readonly string[],
  ip: string | undefined,
) {
  const items = texts.map(parseScopeItem);
  const instances = items.map(findInstanceKey).filter((key) => key !== undefined);
  return decideScopes(await gather(world, principal, instances), { items, context: context(ip) });
}

test("granted and refused are disjoint, and together exactly what was asked for", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, anyRequest, async (world, { principal, items, ip }) => {
      const { granted, refused } = await decideItems(world, principal, items, ip);
      const grantedTexts = granted.map(({ scope }) => scope);
      const refusedTexts = refused.map(({ scope }) => scope);
      assert.equal(new Set([...grantedTexts, ...refusedTexts]).size, granted.length + refused.length);
      const answered = (item: string) =>
        item.endsWith(":*")
          ? refusedTexts.includes(item) !== grantedTexts.some((scope) => scope.startsWith(item.slice(0, -1)))
          : grantedTexts.includes(item) !== refusedTexts.includes(item);
      for (const item of items.filter((text) => !text.endsWith(":*"))) assert.ok(answered(item), item);
      const stars = items.filter((text) => text.endsWith(":*"));
      const asked = (scope: string) =>
        items.includes(scope) || stars.some((star) => scope.startsWith(star.slice(0, -1)));
      assert.ok([...grantedTexts, ...refusedTexts].every(asked));
    }),
    RUNS,
  );
});

test("a scope is granted if and only if the same question, asked alone, is allowed and it may share the token", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, anyRequest, async (world, { principal, items, ip }) => {
      const { granted } = await decideItems(world, principal, items, ip);
      for (const text of items.filter((item) => !item.endsWith(":*"))) {
        const item = parseScopeItem(text);
        const known = item.kind === "permission" && PERMISSIONS.includes(item.permission);
        const instance = findInstanceKey(item);
        const allowed =
          known &&
          askOracle(world, {
            principal: asOracle(world, principal),
            permission: item.permission,
            now: NOW,
            outcomeOf: outcomeIn({ ip, instance }),
            ...(instance !== undefined && { instance }),
          }) === "allowed";
        assert.equal(
          granted.some(({ scope }) => scope === text),
          allowed && !needsOwnToken(text, items),
          text,
        );
      }
    }),
    RUNS,
  );
});

test("adding an assignment never removes a permission", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyWorld,
      anyAssignment,
      anyRequest,
      async (world, added: Assignment, { principal, items, ip }) => {
        const before = await decideItems(world, principal, items, ip);
        const after = await decideItems(
          { ...world, assignments: [...world.assignments, added] },
          principal,
          items,
          ip,
        );
        const now = new Set(after.granted.map(({ scope }) => scope));
        assert.ok(before.granted.every(({ scope }) => now.has(scope)));
      },
    ),
    RUNS,
  );
});

test("nothing is granted beyond the catalogue, the application or the ceiling", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, anyRequest, async (world, { items, ip }) => {
      const key = await decideItems(world, "access_account:ak_a", items, ip);
      const application = await decideItems(world, "application:a", items, ip);
      const held = new Set(application.granted.map(({ scope }) => scope));
      for (const { scope, held: path } of key.granted) {
        assert.ok(path && PERMISSIONS.includes(path.permission.name));
        assert.ok(held.has(scope));
      }
      if (!world.ceilings.ak_a) assert.equal(key.granted.length, application.granted.length);
    }),
    RUNS,
  );
});

test("the answer ends with the earliest of the assignments it rests on, each chosen to last longest", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, anyRequest, async (world, { principal, items, ip }) => {
      const { granted, expiresAt } = await decideItems(world, principal, items, ip);
      const still = (now: number) => ({
        ...world,
        assignments: world.assignments.filter((one) => (one.expiresAt ?? Number.POSITIVE_INFINITY) > now),
      });
      if (expiresAt === undefined) {
        const forever = await decideItems(still(NOW + 100), principal, items, ip);
        assert.deepEqual(
          forever.granted.map(({ scope }) => scope),
          granted.map(({ scope }) => scope),
        );
        return;
      }
      assert.ok(expiresAt > NOW);
      const atEnd = await decideItems(still(expiresAt), principal, items, ip);
      assert.ok(atEnd.granted.length < granted.length);
      const before = await decideItems(still(expiresAt - 1), principal, items, ip);
      assert.equal(before.granted.length, granted.length);
    }),
    RUNS,
  );
});
