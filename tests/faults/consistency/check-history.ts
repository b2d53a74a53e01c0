import { checkLog } from "./check-log.ts";
import type { Asked, Failure, History, Write } from "./history.ts";
import type { Model } from "./model.ts";
import {
  createObservedRevisions,
  type ObservedRevision,
  type ObservedRevisions,
} from "./observed-revisions.ts";
import type { RecordedLog } from "./recorded-log.ts";
import { type Answered, isAnswered, replay } from "./replay.ts";

export interface Verdict {
  /** Sentences about what must never happen. Empty when all is well. */
  readonly violations: readonly string[];
  readonly figures: Figures;
  /** The expected content of the database at the end. */
  readonly model: Model;
}

export interface Figures {
  readonly writes: number;
  readonly checks: number;
  readonly allowed: number;
  readonly atLeast: number;
  readonly unavailable: number;
  readonly lost: number;
  readonly refused: number;
  /** Writes that failed for the caller and yet are in the log: the answer was lost, not the commit. */
  readonly unansweredCommits: number;
  /** Answers older than something that was already known when the question was asked. */
  readonly olderAnswers: number;
  readonly oldestMilliseconds: number;
  /** The stale answers that allowed a removed permission. */
  readonly staleAllows: number;
  readonly stalestAllowMilliseconds: number;
}

/**
 * Compares a history with the change log and with a model that replays the log. `boundMilliseconds` is how long after
 * a commit is known an answer of another node, without `at_least`, may still be older.
 */
export function checkHistory(history: History, log: RecordedLog, boundMilliseconds: number): Verdict {
  const answers = history.checks.filter(isAnswered);
  const everything: readonly (Write | Asked)[] = [...history.writes, ...history.checks];
  const anywhere = createObservedRevisions(everything.flatMap(observedRevisionOf));
  const byNode = new Map(
    [...Map.groupBy(everything, ({ node }) => node)].map(([node, own]) => [
      node,
      createObservedRevisions(own.flatMap(observedRevisionOf)),
    ]),
  );
  const { model, truths } = replay(history, log, answers, anywhere);
  const violations = [
    ...checkLog(history, log),
    ...answers.flatMap((answer) => [
      ...checkAge(answer, byNode.get(answer.node) as ObservedRevisions, anywhere, boundMilliseconds),
      ...checkTruth(answer, truths.get(answer)?.then),
    ]),
    ...history.checks.flatMap(({ result }) =>
      "failure" in result && !["unavailable", "lost"].includes(result.failure) ? [result.message] : [],
    ),
  ];

  const older = answers
    .map((answer) => ({ answer, lag: lagOf(answer, anywhere) }))
    .filter(({ lag }) => lag > 0);
  const staleAllows = older.filter(({ answer }) => truths.get(answer)?.later === false);
  const failed = (failure: Failure) =>
    everything.filter(({ result }) => "failure" in result && result.failure === failure).length;
  const committed = new Set(log.rows.map(({ actor }) => actor));
  return {
    violations,
    model,
    figures: {
      writes: history.writes.filter(({ result }) => "revision" in result).length,
      checks: answers.length,
      allowed: answers.filter(({ result }) => result.allowed).length,
      atLeast: answers.filter(({ atLeast }) => atLeast !== undefined).length,
      unavailable: failed("unavailable"),
      lost: failed("lost"),
      refused: failed("refused"),
      unansweredCommits: history.writes.filter(
        ({ actor, result }) => "failure" in result && committed.has(actor),
      ).length,
      olderAnswers: older.length,
      oldestMilliseconds: longest(older),
      staleAllows: staleAllows.length,
      stalestAllowMilliseconds: longest(staleAllows),
    },
  };
}

/** How long something newer than the answer was known when the question was asked. */
const lagOf = ({ startedAt, result }: Answered, known: ObservedRevisions): number =>
  startedAt - known.firstAt(result.revision + 1);

function* checkAge(
  answer: Answered,
  atThisNode: ObservedRevisions,
  anywhere: ObservedRevisions,
  boundMilliseconds: number,
): Generator<string> {
  const { node, atLeast, result } = answer;
  if (atLeast !== undefined && result.revision < atLeast) {
    yield `${node} was asked for at least ${atLeast}: ${describe(answer)}`;
  }
  const own = lagOf(answer, atThisNode);
  if (own > 0) yield `${node} had said more ${own.toFixed(1)} ms before: ${describe(answer)}`;
  const lag = lagOf(answer, anywhere);
  if (lag > boundMilliseconds) yield `${node} was ${lag.toFixed(1)} ms behind: ${describe(answer)}`;
}

function* checkTruth(answer: Answered, truth: boolean | undefined): Generator<string> {
  if (truth === undefined) yield `${answer.node} answered at a revision that never was: ${describe(answer)}`;
  else if (truth !== answer.result.allowed)
    yield `${answer.node} did not say what was true: ${describe(answer)}`;
}

const observedRevisionOf = ({ endedAt, result }: Write | Asked): readonly ObservedRevision[] =>
  "revision" in result ? [{ at: endedAt, revision: result.revision }] : [];

function describe({ question, result, startedAt, endedAt }: Answered): string {
  const { subject, permission, resource } = question;
  const where = resource ? ` at ${resource.type}/${resource.id}` : "";
  const answer = `${result.allowed ? "allowed" : "denied"} at revision ${result.revision}`;
  return `${subject.type}:${subject.id} ${permission}${where} ${answer} (${startedAt.toFixed(1)} to ${endedAt.toFixed(1)} ms)`;
}

const longest = (older: readonly { readonly lag: number }[]): number =>
  older.reduce((most, { lag }) => Math.max(most, lag), 0);
