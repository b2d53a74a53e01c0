import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer, SealError } from "./seal.ts";

const PRIVATE_KEY = Buffer.from("not really a private key");
const sealer = createSealer(Buffer.alloc(32, 1));

test("a sealed value opens again, in another process with the same secret", () => {
  const sealed = sealer.seal("kid-1", PRIVATE_KEY);
  assert.deepEqual(createSealer(Buffer.alloc(32, 1)).open("kid-1", sealed), PRIVATE_KEY);
});

test("sealing twice never gives the same text, and none shows the key", () => {
  const [first, second] = [sealer.seal("kid-1", PRIVATE_KEY), sealer.seal("kid-1", PRIVATE_KEY)];
  assert.notEqual(first, second);
  assert.ok(!Buffer.from(first.slice(3), "base64url").includes(PRIVATE_KEY));
});

test("another secret does not open it, and the operator is told which setting is wrong", () => {
  const sealed = sealer.seal("kid-1", PRIVATE_KEY);
  assert.throws(
    () => createSealer(Buffer.alloc(32, 2)).open("kid-1", sealed),
    (error) => error instanceof SealError && /LICET_SECRET does not match this database/.test(error.message),
  );
});

test("the message names what did not open, whatever it is, and speaks of no other thing", () => {
  assert.throws(() => sealer.open("the answer to request 17", "v1.AAAA"), {
    name: "SealError",
    message: /^what is stored sealed as the answer to request 17 does not open(?!.*\bkeys?\b)/,
  });
});

test("a sealed key cannot be moved to another kid", () => {
  const sealed = sealer.seal("kid-1", PRIVATE_KEY);
  assert.throws(() => sealer.open("kid-2", sealed), SealError);
});

test("any changed byte, a cut and plain nonsense are refused", () => {
  const sealed = sealer.seal("kid-1", PRIVATE_KEY);
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.throws(() => sealer.open("kid-1", `v1.${changed.toString("base64url")}`), SealError);
  }
  for (const text of ["", "v1.", "v2.abc", sealed.slice(3), sealed.slice(0, -4), `v1.${"A".repeat(37)}`]) {
    assert.throws(() => sealer.open("kid-1", text), SealError, text);
  }
});
