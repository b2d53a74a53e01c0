import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityKind } from "../../../directory/change.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { accessAccount, application, put, trustedActor, user } from "../samples.ts";

export function directoryUseCases(engine: EngineUnderTest): void {
  test("an entity in use is found with the entities that use it, and at most the requested number of them", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      const role = (name: string, inherits: string[], ...grants: string[]) =>
        put("role", { name, inherits, grants: grants.map((permission) => ({ permission })) });
      await state.commit(
        [
          role("clerk", [], "orders:read", "orders:write"),
          role("chief", ["clerk"], "orders:*", "billing"),
          role("tricky", ["clerk2"], "orders2:read"),
          put("role", {
            name: "sly",
            inherits: [],
            grants: [{ permission: "x", when: '"orders:read" == "\\"permission\\":\\"orders:read\\""' }],
          }),
          put("group", { name: "support" }),
          put("group", { name: "outer" }),
          put("membership", { group: "outer", member: "group:support" }),
          put("membership", { group: "support", member: "user:usr_1" }),
          put("user", user("usr_1", "one")),
          put("instance", { resource: "orders", id: "1", attributes: {} }),
          put("instance", { resource: "bills", id: "1", parent: "orders/1", attributes: {} }),
          put("application", {
            ...application("shop"),
            delegated: [{ scope: "orders:read", consent: "required" }],
            serves: ["orders"],
          }),
          put("application", { ...application("api"), serves: ["orders"] }),
          put("application", { ...application("other"), serves: ["orders2"] }),
          put("access_account", { ...accessAccount("ak_1", "shop"), ceiling: ["orders:read", "billing"] }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", role: "clerk", at: "orders/1" }),
          put("assignment", { id: "asg_2", principal: "group:support", permission: "orders:read" }),
          put("assignment", { id: "asg_3", principal: "application:shop", permission: "orders:*" }),
          put("assignment", { id: "asg_4", principal: "access_account:ak_1", permission: "orders2:read" }),
        ],
        trustedActor,
      );
      const cases: readonly [EntityKind, string, readonly string[]][] = [
        ["role", "clerk", ["assignment asg_1", "role chief"]],
        ["role", "cler", []],
        ["role", "chief", []],
        [
          "permission",
          "orders:read",
          ["role clerk", "assignment asg_2", "application shop", "access_account ak_1"],
        ],
        ["permission", "billing", ["role chief", "access_account ak_1"]],
        ["permission", "orders:rea", []],
        ["permission", "ORDERS:READ", []],
        ["permission", "%", []],
        [
          "resource",
          "orders",
          [
            "role chief",
            "role clerk",
            "assignment asg_2",
            "assignment asg_3",
            "application shop",
            "access_account ak_1",
            "application api",
            "assignment asg_1",
            "instance orders/1",
          ],
        ],
        ["resource", "order", []],
        ["instance", "orders/1", ["assignment asg_1", "instance bills/1"]],
        ["group", "support", ["membership outer/group:support", "assignment asg_2"]],
        ["group", "outer", []],
        ["user", "usr_1", ["membership support/user:usr_1", "assignment asg_1"]],
        ["application", "shop", ["access_account ak_1", "assignment asg_3"]],
        ["access_account", "ak_1", ["assignment asg_4"]],
        ["assignment", "asg_1", []],
        ["role", 'a"b\0', []],
      ];
      for (const [kind, id, expected] of cases) {
        const uses = (await directory.findUses(kind, id, 100)).map((use) => `${use.kind} ${use.id}`);
        assert.deepEqual(uses, expected, `${kind} ${id}`);
      }
      assert.equal((await directory.findUses("resource", "orders", 3)).length, 3);
    }));

  test("assignments are found by a word in their condition, equal ones once", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      const given = (id: string, principal: `user:${string}`, when?: string, role = "clerk") =>
        put("assignment", { id, principal, role, ...(when !== undefined && { when }) });
      await state.commit(
        [
          put("user", user("a", "a")),
          put("user", user("b", "b")),
          given("asg_1", "user:a", 'client.id == "x"'),
          given("asg_2", "user:b", 'client.id == "x"'),
          given("asg_3", "user:a", 'client.id == "x"', "chief"),
          given("asg_4", "user:a", 'request.ip == "::1"'),
          given("asg_5", "user:a"),
        ],
        trustedActor,
      );
      const found = await directory.listConditionalAssignments("client");
      assert.deepEqual(
        found.map(({ id }) => id),
        ["asg_1", "asg_3"],
      );
      assert.deepEqual(found[1], {
        id: "asg_3",
        principal: "user:a",
        role: "chief",
        when: 'client.id == "x"',
      });
      assert.deepEqual(await directory.listConditionalAssignments("nowhere"), []);
    }));
}
