// @engine sqlite: its write lock is the fault.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runWriteLock } from "./write-lock.ts";

test("while another process holds the write lock, only writes wait, and they are refused in time", async () => {
  const { violations, figure } = await runWriteLock(6.5);
  assert.deepEqual(violations, [], figure);
  assert.match(figure, /, [1-9]\d* of them answered with 503/, "the lock was felt");
});

test("with one connection for all, the same lock keeps reads waiting", async () => {
  const { violations } = await runWriteLock(4, { readsApart: false });
  assert.match(violations.join("\n"), /introspection: the slowest took/);
});
