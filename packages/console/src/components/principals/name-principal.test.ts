import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { nameAccessAccount, nameApplication, nameUser } from "./name-principal.ts";

const CONSOLE = new URL("../../", import.meta.url);

test("a principal is shown by its name, and by its identifier only without a readable name", () => {
  assert.equal(nameUser({ name: "Bob", username: "bob" }), "Bob");
  assert.equal(nameUser({ name: "\u200b", username: "bob" }), "bob");
  assert.equal(nameUser({ username: "bob" }), "bob");
  assert.equal(nameApplication({ name: "Nightly reports", client_id: "reports" }), "Nightly reports");
  assert.equal(nameApplication({ client_id: "reports" }), "reports");
  assert.equal(nameApplication({ id: "reports" }), "reports");
  assert.equal(nameAccessAccount(undefined, "ak_demo"), "ak_demo");
});

test("no other part of the console decides how a principal is shown", () => {
  const others = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/visible-name|name-principal/.test(name))
    .filter((name) => readFileSync(new URL(name, CONSOLE), "utf8").includes("visibleName("));
  assert.deepEqual(others, []);
});
