import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { announceSessionOver, sessionState } from "./session-state.ts";

beforeEach(() => sessionState.set({ kind: "active" }));

test("whatever request finds that the session ended asks the user to sign in again", () => {
  for (const reason of ["read", "write"] as const) {
    sessionState.set({ kind: "active" });
    announceSessionOver(reason);
    assert.equal(sessionState.get().kind, "over", reason);
  }
});

test("after the user said 'not now', a background read does not ask again, and a save does", () => {
  sessionState.set({ kind: "postponed" });
  announceSessionOver("read");
  assert.equal(sessionState.get().kind, "postponed");
  announceSessionOver("write");
  assert.equal(sessionState.get().kind, "over");
});

test("those who listen hear of a change once, and of none after they left", () => {
  let heard = 0;
  const leave = sessionState.subscribe(() => {
    heard += 1;
  });
  announceSessionOver("read");
  announceSessionOver("read");
  leave();
  sessionState.set({ kind: "active" });
  assert.equal(heard, 1);
});
