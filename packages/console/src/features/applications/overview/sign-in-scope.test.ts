import assert from "node:assert/strict";
import { test } from "node:test";
import { signInScope } from "./sign-in-scope.ts";

test("an example that signs users in asks for their name, and for what the application may request", () => {
  assert.equal(signInScope(), "openid profile");
  assert.equal(
    signInScope(["profile", "orders:read", "openid", "email"]),
    "openid profile orders:read email",
  );
  assert.equal(signInScope(["a:1", "a:2", "a:3", "a:4"]), "openid profile a:1 a:2 a:3");
});
