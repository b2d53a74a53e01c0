import assert from "node:assert/strict";
import { test } from "node:test";
import { createDeniedQuestions, createQuestions, permissionsOf, rolesOf } from "./permission-population.ts";

const USERS = 10_000;

test("every user has ten different roles and holds what these inherit", () => {
  for (const user of [0, 1, 4_711, USERS - 1]) assert.equal(new Set(rolesOf(user)).size, 10);
  const held = permissionsOf(61);
  assert.deepEqual(rolesOf(61).slice(0, 2), [427, 528]);
  for (const permission of [427, 42, 4, 528, 52, 5]) assert.ok(held.has(permission));
});

test("half of the questions are allowed, and each is about a different user", () => {
  const questions = createQuestions(USERS);
  assert.equal(questions.filter(({ allowed }) => allowed).length, USERS / 2);
  assert.equal(new Set(questions.map(({ subject }) => subject)).size, USERS);
});

test("denied questions are all denied", () => {
  assert.ok(createDeniedQuestions(USERS).every(({ allowed }) => !allowed));
});
