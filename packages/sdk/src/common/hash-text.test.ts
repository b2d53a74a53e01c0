import assert from "node:assert/strict";
import { test } from "node:test";
import { hashText } from "./hash-text.ts";

test("a runtime whose functions of Node throw, such as the edge runtime of Next, has the same hashes", async () => {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = () => {
    throw new Error("not supported in the Edge Runtime");
  };
  // Another address, so that the module is evaluated once more.
  const address = "./hash-text.ts?edge";
  try {
    const atEdge = await import(address);
    assert.equal(atEdge.hashText("a token"), hashText("a token"));
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
});
