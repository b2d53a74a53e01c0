import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The documented bound is two seconds, and the experiments of tests/faults measure it. Here other tests take processor
 * time from the servers, and only what would never be known has to fail.
 */
const GIVE_UP_MILLISECONDS = 15_000;

/** Waits until a server knows what another process has written. */
export async function untilKnown(isKnown: () => Promise<boolean>): Promise<void> {
  for (const startedAt = performance.now(); !(await isKnown()); await sleep(20))
    assert.ok(performance.now() - startedAt < GIVE_UP_MILLISECONDS, "the change is not known");
}
