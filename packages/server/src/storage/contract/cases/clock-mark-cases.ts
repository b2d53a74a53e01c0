import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

export function clockMarkCases(engine: EngineUnderTest): void {
  test("the latest time stays stored, unless an earlier one replaces it", () =>
    onEmptyStorage(engine, async ({ clockMark }) => {
      assert.equal(await clockMark.find(), undefined);
      await clockMark.raise(9_000);
      await clockMark.raise(1_800_000_000_123.5);
      await clockMark.raise(10_000);
      assert.equal(await clockMark.find(), 1_800_000_000_123);
      await clockMark.replace(10_000);
      await clockMark.raise(9_999);
      assert.equal(await clockMark.find(), 10_000);
    }));
}
