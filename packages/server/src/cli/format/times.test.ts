import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration, parseInstant, writeSeconds } from "./times.ts";

test("durations have a unit, and 0 needs none", () => {
  assert.deepEqual(["0", "90s", "30m", "24h", "7d"].map(parseDuration), [0, 90, 1800, 86_400, 604_800]);
  for (const text of ["", "24", "-1h", "1.5h", "1w", "999999999d"])
    assert.throws(() => parseDuration(text), /Expected/);
});

test("a point in time needs its zone, and is written as it is read", () => {
  assert.equal(writeSeconds(parseInstant("2027-01-01T01:00:00+01:00")), "2027-01-01T00:00:00Z");
  for (const text of ["2027-01-01", "2027-01-01T00:00:00", "2027-13-01T00:00:00Z", "now"]) {
    assert.throws(() => parseInstant(text), /Expected/);
  }
});
