import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { accessAccount, application, put, trustedActor, user } from "../samples.ts";

/** Reads all pages of a search in order. */
async function readAll<T extends string>(
  limit: number,
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (;;) {
    const page = await read(found.at(-1), limit);
    found.push(...page);
    if (page.length < limit) return found;
  }
}

export function searchCases(engine: EngineUnderTest): void {
  test("principals are found by their roles and permissions, each once and in order", () =>
    onEmptyStorage(engine, async ({ state, search }) => {
      const grants = [
        ["user:usr_2", { role: "clerk" }],
        ["user:usr_1", { role: "clerk" }],
        ["user:usr_1", { role: "clerk", at: "orders/1" }],
        ["group:support", { role: "chief" }],
        ["application:a", { permission: "orders:read" }],
        ["access_account:ak_1", { permission: "orders:*" }],
        ["user:*", { permission: "orders:read" }],
        ["user:usr_3", { role: "other" }],
        ["user:usr_3", { permission: "orders:write" }],
      ] as const;
      await state.commit(
        [
          ...["usr_1", "usr_2", "usr_3"].map((id) => put("user", user(id, id))),
          put("group", { name: "support" }),
          put("application", application("a")),
          put("access_account", accessAccount("ak_1", "a")),
          ...grants.map(([principal, what], i) => put("assignment", { id: `asg_${i}`, principal, ...what })),
        ],
        trustedActor,
      );
      const wanted = { roles: ["clerk", "chief", "none"], permissions: ["orders:read", "orders:*", "\0"] };
      const everyone = [
        "access_account:ak_1",
        "application:a",
        "group:support",
        "user:*",
        "user:usr_1",
        "user:usr_2",
      ];
      for (const limit of [1, 2, 4, 100]) {
        const found = await readAll(limit, (after, n) => search.listPrincipalsWith(wanted, { after }, n));
        assert.deepEqual(found, everyone);
      }
      assert.deepEqual(await search.listPrincipalsWith({ roles: [], permissions: [] }, {}, 10), []);
      assert.deepEqual(
        await search.listPrincipalsWith({ roles: ["clerk"], permissions: [] }, { after: "user:usr_1" }, 10),
        ["user:usr_2"],
      );
      const upToAll = { after: "group:", upTo: "user:*" };
      assert.deepEqual(await search.listPrincipalsWith(wanted, upToAll, 10), ["group:support", "user:*"]);
      assert.deepEqual(await search.listPrincipalsWith(wanted, upToAll, 1), ["group:support"]);
    }));

  test("a search over hundreds of roles finds the same as searches for each role", () =>
    onEmptyStorage(engine, async ({ state, search }) => {
      const roles = Array.from({ length: 700 }, (_, i) => `role-${i}`);
      const principals = roles.map((_, i) => `user:usr_${1_000 + ((i * 271) % 700)}` as const);
      await state.commit(
        roles.flatMap((role, i) => [
          put("user", user(`usr_${1_000 + i}`, role)),
          put("assignment", { id: `asg_${i}`, principal: principals[i] ?? "user:*", role }),
        ]),
        trustedActor,
      );
      const read = (after: string | undefined, n: number) =>
        search.listPrincipalsWith({ roles, permissions: ["x"] }, { after }, n);
      assert.deepEqual(await readAll<string>(300, read), principals.toSorted());
    }));

  test("instances are found by their parents, in order", () =>
    onEmptyStorage(engine, async ({ state, search }) => {
      const tree = [
        ["eu", undefined],
        ["us", undefined],
        ["3", "orders/us"],
        ["2", "orders/eu"],
        ["1", "orders/eu"],
        ["1/a", "orders/1"],
      ] as const;
      await state.commit(
        tree.map(([id, parent]) =>
          put("instance", { resource: "orders", id, attributes: {}, ...(parent && { parent }) }),
        ),
        trustedActor,
      );
      for (const limit of [1, 2, 100])
        assert.deepEqual(
          await readAll(limit, (after, n) => search.listChildren(["orders/us", "orders/eu"], after, n)),
          ["orders/1", "orders/2", "orders/3"],
        );
      assert.deepEqual(await search.listChildren(["orders/1/a", "orders/\0"], undefined, 10), []);
    }));

  test("users are found by their groups, in order", () =>
    onEmptyStorage(engine, async ({ state, search }) => {
      await state.commit(
        [
          ...["a", "A", "a-b", "b"].map((name) => put("group", { name })),
          ...["usr_3", "usr_1", "usr_2"].map((id) => put("user", user(id, id.slice(4)))),
          put("membership", { group: "a", member: "user:usr_3" }),
          put("membership", { group: "a", member: "user:usr_1" }),
          put("membership", { group: "a", member: "group:b" }),
          put("membership", { group: "b", member: "user:usr_1" }),
          put("membership", { group: "a-b", member: "user:usr_2" }),
        ],
        trustedActor,
      );
      for (const limit of [1, 2, 50]) {
        assert.deepEqual(
          await readAll(limit, (after, n) => search.listUsersIn(["a", "b", "none", "\0"], after, n)),
          ["usr_1", "usr_3"],
        );
        assert.deepEqual(await readAll(limit, search.listUsers), ["usr_1", "usr_2", "usr_3"]);
      }
      assert.deepEqual(await search.listUsersIn([], undefined, 10), []);
      assert.deepEqual(await search.listUsersIn(["A"], undefined, 10), []);
    }));

  test("instances are found by their resource, in the order of their ids", () =>
    onEmptyStorage(engine, async ({ state, search }) => {
      await state.commit(
        [
          ...["2", "10", "a/b", "~"].map((id) => put("instance", { resource: "orders", id, attributes: {} })),
          put("instance", { resource: "orders-old", id: "1", attributes: {} }),
        ],
        trustedActor,
      );
      for (const limit of [1, 3, 50]) {
        assert.deepEqual(await readAll(limit, (after, n) => search.listInstances("orders", after, n)), [
          "10",
          "2",
          "a/b",
          "~",
        ]);
      }
      assert.deepEqual(await search.listInstances("order", undefined, 10), []);
      assert.deepEqual(await search.listInstances("\0", undefined, 10), []);
    }));
}
