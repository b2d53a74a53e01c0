import { UnavailableError } from "../../core/errors.ts";
import type { Check, CheckAnswer, CheckQuestion } from "../../permissions/check.ts";

/** What is not cached is read from the database, all at once: more would keep everybody else from it. */
const ASKED_AT_ONCE = 100;
const MAX_ATTEMPTS = 10;

/** The answers to many questions, all of one revision, asked in parts so that nobody else has to wait for all. */
export async function checkMany(
  check: Check,
  questions: readonly CheckQuestion[],
  atLeast?: number,
): Promise<readonly CheckAnswer[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answers: CheckAnswer[] = [];
    for (let from = 0; from < questions.length; from += ASKED_AT_ONCE)
      answers.push(...(await check.many(questions.slice(from, from + ASKED_AT_ONCE), atLeast)));
    if (answers.every(({ revision }) => revision === answers[0]?.revision)) return answers;
  }
  throw new UnavailableError("the permission data changes faster than it can be read");
}
