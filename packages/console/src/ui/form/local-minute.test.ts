import assert from "node:assert/strict";
import { test } from "node:test";
import { localMinute } from "./local-minute.ts";

test("a moment comes back as it was typed, also while the year has only its first digits", () => {
  for (const typed of ["2027-01-31T09:30", "0002-01-31T09:30", "0202-12-01T00:00"])
    assert.equal(localMinute(new Date(typed)), typed);
});
