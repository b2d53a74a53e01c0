import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createSecretHasher, generateSecret, hasSecretChecksum, secretHint } from "./secret.ts";

test("a generated secret has the prefix, 43 random characters and a checksum that a scanner can confirm", () => {
  const secrets = Array.from({ length: 200 }, generateSecret);
  for (const secret of secrets) {
    assert.match(secret, /^lsk_[0-9A-Za-z]{49}$/);
    assert.ok(hasSecretChecksum(secret));
  }
  assert.equal(new Set(secrets).size, secrets.length);
});

test("every letter of base62 turns up about as often as every other", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 3000; i += 1) {
    for (const letter of generateSecret().slice(4, -6)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  const expected = (3000 * 43) / 62;
  // Six standard deviations: a fair draw fails once in many million runs; bytes modulo 62 would fail always.
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected));
});

test("a secret with one changed character, or something else altogether, has no valid checksum", () => {
  const secret = generateSecret();
  const other = secret[10] === "a" ? "b" : "a";
  assert.equal(hasSecretChecksum(secret.slice(0, 10) + other + secret.slice(11)), false);
  assert.equal(hasSecretChecksum(secret.slice(0, -1)), false);
  assert.equal(hasSecretChecksum(`${secret}\n`), false);
  assert.equal(hasSecretChecksum("demo-reports-secret-not-for-production"), false);
});

test("a hash matches its own secret only, and depends on the pepper", () => {
  const hasher = createSecretHasher(randomBytes(32));
  const secret = generateSecret();
  const hash = hasher.hash(secret);
  assert.match(hash, /^[A-Za-z0-9_-]{43}$/);
  assert.ok(hasher.matches(secret, hash));
  assert.equal(hasher.matches(`${secret}x`, hash), false);
  assert.equal(hasher.matches(secret, ""), false);
  assert.equal(hasher.matches(secret, "not a hash"), false);
  assert.notEqual(createSecretHasher(randomBytes(32)).hash(secret), hash);
});

test("the hint is the end of the secret", () => {
  assert.equal(secretHint("demo-reports-secret-not-for-production"), "tion");
});
