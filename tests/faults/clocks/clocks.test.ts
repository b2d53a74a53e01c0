import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runClocksOnOneNode } from "./single-node.ts";
import { runClocksOnTwoNodes } from "./two-nodes.ts";
import { runStartsByWrongClock } from "./wrong-start.ts";

// At once: both spend most of their time waiting for lives to end.
describe("a clock that jumps", { concurrency: true }, () => {
  test("a node whose clock is two hours ahead revives nothing on the other one", async () => {
    const { violations } = await runClocksOnTwoNodes({ jumps: ["2 h ahead"], compares: true });
    assert.deepEqual(violations, []);
  });

  test("a node that is started while the database's clock is two hours ahead answers when it is right again", async () => {
    const { violations } = await runStartsByWrongClock({ jumps: ["2 h ahead"], compares: true });
    assert.deepEqual(violations, []);
  });

  test("a machine's clock that is set back, also between two starts, lets nothing live longer", async () => {
    const { violations } = await runClocksOnOneNode({
      engine: "sqlite",
      jumps: ["5 min back"],
      compares: true,
    });
    assert.deepEqual(violations, []);
  });
});
