import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

export function assertionCases(engine: EngineUnderTest): void {
  test("of fifty parallel uses of one assertion, on two nodes, exactly one is the first", () =>
    onEmptyStorage(engine, async ({ assertions }, openAgain) => {
      const other = await openAgain();
      const uses = Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? assertions : other.assertions).spend("reports", "jti-1", 1_900_000_000),
      );
      assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
    }));

  test("an assertion's identifier belongs to its client, and may be any text", () =>
    onEmptyStorage(engine, async ({ assertions }) => {
      const pairs = [
        ["a", "1"],
        ["b", "1"],
        ["a", ""],
        ["a", "nul\0"],
        ["a", "x".repeat(10_000)],
        ["a1", ""],
      ] as const;
      for (const [client, jti] of pairs) assert.equal(await assertions.spend(client, jti, 1), true);
      for (const [client, jti] of pairs) assert.equal(await assertions.spend(client, jti, 1), false);
    }));
}
