import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runRotation } from "./rotation.ts";

const SHORT = { seconds: 8, everySeconds: 2 };

// `npm run test:faults` does the same with two nodes on PostgreSQL.
test("a server rotates its keys and restarts, and every token verifies until it expires", async () => {
  const { violations } = await runRotation("sqlite", { ...SHORT, random: createRandom(1) });
  assert.deepEqual(violations, []);
});

test("a key that is removed too early is seen", async () => {
  const { violations } = await runRotation("sqlite", {
    ...SHORT,
    random: createRandom(1),
    removesTooEarly: true,
  });
  assert.match(violations.join("\n"), /refuses a token that has not expired/);
});
