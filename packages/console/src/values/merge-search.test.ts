import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeSearch } from "./merge-search.ts";

test("a change replaces members of the address, and empty members leave it", () => {
  const before: { readonly q?: string; readonly state?: string } = { q: "al", state: "enabled" };
  assert.deepEqual(mergeSearch(before, { q: "bo" }), { q: "bo", state: "enabled" });
  assert.deepEqual(mergeSearch(before, { q: "", state: undefined }), {});
});
