import type { Contender, Target, Verdict } from "./result.ts";
import { ratioOf } from "./statistics.ts";

/** How much work two contenders do in the same time, round by round. */
export function ratioVerdict(
  work: string,
  contenders: readonly Contender[],
  name: string,
  other: string,
  target?: Target,
): Verdict {
  const value = ratioOf(ratesOf(contenders, name), ratesOf(contenders, other));
  return {
    work,
    measure: `${name} / ${other}`,
    value,
    unit: "×",
    ...(target === undefined ? {} : { target }),
  };
}

function ratesOf(contenders: readonly Contender[], name: string): number[] {
  const contender = contenders.find((one) => one.name === name);
  if (contender === undefined) throw new Error(`no contender ${name}`);
  const { rounds, workPerRequest = 1 } = contender;
  return rounds.map((round) => round.perSecond * workPerRequest);
}
