import assert from "node:assert/strict";
import { test } from "node:test";
import type { User } from "../../accounts/entities.ts";
import { claimsOfUser, scopesOfClaims } from "./user-claims.ts";

const ada: User = {
  id: "usr_1",
  username: "ada",
  enabled: true,
  email: "ada@example.test",
  name: "Ada",
  attributes: {
    given_name: "Ada",
    phone_number: "+44 1",
    phone_number_verified: "yes",
    address: { country: "GB" },
    department: "sales",
    email: "forged@example.test",
    sub: "usr_2",
  },
};

test("each scope stands for its claims (OpenID Connect Core §5.4), and nothing else of a user goes out", () => {
  assert.deepEqual(claimsOfUser(ada, ["openid", "orders:read"]), {});
  assert.deepEqual(claimsOfUser(ada, ["profile"]), {
    name: "Ada",
    given_name: "Ada",
    preferred_username: "ada",
  });
  assert.deepEqual(claimsOfUser(ada, ["address"]), { address: { country: "GB" } });
});

test("an attribute cannot override a member of the user, and a wrong type is left out", () => {
  assert.deepEqual(claimsOfUser(ada, ["email"]), { email: "ada@example.test", email_verified: false });
  assert.deepEqual(claimsOfUser(ada, ["phone"]), { phone_number: "+44 1" });
});

test("an unknown address is not unverified, it is not there", () => {
  const { email: _, ...nameless } = ada;
  assert.deepEqual(claimsOfUser(nameless, ["email"]), {});
});

test("single claims are given under the scope that stands for them", () => {
  assert.deepEqual(claimsOfUser(ada, ["profile", "email"], ["email"]), { email: "ada@example.test" });
  assert.deepEqual(claimsOfUser(ada, ["profile"], ["email"]), {});
  assert.deepEqual(scopesOfClaims(["email_verified", "name", "acr"]), ["profile", "email"]);
});

test("a requested claim that is the name of a member of every JavaScript object stands for no scope", () => {
  assert.deepEqual(scopesOfClaims(["constructor", "toString", "__proto__"]), []);
});
