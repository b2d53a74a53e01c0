import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { Assignment, Instance, InstanceKey } from "@licet/engine/internal/entities.ts";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { createClients } from "../../accounts/clients.ts";
import { createSubjects } from "../../accounts/subjects.ts";
import { createUsers } from "../../accounts/users.ts";
import { createFactSource } from "../../permissions/fact-source.ts";
import { openStorage, type Storage } from "../../storage/open-storage.ts";
import type { Change, Entities, EntityKind } from "../change.ts";
import { testHashName } from "../testing/hash-name.ts";
import { createSimulate, type Simulate } from "./simulate.ts";

const put = <K extends EntityKind>(kind: K, value: Entities[K]) => ({ op: "put", kind, value }) as Change;
const assign = (assignment: Omit<Assignment, "id">) =>
  put("assignment", { id: assignmentId(assignment), ...assignment });
const user = (id: string) => put("user", { id: `usr_${id}`, username: id, enabled: true, attributes: {} });
const role = (...permissions: string[]) =>
  put("role", { name: "clerk", inherits: [], grants: permissions.map((permission) => ({ permission })) });

const instance = (
  key: InstanceKey,
  { attributes = {}, ...rest }: Partial<Pick<Instance, "attributes" | "parent">> = {},
) => {
  const [resource, id] = key.split("/") as [string, string];
  return put("instance", { resource, id, attributes, ...rest });
};

const SHOP: readonly Change[] = [
  put("resource", {
    name: "orders",
    identifier: "https://orders.example.test",
    signingAlgorithm: "ES256",
    accessTokenType: "at+jwt",
    actions: { read: { description: { en: "See" } }, write: { description: { en: "Change" } } },
  }),
  role("orders:read"),
  put("group", { name: "sales" }),
  user("alice"),
  put("membership", { group: "sales", member: "user:usr_alice" }),
  assign({ principal: "group:sales", role: "clerk" }),
];

async function inShop(
  story: (simulate: Simulate, commit: (changes: readonly Change[]) => Promise<unknown>) => Promise<void>,
  watch: (storage: Storage) => Storage["permissions"] = ({ permissions }) => permissions,
): Promise<void> {
  const database = await createTestDatabase("sqlite");
  const storage = await openStorage({
    databaseUrl: database.url,
    clock: systemClock,
    hashName: testHashName,
  });
  const { feed, search } = storage;
  const users = createUsers(storage.users, feed);
  const clients = createClients(storage.clients, feed);
  const subjects = createSubjects({ users, clients, clock: systemClock });
  const factSource = createFactSource({ store: storage.permissions, feed, compileCondition });
  const shared = { users, clients, subjects, factSource, feed, search, clock: systemClock, compileCondition };
  const commit = (changes: readonly Change[]) =>
    storage.state.commit(changes, { name: "test", at: systemClock.milliseconds() });
  try {
    await commit(SHOP);
    await story(createSimulate({ ...shared, store: watch(storage) }), commit);
  } finally {
    await storage.close();
    await database.drop();
  }
}

test("a changed role tells who would gain and lose, and what a check would answer", async () => {
  await inShop(async (simulate) => {
    const write = { subject: { type: "user", id: "alice" }, permission: "orders:write" } as const;
    const simulated = await simulate({ changes: [role("orders:write")], checks: [write] });
    assert.deepEqual(simulated.subjects, [
      {
        subject: "user:usr_alice",
        gains: [{ permission: "orders:write" }],
        losses: [{ permission: "orders:read" }],
      },
    ]);
    assert.deepEqual(
      simulated.checks.map(({ before, after }) => [before.allowed, after.allowed]),
      [[false, true]],
    );
    assert.equal(simulated.truncated, false);
    const again = await simulate({ changes: [], checks: [write] });
    assert.equal(again.checks[0]?.before.allowed, false, "nothing was written");
  });
});

test("somebody whom the draft itself creates is a subject, by name, too", async () => {
  await inShop(async (simulate) => {
    const changes = [
      user("bob"),
      assign({ principal: "user:usr_bob", permission: "orders:write", at: "orders/7" }),
    ];
    const order7 = { type: "orders", id: "7" };
    const asked = {
      subject: { type: "user", id: "bob" },
      permission: "orders:write",
      resource: order7,
    } as const;
    const simulated = await simulate({ changes, checks: [asked] });
    assert.deepEqual(simulated.subjects, [
      { subject: "user:usr_bob", gains: [{ permission: "orders:write", at: "orders/7" }], losses: [] },
    ]);
    const [answers] = simulated.checks;
    assert.ok(answers && !answers.before.allowed && answers.after.allowed);
    assert.equal(answers.before.reason, "unknown_subject");
  });
});

/** A region with an order in it, and a shelf in the order; alice holds the role through a group, at the region only. */
const REGION: readonly Change[] = [
  put("resource", {
    name: "stock",
    identifier: "https://stock.example.test",
    signingAlgorithm: "ES256",
    accessTokenType: "at+jwt",
    actions: { take: { description: { en: "Take" } } },
  }),
  instance("orders/eu"),
  instance("orders/7", { parent: "orders/eu", attributes: { owner: "usr_bob" } }),
  instance("stock/shelf", { parent: "orders/7" }),
  put("role", { name: "base", inherits: [], grants: [{ permission: "stock:take" }] }),
  put("role", { name: "local", inherits: ["base"], grants: [{ permission: "orders:write" }] }),
  put("role", {
    name: "owner",
    inherits: [],
    grants: [{ permission: "orders:write", when: "resource.attributes.owner == subject.id" }],
  }),
  user("bob"),
  assign({ principal: "group:sales", role: "local", at: "orders/eu" }),
  assign({ principal: "user:usr_bob", role: "owner" }),
];
const emptied = (name: string) => put("role", { name, inherits: [], grants: [] });
const lost = (who: string, ...losses: readonly object[]) => ({
  subject: `user:usr_${who}`,
  gains: [],
  losses,
});
const write = (at: string) => ({ permission: "orders:write", at });
const take = { permission: "stock:take", at: "stock/shelf" };

for (const [what, changes, expected] of [
  ["a role that is held only at an instance", [emptied("local")], [lost("alice", write("orders/eu"), take)]],
  ["an inherited role, whose permissions are of instances below", [emptied("base")], [lost("alice", take)]],
  ["a role with a condition about the instance", [emptied("owner")], [lost("bob", write("orders/7"))]],
  [
    "an instance that moves, with what is below it",
    [instance("orders/7", { attributes: { owner: "usr_bob" } })],
    [lost("alice", write("orders/7"), take)],
  ],
] as const)
  test(`a simulation names the instances of ${what}`, async () => {
    await inShop(async (simulate, commit) => {
      await commit(REGION);
      const { subjects, truncated } = await simulate({ changes, checks: [] });
      assert.deepEqual({ subjects, truncated }, { subjects: expected, truncated: false });
    });
  });

test("of more instances than can be compared some are told, and that there are more", async () => {
  await inShop(async (simulate, commit) => {
    const places = Array.from({ length: 101 }, (_, index) => `orders/n${index}` as const);
    await commit([
      ...REGION,
      ...places.map((at) => assign({ principal: "user:usr_bob", role: "local", at })),
    ]);
    const simulated = await simulate({ changes: [emptied("local")], checks: [] });
    const bob = simulated.subjects.find(({ subject }) => subject === "user:usr_bob");
    assert.equal(bob?.losses.length, 100);
    assert.equal(simulated.truncated, true);
  });
});

test("of more than a thousand who are affected a thousand are told, and that there are more", async () => {
  await inShop(async (simulate, commit) => {
    await commit(Array.from({ length: 1_100 }, (_, index) => user(`u${index}`)));
    const simulated = await simulate({
      changes: [assign({ principal: "user:*", permission: "orders:write" })],
      checks: [],
    });
    assert.equal(simulated.subjects.length, 1_000);
    assert.equal(simulated.truncated, true);
  });
});

test("a commit in the middle of it is noticed: both sides are of one revision, the later one", async () => {
  let interrupt: (() => Promise<unknown>) | undefined;
  await inShop(
    async (simulate, commit) => {
      interrupt = () => commit([role("orders:read", "orders:write")]);
      const simulated = await simulate({ changes: [role("orders:write")], checks: [] });
      assert.equal(simulated.revision, 2);
      assert.deepEqual(simulated.subjects, [
        { subject: "user:usr_alice", gains: [], losses: [{ permission: "orders:read" }] },
      ]);
    },
    ({ permissions }) => ({
      ...permissions,
      async loadModel() {
        const work = interrupt;
        interrupt = undefined;
        await work?.();
        return permissions.loadModel();
      },
    }),
  );
});
