import assert from "node:assert/strict";
import { test } from "node:test";
import { decideInstall } from "./decide-install.ts";

const atTerminal = { mayInstall: true, hasTerminal: true, ci: undefined };

test("somebody at a terminal is asked before a package of the system is installed", () => {
  assert.equal(decideInstall(atTerminal), "ask");
  // An empty variable counts as not set.
  assert.equal(decideInstall({ ...atTerminal, ci: "" }), "ask");
});

test("without a terminal nobody could answer, so the run goes on", () => {
  assert.equal(decideInstall({ ...atTerminal, hasTerminal: false }), "install");
});

test("a hosted runner is not asked, even when it pretends to be a terminal", () => {
  for (const ci of ["true", "1"]) {
    assert.equal(decideInstall({ ...atTerminal, ci }), "install");
    assert.equal(decideInstall({ ...atTerminal, hasTerminal: false, ci }), "install");
  }
});

test("who may not install packages is never asked about it", () => {
  for (const hasTerminal of [true, false])
    for (const ci of [undefined, "true"])
      assert.equal(decideInstall({ mayInstall: false, hasTerminal, ci }), "cannot");
});
