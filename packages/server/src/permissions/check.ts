import {
  answerCheck,
  type CheckAnswer,
  type CheckQuestion,
  instancesOf,
} from "@licet/engine/answer-check.ts";
import type { SubjectFacts } from "@licet/engine/subject.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import { whenReady } from "../core/awaitable.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { requireTime } from "../core/deadline.ts";
import { UnavailableError } from "../core/errors.ts";
import { createCooperativeScheduler, REQUEST_WORK, runAll } from "./cooperative-scheduler.ts";
import type { FactSource } from "./fact-source.ts";
import { createGatherSubjectFacts } from "./subject-facts.ts";
import type { SubjectSource } from "./subjects.ts";

export interface Check {
  /**
   * Confirms once that this node is current (and has reached `atLeast`), then answers. At once when everything is cached,
   * which is the usual case and costs no promise.
   */
  one(question: CheckQuestion, atLeast?: number): CheckAnswer | Promise<CheckAnswer>;
  /** The answers to all, at one revision. Throws TooMuchWorkError when their conditions take too long together. */
  many(questions: readonly CheckQuestion[], atLeast?: number): Promise<readonly CheckAnswer[]>;
}

/** More than one is only needed while changes are coming in. */
const MAX_ATTEMPTS = 100;

export function createCheck(dependencies: {
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): Check {
  const { feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  const gatherFor = (question: CheckQuestion): SubjectFacts | Promise<SubjectFacts> =>
    gather(question.subject, instancesOf(question));

  /** Gathers the facts of all questions, at one revision. */
  async function gatherAll(questions: readonly CheckQuestion[]): Promise<readonly SubjectFacts[]> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { revision } = feed;
      const gathered = questions.map(gatherFor);
      if (!gathered.some((one) => one instanceof Promise)) return gathered as SubjectFacts[];
      const waited = await Promise.all(gathered);
      // A change was heard between two of them: ask again, so that all speak of one revision.
      if (feed.revision === revision) return waited;
      requireTime();
    }
    throw new UnavailableError("the permission data changes faster than it can be read");
  }

  return {
    one(question, atLeast) {
      const gathered = whenReady(feed.confirm(atLeast), () => gatherFor(question));
      return whenReady(gathered, (facts) => answerCheck(facts, question, clock));
    },
    async many(questions, atLeast) {
      await feed.confirm(atLeast);
      const gathered = await gatherAll(questions);
      return runAll(createCooperativeScheduler(REQUEST_WORK), questions, (question, index, meter) =>
        answerCheck(gathered[index] as SubjectFacts, question, clock, meter),
      );
    },
  };
}
