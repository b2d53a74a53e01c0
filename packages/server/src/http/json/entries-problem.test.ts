import assert from "node:assert/strict";
import { test } from "node:test";
import { EntriesError, type EntryPath } from "../../directory/plan/entries-error.ts";
import { entriesProblem } from "./entries-problem.ts";

const pointersOf = (body: unknown, ...paths: readonly EntryPath[]) => {
  const error = new EntriesError(paths.map((path) => ({ path, message: "is wrong" })));
  const { more } = entriesProblem(error, body, (path) => path.slice(2));
  return (more.errors as readonly { readonly pointer: string }[]).map(({ pointer }) => pointer);
};

test("a problem points to a value of the body, or to the missing member", () => {
  const body = { grants: ["orders:read", { permission: "orders:fly" }] };
  assert.deepEqual(
    pointersOf(
      body,
      ["roles", 0, "grants", 0, "permission"],
      ["roles", 0, "grants", 1, "permission"],
      ["roles", 0, "name"],
      ["roles", 0],
    ),
    ["/grants/0", "/grants/1/permission", "/name", ""],
  );
});

test("it is a conflict when every issue is one", () => {
  const issue = { path: ["roles", 0], message: "contains itself", conflict: true } as const;
  assert.equal(entriesProblem(new EntriesError([issue])).slug, "conflict");
  const other = { path: ["roles", 0, "name"], message: "is wrong" };
  assert.equal(entriesProblem(new EntriesError([issue, other])).slug, "invalid_input");
});
