import type { AuditRecorder } from "../../audit/recorder.ts";
import { whenReady } from "../../core/async/awaitable.ts";
import type { Check } from "../../permissions/check.ts";

/** Counts the answers of checks as `checks`. A batch is counted once for each answer kind, since it may have a thousand. */
export function createCountedCheck(check: Check, counters: Pick<AuditRecorder, "count">): Check {
  const count = (allowed: number, denied: number) => {
    if (allowed > 0) counters.count("checks", "allowed", allowed);
    if (denied > 0) counters.count("checks", "denied", denied);
  };
  return {
    one: (question, atLeast) =>
      whenReady(check.one(question, atLeast), (answer) => {
        counters.count("checks", answer.allowed ? "allowed" : "denied", 1);
        return answer;
      }),
    many: (questions, atLeast) =>
      whenReady(check.many(questions, atLeast), (answers) => {
        let allowed = 0;
        for (const answer of answers) if (answer.allowed) allowed += 1;
        count(allowed, answers.length - allowed);
        return answers;
      }),
  };
}
