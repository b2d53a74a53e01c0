import assert from "node:assert/strict";
import { test } from "node:test";
import { processorMilliseconds } from "../../../../../tests/support/processor-time.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { hashPassword, verifyPassword } from "./password.ts";

test("a hash is argon2id in PHC format with the OWASP cost, and salted", async () => {
  const [first, second] = await Promise.all([hashPassword("open sesame"), hashPassword("open sesame")]);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(first, second);
});

test("the right password matches and a wrong one does not", async () => {
  const hash = await hashPassword("open sesame");
  assert.equal(await verifyPassword("open sesame", hash), true);
  assert.equal(await verifyPassword("open sesam", hash), false);
});

test("the hash of another implementation, with other parameters, can be verified", async () => {
  // RFC 9106 gives no vector without a secret; this one is argon2's reference command line:
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal(await verifyPassword("password", reference), true);
  assert.equal(await verifyPassword("Password", reference), false);
});

test("a password may arrive composed or decomposed", async () => {
  const hash = await hashPassword("caf\u00e9");
  assert.equal(await verifyPassword("cafe\u0301", hash), true);
});

test("impossible passwords are refused before any work", async () => {
  const impossible = ["", "a\0b", "\ud800", "x".repeat(1025), "x".repeat(5000)];
  const hash = await hashPassword("open sesame");
  for (const password of impossible) {
    await assert.rejects(hashPassword(password), InvalidInputError);
    assert.equal(await verifyPassword(password, hash), false);
  }
  assert.ok(await hashPassword("\u{1f511}".repeat(1024)));
});

test("a missing or broken hash answers false after the work of a real one", async () => {
  const hash = await hashPassword("open sesame");
  const workOf = async (phc: string | undefined) => {
    const before = processorMilliseconds();
    assert.equal(await verifyPassword("wrong", phc), false);
    return processorMilliseconds() - before;
  };
  const real = await workOf(hash);
  for (const phc of [
    undefined,
    "",
    "$argon2id$v=19$m=99,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
  ]) {
    // Wide, because caches are shared; skipping it would be a thousand times less.
    assert.ok((await workOf(phc)) > real / 20);
  }
});

test("many at once all get their answer", async () => {
  const hash = await hashPassword("open sesame");
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, i) => verifyPassword(i % 2 === 0 ? "open sesame" : "no", hash)),
  );
  assert.deepEqual(answers, [true, false, true, false, true, false, true, false, true]);
});
