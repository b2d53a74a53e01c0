import assert from "node:assert/strict";
import { test } from "node:test";
import { createUsage, parseOptions } from "./options.ts";

const ROWS = ["check", "memory"];

test("a short run has fewer and shorter rounds, and the sizes of a long one", () => {
  const long = parseOptions([], ROWS);
  const short = parseOptions(["--short"], ROWS);
  assert.deepEqual([long.rounds, long.seconds, short.rounds, short.seconds], [5, 2, 3, 1]);
  assert.deepEqual([short.users, short.manyApplications], [long.users, long.manyApplications]);
  assert.equal(parseOptions(["--short", "--rounds", "9"], ROWS).rounds, 9);
});

test("only a whole run is published", () => {
  assert.equal(parseOptions(["--publish"], ROWS).publish, true);
  for (const partial of [
    ["--only", "check"],
    ["--users", "1000"],
    ["--warm-up", "300"],
  ])
    assert.throws(() => parseOptions(["--publish", ...partial], ROWS), /--publish needs/);
});

test("rows that do not exist and numbers that are none are refused by name", () => {
  assert.throws(() => parseOptions(["--only", "chek"], ROWS), /--only needs some of check, memory/);
  assert.throws(() => parseOptions(["--rounds", "0"], ROWS), /--rounds/);
  assert.throws(() => parseOptions(["--users", "many"], ROWS), /--users/);
  assert.throws(() => parseOptions(["--seconds", "0"], ROWS), /--seconds/);
  assert.throws(() => parseOptions(["--peers", "--only", "check"], ROWS), /--peers/);
});

test("the usage names every row", () => {
  for (const row of ROWS) assert.ok(createUsage(ROWS).includes(row));
});
