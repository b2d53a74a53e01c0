import assert from "node:assert/strict";
import { processorMilliseconds } from "../../support/processor-time.ts";

/** Seconds where it took minutes: far above what it needs, far below what unbounded work takes. */
const MOST_MILLISECONDS = 8_000;
const LONGEST_WAIT_MILLISECONDS = 1_000;
/** The process may collect garbage meanwhile, which counts as its work. */
const ATTEMPTS = 3;

/**
 * Returns the answer to `ask`, while another caller asks the same node again and again and never waits for long. It is
 * asked again if the others had to wait. What is measured is the work of the process, not time.
 */
export async function servedBesideOthers<T>(url: string, ask: () => Promise<T>): Promise<T> {
  const problems: string[] = [];
  while (problems.length < ATTEMPTS) {
    const { answer, longest, whole } = await measure(url, ask);
    if (longest < LONGEST_WAIT_MILLISECONDS && whole < MOST_MILLISECONDS) return answer;
    problems.push(`others waited for ${longest.toFixed()} of ${whole.toFixed()} ms of work`);
  }
  return assert.fail(problems.join("; "));
}

async function measure<T>(url: string, ask: () => Promise<T>) {
  let isOver = false;
  const startedAt = processorMilliseconds();
  const answering = ask().finally(() => {
    isOver = true;
  });
  let longest = 0;
  do {
    const askedAt = processorMilliseconds();
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    longest = Math.max(longest, processorMilliseconds() - askedAt);
  } while (!isOver);
  return { answer: await answering, longest, whole: processorMilliseconds() - startedAt };
}
