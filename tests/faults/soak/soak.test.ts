import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runSoak } from "./soak.ts";

// `npm run test:faults` does the same on PostgreSQL.
test("a server keeps its size under a steady load of every kind", async () => {
  const { violations, load } = await runSoak("sqlite", { seconds: 6, random: createRandom(1) });
  assert.deepEqual(violations, []);
  for (const flow of ["machine", "user", "administrator", "failures", "pushed"])
    assert.match(load, new RegExp(`${flow} [1-9]`));
});
