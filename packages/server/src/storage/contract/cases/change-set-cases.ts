import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, remove, trustedActor, user } from "../samples.ts";

/** Many entities, read and written at once. */
export function changeSetCases(engine: EngineUnderTest): void {
  test("many entities are read at once, by id, by username and by principal", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const users = Array.from({ length: 300 }, (_, i) => user(`usr_${i}`, `name-${i}`));
      const assignments = users.map(({ id }) => ({
        id: `asg_${id}`,
        principal: formatPrincipalKey("user", id),
        permission: "x",
      }));
      await state.commit(
        [
          ...users.map((value) => put("user", value)),
          ...assignments.map((value) => put("assignment", value)),
        ],
        trustedActor,
      );
      const byId = <T extends { readonly id: string }>(values: readonly T[]) =>
        values.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const ids = users.map(({ id }) => id);
      const asked = [...ids, "usr_0", "usr_none", "usr\0"];
      assert.deepEqual(byId(await state.findMany("user", asked)), byId(users), "each once");
      assert.deepEqual(await state.findMany("group", asked), []);
      assert.deepEqual(await state.findMany("user", []), []);
      const names = users.map(({ username }) => username);
      assert.deepEqual(byId(await state.findUsers([...names, "nobody", "no\0"])), byId(users));
      const principals = assignments.map(({ principal }) => principal);
      assert.deepEqual(byId(await state.listAssignmentsOf([...principals, "group:none"])), byId(assignments));
    }));

  test("what a change set gives to a principal that it deletes later is deleted with it, and is no conflict", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit([put("group", { name: "staff" }), put("group", { name: "temps" })], trustedActor);
      await state.commit(
        [
          put("membership", { group: "staff", member: "group:temps" }),
          put("assignment", { id: "asg_1", principal: "group:temps", permission: "x" }),
          remove("group", { name: "temps" }),
        ],
        trustedActor,
      );
      assert.deepEqual(await state.list("membership"), []);
      assert.deepEqual(await state.list("assignment"), []);
    }));
}
