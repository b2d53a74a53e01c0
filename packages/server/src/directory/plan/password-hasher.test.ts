import assert from "node:assert/strict";
import { test } from "node:test";
import { createFreshPasswordHasher, createPasswordHasher } from "./password-hasher.ts";

const given = (username: string, storedHash?: string) => ({ username, password: "open sesame", storedHash });

test("two users with one password get two hashes; the same user asked about again gets the same", async () => {
  for (const stage of [createPasswordHasher(), createFreshPasswordHasher()]) {
    const [ada, ben, again] = [
      await stage(given("ada")),
      await stage(given("ben")),
      await stage(given("ada")),
    ];
    assert.notEqual(ada, ben);
    assert.equal(again, ada);
  }
});

test("a stored hash that matches the password stays, unless the match must stay hidden", async () => {
  const stored = await createPasswordHasher()(given("ada"));
  assert.equal(await createPasswordHasher()(given("ada", stored)), stored);
  assert.notEqual(await createFreshPasswordHasher()(given("ada", stored)), stored);
});
