import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityKind } from "../../../directory/change.ts";
import type { ListFilter } from "../../../directory/directory-store.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { readPages } from "../read-pages.ts";
import { accessAccount, application, put, secret, trustedActor, user } from "../samples.ts";

export function directoryFilterCases(engine: EngineUnderTest): void {
  test("filters are exact, and a filter that a kind does not have is refused", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      await state.commit(
        [
          put("group", { name: "a" }),
          put("group", { name: "A" }),
          put("group", { name: "a-b" }),
          put("membership", { group: "a", member: "user:usr_1" }),
          put("membership", { group: "a", member: "group:A" }),
          put("membership", { group: "A", member: "user:usr_1" }),
          put("membership", { group: "a-b", member: "user:usr_2" }),
          put("role", { name: "clerk", inherits: ["viewer"], grants: [] }),
          put("role", { name: "boss", inherits: ["clerk", "viewer"], grants: [] }),
          put("role", { name: "viewer", inherits: [], grants: [{ permission: "viewer" }] }),
          put("role", { name: "old", inherits: ["viewer-old"], grants: [] }),
          put("instance", { resource: "orders", id: "1", attributes: {} }),
          put("instance", { resource: "orders", id: "2", parent: "orders/1", attributes: {} }),
          put("instance", { resource: "orders-old", id: "1", parent: "orders/1", attributes: {} }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", role: "clerk", at: "orders/1" }),
          put("assignment", { id: "asg_2", principal: "user:usr_1", permission: "orders:read" }),
          put("assignment", { id: "asg_3", principal: "user:usr_2", role: "clerk" }),
          put("assignment", { id: "asg_4", principal: "user:usr_2", role: "Clerk" }),
          put("application", application("one")),
          put("application", { ...application("two"), type: "spa", enabled: false }),
          put("access_account", accessAccount("ak_1", "one")),
          put("access_account", { ...accessAccount("ak_2", "one"), enabled: false }),
          put("access_account", accessAccount("ak_3", "two")),
          put("secret", secret("sec_1", "one")),
          put("secret", secret("sec_2", "ak_1")),
          put("user", user("usr_1", "one")),
          put("user", { ...user("usr_2", "two"), enabled: false }),
        ],
        trustedActor,
      );
      const cases: readonly [EntityKind, ListFilter["equals"], readonly string[]][] = [
        ["membership", { group: "a" }, ["a/group:A", "a/user:usr_1"]],
        ["membership", { member: "user:usr_1" }, ["A/user:usr_1", "a/user:usr_1"]],
        ["membership", { group: "a", member: "user:usr_1" }, ["a/user:usr_1"]],
        ["membership", { group: "a\0" }, []],
        ["role", { inherits: "viewer" }, ["boss", "clerk"]],
        ["role", { inherits: "clerk" }, ["boss"]],
        ["role", { inherits: 'x","viewer' }, []],
        ["role", { inherits: "viewe\0r" }, []],
        ["group", { member: "user:usr_1" }, ["A", "a"]],
        ["group", { member: "group:A" }, ["a"]],
        ["group", { member: "user:usr_\0" }, []],
        ["instance", { resource: "orders" }, ["orders/1", "orders/2"]],
        ["instance", { parent: "orders/1" }, ["orders-old/1", "orders/2"]],
        ["instance", { resource: "orders", parent: null }, ["orders/1"]],
        ["instance", { resource: "orders", parent: "orders/1" }, ["orders/2"]],
        ["assignment", { principal: "user:usr_1" }, ["asg_1", "asg_2"]],
        ["assignment", { role: "clerk" }, ["asg_1", "asg_3"]],
        ["assignment", { role: "clerk", principal: "user:usr_2" }, ["asg_3"]],
        ["assignment", { permission: "orders:read" }, ["asg_2"]],
        ["assignment", { role: "clerk", permission: "orders:read" }, []],
        ["assignment", { at: "orders/1" }, ["asg_1"]],
        ["assignment", { role: "cler\0k" }, []],
        ["application", { type: "spa" }, ["two"]],
        ["application", { enabled: true }, ["one"]],
        ["application", { enabled: true, type: "spa" }, []],
        ["access_account", { application: "one" }, ["ak_1", "ak_2"]],
        ["access_account", { application: "one", enabled: false }, ["ak_2"]],
        ["secret", { owner: "ak_1" }, ["sec_2"]],
        ["user", { enabled: false }, ["usr_2"]],
        ["user", {}, ["usr_1", "usr_2"]],
      ];
      for (const [kind, equals, expected] of cases) {
        const found = await readPages(directory, kind, 1, { ...(equals && { equals }) });
        assert.deepEqual(found, expected, `${kind} ${JSON.stringify(equals)}`);
      }
      for (const [kind, member] of [
        ["user", "principal"],
        ["role", "enabled"],
        ["assignment", "id; drop table users"],
        ["user", "constructor"],
      ] as const) {
        await assert.rejects(
          directory.page(kind, { limit: 1, filter: { equals: { [member]: "x" } } }),
          /cannot be filtered/,
        );
      }
    }));
}
