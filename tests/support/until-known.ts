import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The documented bound is two seconds, and the experiments of tests/faults measure it. Here other tests take processor
 * time from the servers, and only what would never be known has to fail.
 */
const GIVE_UP_MILLISECONDS = 15_000;

/** Waits until a server knows what another process has written, or for another event outside of the test. */
export async function untilKnown(
  isKnown: () => Promise<boolean>,
  describe: () => string = () => "the change is not known",
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isKnown())) {
    assert.ok(performance.now() - startedAt < GIVE_UP_MILLISECONDS, describe());
    // Sleeps: it asks again after a moment, as long as the answer is no.
    await sleep(20);
  }
}
