import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hashText } from "./hash-text.ts";
import { sha256 } from "./sha256.ts";

const expected = (text: string): string => createHash("sha256").update(text).digest("hex");

test("a text has the digest that Node computes, whatever its length", () => {
  // 55, 56, 63 and 64 bytes are where the padding needs another block.
  for (let length = 0; length < 300; length += 1) {
    const text = String.fromCharCode(
      ...Array.from({ length }, (_, index) => 33 + ((index * 7 + length) % 90)),
    );
    assert.equal(sha256(text), expected(text), `${length} characters`);
  }
  for (const text of ["x".repeat(16_384), "é€𝄞".repeat(50), "\u0000", "\ud800"])
    assert.equal(sha256(text), expected(text));
});

test("a runtime with node:crypto and one without it give the same key", () => {
  assert.equal(hashText("a token"), sha256("a token"));
});
