import assert from "node:assert/strict";
import { test } from "node:test";
import { createHashAnew, createSettlePassword } from "./settle-password.ts";

const given = (username: string, storedHash?: string) => ({ username, password: "open sesame", storedHash });

test("two users with one password get two hashes; the same user asked about again gets the same", async () => {
  for (const settle of [createSettlePassword(), createHashAnew()]) {
    const [ada, ben, again] = [
      await settle(given("ada")),
      await settle(given("ben")),
      await settle(given("ada")),
    ];
    assert.notEqual(ada, ben);
    assert.equal(again, ada);
  }
});

test("a stored hash that still fits stays, unless it must not show that it fits", async () => {
  const stored = await createSettlePassword()(given("ada"));
  assert.equal(await createSettlePassword()(given("ada", stored)), stored);
  assert.notEqual(await createHashAnew()(given("ada", stored)), stored);
});
