import { totalMicroseconds } from "./measurement.ts";
import type { SubjectResult, Target, Verdict } from "./result.ts";
import { computeRatio, computeSpread } from "./statistics.ts";

/** Verdicts by processor time: that of all processes of the server and, where there is one, of its database. */

/** Compares the processor time that the same work takes two subjects, round by round. */
export function createCpuRatioVerdict(
  work: string,
  subjects: readonly SubjectResult[],
  name: string,
  other: string,
  target?: Target,
): Verdict {
  return {
    work,
    measure: `CPU of ${name} / ${other}`,
    value: computeRatio(getCosts(subjects, name), getCosts(subjects, other)),
    unit: "×",
    ...(target && { target }),
  };
}

/** The processor time of a piece of work, as it is. */
export function createCpuVerdict(
  work: string,
  measure: string,
  subjects: readonly SubjectResult[],
  name: string,
  target?: Target,
): Verdict {
  const value = computeSpread(getCosts(subjects, name));
  return { work, measure: `CPU of ${measure}`, value, unit: "µs", ...(target && { target }) };
}

/** Compares the work that two subjects do in the same time, round by round. */
export function createRateRatioVerdict(
  work: string,
  subjects: readonly SubjectResult[],
  name: string,
  other: string,
  target: Target | { readonly noVerdict: string },
): Verdict {
  const getRates = (subject: string) =>
    getSubject(subjects, subject).rounds.map(({ perSecond }) => perSecond);
  return {
    work,
    measure: `rate of ${name} / ${other}`,
    value: computeRatio(getRates(name), getRates(other)),
    unit: "×",
    ...("noVerdict" in target ? { noVerdict: target.noVerdict } : { target }),
  };
}

/** Compares the time that all but the slowest hundredth of the requests took at most, round by round. */
export function createTailRatioVerdict(
  work: string,
  subjects: readonly SubjectResult[],
  name: string,
  other: string,
  target: Target,
): Verdict {
  const getTails = (subject: string) =>
    getSubject(subjects, subject).rounds.map(({ p99Milliseconds }) => p99Milliseconds);
  return {
    work,
    measure: `p99 of ${name} / ${other}`,
    value: computeRatio(getTails(name), getTails(other)),
    unit: "×",
    target,
  };
}

/** Microseconds of each round. */
function getCosts(subjects: readonly SubjectResult[], name: string): number[] {
  const { rounds, workPerRequest = 1 } = getSubject(subjects, name);
  return rounds.map((round) => totalMicroseconds(round) / workPerRequest);
}

function getSubject(subjects: readonly SubjectResult[], name: string): SubjectResult {
  const subject = subjects.find((one) => one.name === name);
  if (subject === undefined) throw new Error(`no subject ${name}`);
  return subject;
}
