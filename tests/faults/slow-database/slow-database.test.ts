// @engine postgres: the network between Licet and its database.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blackHole, delay, NO_DEADLINE } from "./experiments.ts";
import { runSlowDatabase } from "./slow-database.ts";

/** A short deadline, so that the test is short. The other limits are generous, because the machine is shared. */
const DEADLINE_MILLISECONDS = 2_000;
const LONGEST_ANSWER_MILLISECONDS = 6_000;
const LONGEST_RECOVERY_MILLISECONDS = 25_000;

test("every request is answered in time while the database is slow or silent, and no acknowledged write is lost", async () => {
  const { violations, requests, acknowledged, unknown } = await runSlowDatabase({
    phases: [delay(3), blackHole(3)],
    callersOfEachKind: 2,
    requestDeadlineMilliseconds: DEADLINE_MILLISECONDS,
    longestAnswerMilliseconds: LONGEST_ANSWER_MILLISECONDS,
    longestRecoveryMilliseconds: LONGEST_RECOVERY_MILLISECONDS,
  });
  assert.deepEqual(violations, []);
  assert.ok(acknowledged > 0, "something was written");
  assert.ok(unknown > 0, "and something was not");
  assert.ok((requests.summary("write").byStatus.get(503) ?? 0) > 0);
});

test("without a deadline, requests wait longer than that", async () => {
  const { violations } = await runSlowDatabase({
    phases: [delay(3, 800)],
    callersOfEachKind: 1,
    requestDeadlineMilliseconds: NO_DEADLINE,
    longestAnswerMilliseconds: DEADLINE_MILLISECONDS + 500,
  });
  assert.match(violations.join("\n"), /: \d+ only after/);
});
