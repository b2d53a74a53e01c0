import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveKey } from "./derive-key.ts";

const SECRET = "a secret that an operator chose, long enough";

test("a secret and a purpose always give the same 32 bytes, as text or as bytes", () => {
  const key = deriveKey(SECRET, "signing keys");
  assert.equal(key.length, 32);
  assert.deepEqual(deriveKey(Buffer.from(SECRET), "signing keys"), key);
});

test("another purpose or another secret gives another key", () => {
  const key = deriveKey(SECRET, "signing keys");
  assert.notDeepEqual(deriveKey(SECRET, "cursors"), key);
  assert.notDeepEqual(deriveKey(`${SECRET}!`, "signing keys"), key);
});

test("an empty secret is refused", () => {
  assert.throws(() => deriveKey("", "signing keys"), RangeError);
  assert.throws(() => deriveKey(new Uint8Array(), "signing keys"), RangeError);
});
