import type { Asked, History } from "./history.ts";
import { createModel, type Model } from "./model.ts";
import type { ObservedRevisions } from "./observed-revisions.ts";
import type { RecordedLog } from "./recorded-log.ts";

export type Answered = Asked & { readonly result: { readonly allowed: boolean; readonly revision: number } };
export const isAnswered = (asked: Asked): asked is Answered => "allowed" in asked.result;

export interface Truth {
  /** The decision at the revision that the answer names. */
  then?: boolean;
  /** For an allow that was older than what was known: what was true by then. */
  later?: boolean;
}

/** Applies the log to a model, one revision after the other, and asks it on the way what was answered there. */
export function replay(
  { writes }: History,
  log: RecordedLog,
  answers: readonly Answered[],
  known: ObservedRevisions,
): { readonly model: Model; readonly truths: ReadonlyMap<Answered, Truth> } {
  const changesOf = new Map(writes.map(({ actor, changes }) => [actor, changes]));
  const wanted = Map.groupBy(
    answers.flatMap((answer) => wantedOf(answer, known)),
    ({ revision }) => revision,
  );
  const truths = new Map<Answered, Truth>(answers.map((answer) => [answer, {}]));
  const model = createModel();
  for (const { revision, actor } of log.rows) {
    model.apply(changesOf.get(actor) ?? []);
    for (const { answer, of } of wanted.get(revision) ?? []) {
      (truths.get(answer) as Truth)[of] = model.allows(answer.question);
    }
  }
  return { model, truths };
}

function wantedOf(answer: Answered, known: ObservedRevisions) {
  const { revision, allowed } = answer.result;
  const newest = known.newestBefore(answer.startedAt);
  const then = { answer, revision, of: "then" as const };
  return allowed && newest > revision ? [then, { answer, revision: newest, of: "later" as const }] : [then];
}
