import {
  answerCheck,
  type CheckAnswer,
  type CheckQuestion,
  instancesOf,
} from "@licet/engine/internal/answer-check.ts";
import type { SubjectFacts, SubjectReference } from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { type Awaitable, allOf, whenReady } from "../core/async/awaitable.ts";
import { UnavailableError } from "../core/errors/errors.ts";
import { requireTime } from "../core/time/deadline.ts";
import { createCooperativeScheduler, REQUEST_WORK, runAll } from "./cooperative-scheduler.ts";
import { createGatherSubjectFacts, type PermissionSources } from "./subject-facts.ts";

export interface Check {
  /**
   * Confirms once that this node is current (and has reached `atLeast`), then answers. At once when everything is cached,
   * which is the usual case and costs no promise.
   */
  one(question: CheckQuestion, atLeast?: number): Awaitable<CheckAnswer>;
  /**
   * The answers to all, at one revision and, as for one, at once when everything is cached. Throws TooMuchWorkError, or
   * rejects with it, when their conditions take too long together.
   */
  many(questions: readonly CheckQuestion[], atLeast?: number): Awaitable<readonly CheckAnswer[]>;
}

/** More than one is only needed while changes are coming in. */
const MAX_ATTEMPTS = 100;

export function createCheck(dependencies: PermissionSources): Check {
  const { feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  const gatherFor = (question: CheckQuestion): Awaitable<SubjectFacts> =>
    gather(question.subject, instancesOf(question));

  /** The facts of each question. Neighbours about one subject share theirs, with the instances of all of them. */
  function gatherEach(questions: readonly CheckQuestion[]): Awaitable<SubjectFacts>[] {
    const gathered: Awaitable<SubjectFacts>[] = [];
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
  function gatherAll(questions: readonly CheckQuestion[], attempt = 1): Awaitable<readonly SubjectFacts[]> {
    const { revision } = feed;
    const gathered = allOf(gatherEach(questions));
    if (!(gathered instanceof Promise)) return gathered;
    return gathered.then((waited) => {
      // A change was heard between two of them: ask again, so that all speak of one revision.
      if (feed.revision === revision) return waited;
      requireTime();
      if (attempt < MAX_ATTEMPTS) return gatherAll(questions, attempt + 1);
      throw new UnavailableError("the permission data changes faster than it can be read");
    });
  }

  function answerAll(
    questions: readonly CheckQuestion[],
    gathered: readonly SubjectFacts[],
  ): Awaitable<readonly CheckAnswer[]> {
    // All answers are of one time, as they are of one revision.
    const now = stopClock(clock);
    return runAll(createCooperativeScheduler(REQUEST_WORK), questions, (question, index, meter) =>
      answerCheck(gathered[index] as SubjectFacts, question, now, meter),
    );
  }

  return {
    one(question, atLeast) {
      const gathered = whenReady(feed.confirm(atLeast), () => gatherFor(question));
      return whenReady(gathered, (facts) => answerCheck(facts, question, clock));
    },
    many(questions, atLeast) {
      const gathered = whenReady(feed.confirm(atLeast), () => gatherAll(questions));
      return whenReady(gathered, (facts) => answerAll(questions, facts));
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
