import assert from "node:assert/strict";
import { test } from "node:test";
import { isDisplayName } from "./names.ts";

test("a name that people read has something to see, in any script", () => {
  for (const name of ["Ada", "夜间报表", "محمد", "می‌خواهم", "👩‍👩‍👧", "R&D <b>", "O'Neill – 2", "क्‍ष"])
    assert.ok(isDisplayName(name), name);
});

test("nothing in it hides, breaks the line or turns the text around it", () => {
  const shown = { empty: "", space: "  ", zeroWidth: "\u200b\u200d", filler: "\u3164", soft: "\u00ad" };
  const misleading = {
    override: "abc\u202edef",
    isolate: "\u2067abc",
    line: "a\nb",
    separator: "a\u2028b",
    escape: "\u001b[31mAda",
    nul: "a\0b",
  };
  for (const [what, name] of Object.entries({ ...shown, ...misleading }))
    assert.ok(!isDisplayName(name), what);
});
