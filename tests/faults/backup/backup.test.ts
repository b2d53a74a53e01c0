import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINES } from "../../support/engines.ts";
import { createRandom } from "../support/random.ts";
import { judge, runKilledRestores } from "./killed-restores.ts";

for (const engine of ENGINES)
  test(`a restore that is killed leaves the old database or the restored one, on ${engine}`, async () => {
    const { violations, figure } = await runKilledRestores(engine, {
      random: createRandom(7),
      rounds: 2,
      users: 100,
    });
    assert.deepEqual(violations, [], figure);
  });

test("a database that is half of each, or damaged, is found", () => {
  assert.equal(judge({ old: 100, restored: 0 }, 100), undefined);
  assert.equal(judge({ old: 0, restored: 100 }, 100), undefined);
  for (const [old, restored] of [
    [0, 0],
    [99, 0],
    [100, 1],
    [50, 50],
    [-1, -1],
  ] as const)
    assert.match(judge({ old, restored }, 100) ?? "", /users of the old database/);
});
