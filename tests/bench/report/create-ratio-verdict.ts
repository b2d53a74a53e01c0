import type { SubjectResult, Target, Verdict } from "./result.ts";
import { computeRatio } from "./statistics.ts";

/** Compares the work that two subjects do in the same time, round by round. */
export function createRatioVerdict(
  work: string,
  subjects: readonly SubjectResult[],
  name: string,
  other: string,
  target?: Target,
): Verdict {
  const value = computeRatio(getRates(subjects, name), getRates(subjects, other));
  return {
    work,
    measure: `${name} / ${other}`,
    value,
    unit: "×",
    ...(target === undefined ? {} : { target }),
  };
}

function getRates(subjects: readonly SubjectResult[], name: string): number[] {
  const subject = subjects.find((one) => one.name === name);
  if (subject === undefined) throw new Error(`no subject ${name}`);
  const { rounds, workPerRequest = 1 } = subject;
  return rounds.map((round) => round.perSecond * workPerRequest);
}
