import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, nextSort, parseSort } from "./sorting.ts";

test("a click sorts by a column in its first order, and another click in the opposite one", () => {
  assert.equal(nextSort("email", "name"), "email");
  assert.equal(nextSort("email", "email"), "-email");
  assert.equal(nextSort("email", "-email"), "email");
  // Times begin with the newest.
  assert.equal(nextSort("-created_at", "name"), "-created_at");
  assert.equal(nextSort("-created_at", "-created_at"), "created_at");
  assert.equal(nextSort("-created_at", "created_at"), "-created_at");
});

test("only the column of the order has a direction, and only known orders are taken from the address", () => {
  assert.equal(directionOf("-created_at", "created_at"), "ascending");
  assert.equal(directionOf("name", "-name"), "descending");
  assert.equal(directionOf("name", "-username"), "none");
  assert.equal(parseSort("-name", ["name"]), "-name");
  assert.equal(parseSort("--name", ["name"]), undefined);
  assert.equal(parseSort("password", ["name"]), undefined);
});
