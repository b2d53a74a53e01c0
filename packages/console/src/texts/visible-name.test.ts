import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleName } from "./visible-name.ts";

test("a name of nothing but zero-width characters, spaces or blanks gives way to what identifies its owner", () => {
  for (const name of [undefined, "", "   ", "\u200b\u200d", "\u3164", "\u2800", "\u202e\u202c", "\u00ad"])
    assert.equal(visibleName(name, "bob"), "bob");
});

test("a name in any writing stays as it is", () => {
  for (const name of ["Ada", "王小明", "ليلى", "न्", "👩‍💻", "O’Neil-Smith"])
    assert.equal(visibleName(name, "bob"), name);
});

test("marks that turn the writing around are left out", () => {
  assert.equal(visibleName("\u202eadA", "bob"), "adA");
  assert.equal(visibleName("A\u2066d\u2069a", "bob"), "Ada");
});
