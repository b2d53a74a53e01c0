// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPageBrowser } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";

let pages: RunningPages;
const composed = "caf\u00e9 \u1e9b\u0323 12";
before(async () => {
  pages = await startPages({
    readsLog: true,
    state: `users: [{ username: zo\u00e9, password: "${composed}" }]`,
  });
});
after(() => pages.stop());

const signIn = (username: string, password: string) =>
  createPageBrowser(pages.url).signIn(username, password);

test("RFC 8265 §4.2.1: a password and a name may arrive composed or decomposed", async () => {
  assert.equal((await signIn("zo\u00e9", composed)).status, 303);
  assert.equal((await signIn("zoe\u0301", composed.normalize("NFD"))).status, 303);
  assert.equal((await signIn("zo\u00e9", "cafe 12")).status, 400);
});

test("impossible passwords are wrong, up to the largest form and beyond", async () => {
  const strange = ["a\0b", "\0", "*".repeat(1_025), "*".repeat(4_096), "*".repeat(4_097), "*".repeat(60_000)];
  for (const password of strange) {
    const answer = await signIn("zo\u00e9", password);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /do not match/);
    assert.doesNotMatch(answer.text, /\*{4}/, "what was typed does not come back");
    pages.clock.advance(900);
  }
  assert.equal((await signIn("zo\u00e9", "*".repeat(100_000))).status, 413);
});

test("impossible names are unknown, and no error", async () => {
  for (const name of [
    "",
    " ",
    "a\0b",
    "\0",
    "*",
    "usr_",
    "x".repeat(40_000),
    "@",
    "%",
    "'; --",
    "\u{1f600}".repeat(400),
  ]) {
    const answer = await signIn(name, composed);
    assert.equal(answer.status, 400, JSON.stringify(name.slice(0, 20)));
    assert.match(answer.text, name.trim() === "" ? /Enter your username or email/ : /do not match/);
  }
  assert.doesNotMatch(pages.logged(), /request failed|cannot answer/);
});
