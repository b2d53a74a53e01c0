import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLog } from "./refusal-log.ts";

test("where the environment may not be read, as in Deno, nothing is logged and nothing fails", (t) => {
  const real = process.env;
  t.after(() => {
    process.env = real;
  });
  process.env = new Proxy({}, { get: () => assert.fail('Requires env access to "NODE_ENV"') });
  assert.equal(chooseLog(undefined), undefined);
  process.env = { NODE_ENV: "production" };
  assert.equal(chooseLog(undefined), undefined);
  process.env = {};
  assert.equal(typeof chooseLog(undefined), "function");
});
