import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListFilter } from "../../../directory/directory-store.ts";
import { ENTITY_KINDS, type EntityKind, kindOf } from "../../../directory/kinds/kinds.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { readPages } from "../read-pages.ts";
import { accessAccount, application, put, trustedActor, user } from "../samples.ts";

export function directorySortCases(engine: EngineUnderTest): void {
  test("lists are in the order of a member; equal ones by id, and those without a value last both ways", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      await state.commit(
        [
          put("user", { ...user("usr_1", "Zoe"), name: "anna", email: "Z@x.test" }),
          put("user", { ...user("usr_2", "bob"), enabled: false }),
          put("user", { ...user("usr_3", "carol"), name: "Anna" }),
          put("user", { ...user("usr_4", "Dora"), name: "Émile", email: "a@x.test" }),
          put("user", { ...user("usr_5", "eve"), name: "zoe" }),
          put("user", user("usr_6", "finn")),
          put("application", { ...application("B-app"), name: "two" }),
          put("application", { ...application("a-app"), name: "One", type: "spa", enabled: false }),
          put("access_account", { ...accessAccount("ak_B", "a-app"), name: "x", expiresAt: 5 }),
          put("access_account", { ...accessAccount("ak_a", "a-app"), expiresAt: 7 }),
          put("access_account", accessAccount("ak_c", "B-app")),
          put("role", { name: "Beta", inherits: [], grants: [] }),
          put("role", { name: "alpha", inherits: [], grants: [] }),
          put("instance", { resource: "o", id: "1", parent: "o/2", attributes: {} }),
          put("instance", { resource: "o", id: "2", attributes: {} }),
          put("instance", { resource: "o", id: "3", parent: "o/1", attributes: {} }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", role: "clerk", at: "o/2" }),
          put("assignment", { id: "asg_2", principal: "user:usr_1", permission: "b:read", expiresAt: 9 }),
          put("assignment", { id: "asg_3", principal: "user:usr_2", role: "clerk", expiresAt: 8, at: "o/1" }),
        ],
        trustedActor,
      );
      const cases: readonly [
        EntityKind,
        string,
        readonly string[],
        (readonly string[] | undefined)?,
        ListFilter?,
      ][] = [
        // The value decides, then the id; in the second list both are the other way round, except where there is none.
        [
          "user",
          "name",
          ["usr_1", "usr_3", "usr_5", "usr_4", "usr_2", "usr_6"],
          ["usr_4", "usr_5", "usr_3", "usr_1", "usr_6", "usr_2"],
        ],
        ["user", "username", ["usr_2", "usr_3", "usr_4", "usr_5", "usr_6", "usr_1"]],
        [
          "user",
          "email",
          ["usr_4", "usr_1", "usr_2", "usr_3", "usr_5", "usr_6"],
          ["usr_1", "usr_4", "usr_6", "usr_5", "usr_3", "usr_2"],
        ],
        ["user", "enabled", ["usr_2", "usr_1", "usr_3", "usr_4", "usr_5", "usr_6"]],
        ["user", "created_at", ["usr_1", "usr_2", "usr_3", "usr_4", "usr_5", "usr_6"]],
        [
          "user",
          "name",
          ["usr_1", "usr_3", "usr_5", "usr_4", "usr_6"],
          ["usr_4", "usr_5", "usr_3", "usr_1", "usr_6"],
          { equals: { enabled: true } },
        ],
        ["user", "name", ["usr_1", "usr_3", "usr_4"], ["usr_4", "usr_3", "usr_1"], { search: "a" }],
        ["application", "name", ["a-app", "B-app"]],
        ["application", "client_id", ["a-app", "B-app"]],
        ["application", "type", ["B-app", "a-app"]],
        ["application", "enabled", ["a-app", "B-app"]],
        ["access_account", "name", ["ak_B", "ak_a", "ak_c"], ["ak_B", "ak_c", "ak_a"]],
        ["access_account", "access_key", ["ak_a", "ak_B", "ak_c"]],
        ["access_account", "expires_at", ["ak_a"], ["ak_a"], { search: "ak_a" }],
        ["role", "name", ["alpha", "Beta"]],
        ["instance", "id", ["o/1", "o/2", "o/3"], undefined, { equals: { resource: "o" } }],
        ["instance", "parent", ["o/3", "o/1", "o/2"], ["o/1", "o/3", "o/2"], { equals: { resource: "o" } }],
        ["assignment", "role_or_permission", ["asg_2", "asg_1", "asg_3"]],
        ["assignment", "at", ["asg_3", "asg_1", "asg_2"], ["asg_1", "asg_3", "asg_2"]],
        ["assignment", "expires_at", ["asg_3", "asg_2", "asg_1"], ["asg_2", "asg_3", "asg_1"]],
      ];
      for (const [kind, by, rising, falling = rising.toReversed(), filter = {}] of cases) {
        for (const limit of [1, 2, 100]) {
          const label = `${kind} ${by} ${limit} ${JSON.stringify(filter)}`;
          assert.deepEqual(
            await readPages(directory, kind, limit, filter, { by, descending: false }),
            rising,
            label,
          );
          assert.deepEqual(
            await readPages(directory, kind, limit, filter, { by, descending: true }),
            falling,
            label,
          );
        }
      }
      for (const kind of ENTITY_KINDS) {
        for (const by of kindOf(kind).sorts)
          assert.ok((await directory.page(kind, { limit: 1, sort: { by, descending: true } })).items);
      }
      await assert.rejects(
        directory.page("user", { limit: 1, sort: { by: "password_hash", descending: false } }),
        /cannot be sorted/,
      );
    }));
}
