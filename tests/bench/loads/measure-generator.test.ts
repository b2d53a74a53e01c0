import assert from "node:assert/strict";
import { test } from "node:test";
import type { BenchContext } from "../bench-context.ts";
import { measureGenerator } from "./measure-generator.ts";

test("the generator is measured against a server that does nothing", async () => {
  const context: Pick<BenchContext, "seconds" | "limitWarmUp" | "progress"> = {
    seconds: 0.1,
    limitWarmUp: (extent) => ({ ...extent, requests: 10 }),
    progress() {},
  };
  const { requests } = await measureGenerator(context);
  assert.ok(requests > 0);
});
