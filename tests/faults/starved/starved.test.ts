import assert from "node:assert/strict";
import { test } from "node:test";
import { findViolations, type Observed } from "./starved.ts";

const answer = (kind: string, milliseconds: number, status = 200) => ({
  kind,
  milliseconds,
  status,
  text: "",
  isAbandoned: false,
});
const GOOD: Observed = {
  answers: [answer("a new connection", 9_000, 503), answer("a kept connection", 20)],
  abandoned: [
    { name: "begun", leftAt: 100_000 },
    { name: "never", leftAt: 100_000 },
  ],
  createdAt: new Map([["begun", 101_000]]),
  lostChains: [],
};

test("a server that keeps its promises has no violation", () => {
  assert.deepEqual(findViolations(GOOD), []);
});

test("each broken promise is found", () => {
  const broken: Readonly<Record<string, Partial<Observed>>> = {
    "a new connection: an answer after 10.5 s": { answers: [answer("a new connection", 10_500)] },
    "a kept connection: 500": { answers: [answer("a kept connection", 10, 500)] },
    "begun: written 5000 ms after its client left": { createdAt: new Map([["begun", 105_000]]) },
    "a client lost its refresh token: invalid_grant": { lostChains: ["invalid_grant"] },
  };
  for (const [sentence, part] of Object.entries(broken))
    assert.deepEqual(findViolations({ ...GOOD, ...part }), [sentence]);
});
