// @engine sqlite: its write lock is the fault.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runWriteLock } from "./write-lock.ts";

const LOCK_SECONDS = 6.5;
/** Half of the lock: the machine may be busy with other tests. */
const MOST_FOR_A_READ_MILLISECONDS = 3_000;

test("while another process holds the write lock, only writes wait, and they are refused in time", async () => {
  const { violations, figure } = await runWriteLock(LOCK_SECONDS, {}, MOST_FOR_A_READ_MILLISECONDS);
  assert.deepEqual(violations, [], figure);
  assert.match(figure, /, [1-9]\d* of them answered with 503/, "the lock was felt");
});

test("with one connection for all, the same lock keeps reads waiting", async () => {
  const { violations } = await runWriteLock(
    LOCK_SECONDS,
    { readsApart: false },
    MOST_FOR_A_READ_MILLISECONDS,
  );
  assert.match(violations.join("\n"), /introspection: the slowest took/);
});
