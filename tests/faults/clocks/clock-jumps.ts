import { setTimeout as delay } from "node:timers/promises";
import { type EndedValues, revokeOne } from "./ended-values.ts";
import { issueValues } from "./issued-values.ts";
import { findAnswers, waitForReadiness } from "./node-state.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export type Jump = keyof typeof JUMP_SECONDS;
export const JUMP_SECONDS = {
  "2 h back": -2 * HOUR,
  "5 min back": -5 * MINUTE,
  "5 min ahead": 5 * MINUTE,
  "1 h ahead": HOUR,
  "2 h ahead": 2 * HOUR,
} as const;
/** Those back come first: one ahead sweeps, where nothing protects from it, what one back would revive. */
export const ALL_JUMPS = Object.keys(JUMP_SECONDS) as Jump[];

/** Within this time a node of these experiments has swept at least once, and maintained its keys. */
const SWEPT_AFTER_MILLISECONDS = 1_500;

interface Node {
  readonly url: string;
}

export interface JumpReport {
  readonly violations: readonly string[];
  /** The longest time until a node said 503. */
  readonly noticedMilliseconds: number;
}

/** Lets the clock of one node jump forth and back, and presents to all nodes what must be refused. */
export async function jumpForthAndBack(options: {
  readonly jumping: Node;
  /** The clocks of these are right. */
  readonly others: readonly Node[];
  setClock(aheadSeconds: number): Promise<void>;
  readonly ended: EndedValues;
  readonly jumps: readonly Jump[];
  /** False in a control: the nodes cannot notice anything. */
  readonly compares: boolean;
}): Promise<JumpReport> {
  const { jumping, others, setClock, jumps, compares } = options;
  const [observer = jumping] = others;
  const values = [options.ended, await revokeOne(observer)];
  const violations: string[] = [];
  let noticedMilliseconds = 0;

  async function probe(when: string): Promise<void> {
    for (const node of [jumping, ...others])
      for (const each of values)
        for (const what of await each.findAccepted(node))
          violations.push(`${when}: ${node === jumping ? "the node" : "the other node"} accepts ${what}`);
  }

  async function checkNoticed(jump: string): Promise<void> {
    const milliseconds = await waitForReadiness(jumping, 503);
    if (milliseconds === undefined) violations.push(`${jump}: not noticed`);
    else noticedMilliseconds = Math.max(noticedMilliseconds, milliseconds);
    violations.push(...(await findAnswers(jumping)).map((found) => `${jump}: ${found}`));
  }

  await probe("before");
  for (const jump of jumps) {
    await setClock(JUMP_SECONDS[jump]);
    if (compares) await checkNoticed(jump);
    const issued = await issueValues(jumping);
    await delay(SWEPT_AFTER_MILLISECONDS);
    await probe(jump);
    for (const other of others)
      if ((await waitForReadiness(other, 200)) === undefined)
        violations.push(`${jump}: the other node is not ready`);
    await setClock(0);
    if ((await waitForReadiness(jumping, 200)) === undefined)
      violations.push(`${jump} and back: the node is not ready`);
    await probe(`${jump} and back`);
    violations.push(...(await issued.findTooLong(observer)).map((found) => `${jump}: ${found}`));
  }
  return { violations, noticedMilliseconds };
}

export const describeJumps = (jumps: readonly Jump[]): string =>
  `${jumps.join(", ")}, each and back to the right time`;
