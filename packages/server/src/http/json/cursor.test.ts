import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { ProblemError } from "../problems.ts";
import { createCursors } from "./cursor.ts";

const cursors = createCursors(randomBytes(32));
const scope = { route: "/users", filters: { search: "a" } };

test("a cursor brings back its position, whatever characters it has", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (position) => {
      assert.equal(cursors.read(scope, cursors.write(scope, position)), position);
    }),
  );
});

test("a cursor of another list, of other filters or of another key is refused, and so is every changed one", () => {
  const cursor = cursors.write(scope, "usr_1");
  const refused = (of: typeof scope, text: string, by = cursors) =>
    assert.throws(
      () => by.read(of, text),
      (error) => error instanceof ProblemError && error.slug === "invalid_input",
    );
  refused({ ...scope, route: "/roles" }, cursor);
  refused({ ...scope, filters: { search: "b" } }, cursor);
  refused(scope, cursor, createCursors(randomBytes(32)));
  const bytes = Buffer.from(cursor, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    refused(scope, changed.toString("base64url"));
    refused(scope, bytes.subarray(0, index).toString("base64url"));
  }
});
