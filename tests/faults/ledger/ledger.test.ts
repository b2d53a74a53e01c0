import assert from "node:assert/strict";
import { test } from "node:test";
import { createLedger, outcomeOf } from "./ledger.ts";

test("only an answer with 2xx acknowledges; 5xx and silence say nothing", () => {
  assert.deepEqual([200, 204, 400, 404, 502, 503, undefined].map(outcomeOf), [
    ...["acknowledged", "acknowledged", "refused", "refused", "unknown", "unknown", "unknown"],
  ]);
});

test("a role is expected as its last acknowledged write left it, and not at all after one without an answer", () => {
  const ledger = createLedger();
  ledger.noteRole("created", "present", "acknowledged");
  ledger.noteRole("deleted", "present", "acknowledged");
  ledger.noteRole("deleted", "absent", "acknowledged");
  ledger.noteRole("perhaps", "present", "unknown");
  ledger.noteRole("perhaps deleted", "present", "acknowledged");
  ledger.noteRole("perhaps deleted", "absent", "unknown");
  ledger.noteRole("known again", "present", "unknown");
  ledger.noteRole("known again", "absent", "acknowledged");
  ledger.noteRole("refused", "present", "refused");
  assert.deepEqual(
    [...ledger.expectedRoles()],
    [
      ["created", "present"],
      ["deleted", "absent"],
      ["known again", "absent"],
      ["refused", "absent"],
    ],
  );
  assert.deepEqual([ledger.acknowledged, ledger.unknown], [5, 3]);
});

test("a code that gives tokens twice, and a refresh token with two successors, are contradictions", () => {
  const ledger = createLedger();
  ledger.noteTokensFor("code 1");
  ledger.noteTokensFor("code 2");
  ledger.noteSuccessor("token 1", "token 2");
  ledger.noteSuccessor("token 1", "token 2");
  assert.deepEqual(ledger.contradictions(), []);
  ledger.noteTokensFor("code 2");
  ledger.noteSuccessor("token 1", "token 3");
  assert.deepEqual(ledger.contradictions(), [
    "a code gave tokens 2 times",
    "a refresh token has 2 successors",
  ]);
});
