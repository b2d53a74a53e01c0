import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runSoak } from "./soak.ts";

for (const engine of ["sqlite", "postgres"] as const) {
  test(`a server on ${engine} keeps its size under a steady load of every kind`, async () => {
    const { violations, load } = await runSoak(engine, { seconds: 6, random: createRandom(1) });
    assert.deepEqual(violations, []);
    for (const flow of ["machine", "user", "administrator", "failures", "pushed"])
      assert.match(load, new RegExp(`${flow} [1-9]`));
  });
}
