import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatPrincipalKey,
  isPrincipalOf,
  PRINCIPAL_TYPES,
  parsePrincipalKey,
  principalId,
} from "./principal-key.ts";

test("a key is read as it was written, whatever the id", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PRINCIPAL_TYPES), fc.string(), (type, id) => {
      const key = formatPrincipalKey(type, id);
      assert.deepEqual(parsePrincipalKey(key), { type, id });
      assert.equal(principalId(key), id);
      for (const each of PRINCIPAL_TYPES) assert.equal(isPrincipalOf(each, key), each === type);
    }),
  );
});

test("a text without a type of principal is no key", () => {
  for (const text of [
    "",
    "user",
    "users:a",
    "User:a",
    " user:a",
    "client:a",
    "role:clerk",
    ":a",
    "toString:a",
  ])
    assert.equal(parsePrincipalKey(text), undefined, text);
});
