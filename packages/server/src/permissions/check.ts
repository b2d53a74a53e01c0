import {
  answerCheck,
  type CheckAnswer,
  type CheckQuestion,
  instancesOf,
} from "@licet/engine/answer-check.ts";
import type { SubjectFacts, SubjectReference } from "@licet/engine/subject.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import { allOf, whenReady } from "../core/awaitable.ts";
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

  /** The facts of each question. Neighbours about one subject share theirs, with the instances of all of them. */
  function gatherEach(questions: readonly CheckQuestion[]): (SubjectFacts | Promise<SubjectFacts>)[] {
    const gathered: (SubjectFacts | Promise<SubjectFacts>)[] = [];
    for (let start = 0; start < questions.length; ) {
      const first = questions[start] as CheckQuestion;
      const end = findNextSubject(questions, start);
      const facts =
        end === start + 1
          ? gatherFor(first)
          : gather(first.subject, questions.slice(start, end).flatMap(instancesOf));
      for (; start < end; start += 1) gathered.push(facts);
    }
    return gathered;
  }

  /** Gathers the facts of all questions, at one revision. */
  async function gatherAll(questions: readonly CheckQuestion[]): Promise<readonly SubjectFacts[]> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { revision } = feed;
      const gathered = allOf(gatherEach(questions));
      if (!(gathered instanceof Promise)) return gathered;
      const waited = await gathered;
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
      const confirming = feed.confirm(atLeast);
      if (confirming) await confirming;
      const gathered = await gatherAll(questions);
      // All answers are of one time, as they are of one revision.
      const now = stopClock(clock);
      return runAll(createCooperativeScheduler(REQUEST_WORK), questions, (question, index, meter) =>
        answerCheck(gathered[index] as SubjectFacts, question, now, meter),
      );
    },
  };
}

function stopClock(clock: Clock): Clock {
  const seconds = clock.seconds();
  const milliseconds = clock.milliseconds();
  return { seconds: () => seconds, milliseconds: () => milliseconds };
}

/** The index of the first question after `start` about another subject. Attributes are compared by identity. */
function findNextSubject(questions: readonly CheckQuestion[], start: number): number {
  const { subject } = questions[start] as CheckQuestion;
  let next = start + 1;
  while (next < questions.length && isSameSubject((questions[next] as CheckQuestion).subject, subject))
    next += 1;
  return next;
}

const isSameSubject = (one: SubjectReference, other: SubjectReference): boolean =>
  one === other || (one.id === other.id && one.type === other.type && one.attributes === other.attributes);
