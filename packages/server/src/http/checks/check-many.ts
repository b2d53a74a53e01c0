import { setImmediate as nextTurn } from "node:timers/promises";
import type { CheckAnswer, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Awaitable } from "../../core/async/awaitable.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import { requireTime } from "../../core/time/deadline.ts";
import type { Check } from "../../permissions/check.ts";
import { invalidInput } from "../problems.ts";

/** Facts that are not cached are read from the database, all at once: more would delay all other requests. */
const MAX_ASKED_AT_ONCE = 100;
/** Most batches are one part. */
const FIRST_PART = 50;
const MAX_ATTEMPTS = 10;
/** Conditions may take a while, each within its bounds. A part that takes longer than this makes the next smaller. */
const PART_MILLISECONDS = 10;
const MAX_MILLISECONDS = 5_000;

/**
 * The answers to many questions, all of one revision, in parts so that other requests need not wait for all. One part
 * whose facts are cached is answered at once.
 */
export const checkMany = (
  check: Check,
  questions: readonly CheckQuestion[],
  atLeast?: number,
): Awaitable<readonly CheckAnswer[]> =>
  questions.length <= FIRST_PART ? check.many(questions, atLeast) : checkInParts(check, questions, atLeast);

async function checkInParts(
  check: Check,
  questions: readonly CheckQuestion[],
  atLeast?: number,
): Promise<readonly CheckAnswer[]> {
  const endAt = performance.now() + MAX_MILLISECONDS;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answers: CheckAnswer[] = [];
    let atOnce = FIRST_PART;
    while (answers.length < questions.length) {
      const started = performance.now();
      if (started > endAt)
        throw invalidInput([
          { pointer: "", detail: "these take too long together; ask fewer at once", code: "too_much_work" },
        ]);
      const part = questions.slice(answers.length, answers.length + atOnce);
      answers.push(...(await check.many(part, atLeast)));
      const wasQuick = performance.now() - started <= PART_MILLISECONDS;
      atOnce = wasQuick ? Math.min(atOnce * 2, MAX_ASKED_AT_ONCE) : Math.max(Math.floor(atOnce / 2), 1);
      if (!wasQuick) await nextTurn();
    }
    if (answers.every(({ revision }) => revision === answers[0]?.revision)) return answers;
    requireTime();
  }
  throw new UnavailableError("the permission data changes faster than it can be read");
}
