import { createTestDatabase } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { JUMP_SECONDS, type Jump } from "./clock-jumps.ts";
import { shiftDatabaseClock } from "./database-clock.ts";
import { NODE_SETTINGS, prepareEndedValues } from "./ended-values.ts";
import { issueValues } from "./issued-values.ts";
import { findAnswers, waitForReadiness } from "./node-state.ts";
import { startShifted } from "./shifted-licet.ts";

/** A node is started while the clock of PostgreSQL is wrong and its own is right. Then the clock is corrected. */
export async function runStartsByWrongClock(options: {
  readonly jumps: readonly Jump[];
  /** False in a control: the node goes by its own clock, and cannot notice anything. */
  readonly compares: boolean;
}): Promise<Measurement> {
  const { jumps, compares } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase("postgres"), ({ drop }) => drop());
  const clock = started.adopt(await shiftDatabaseClock(database.url), ({ close }) => close());
  const ended = await prepareEndedValues(database.url, compares);
  const violations: string[] = [];
  let recoveredMilliseconds = 0;
  for (const jump of jumps) {
    await clock.set(JUMP_SECONDS[jump]);
    const node = await startShifted({ databaseUrl: database.url, compares, settings: NODE_SETTINGS });
    try {
      if ((await waitForReadiness(node, 503)) === undefined) violations.push(`${jump}: not noticed`);
      violations.push(...(await findAnswers(node)).map((found) => `${jump}: ${found}`));
      await clock.set(0);
      const milliseconds = await waitForReadiness(node, 200);
      if (milliseconds === undefined) violations.push(`${jump} and right again: the node is not ready`);
      recoveredMilliseconds = Math.max(recoveredMilliseconds, milliseconds ?? 0);
      for (const what of await ended.findAccepted(node))
        violations.push(`${jump} and right again: the node accepts ${what}`);
      const issued = await issueValues(node);
      violations.push(...(await issued.findTooLong(node)).map((found) => `${jump}: ${found}`));
    } finally {
      await node.stop();
    }
  }
  return {
    load: "8 values that have ended, presented to a node that was started by a wrong clock",
    faults: `PostgreSQL's clock at the start: ${jumps.join(", ")}; then the right time`,
    figure: `${violations.length} accepted or answered wrongly; ready ${recoveredMilliseconds.toFixed(0)} ms after the correction at most`,
    bar: "503 until the clock is right, 200 from then on without a restart, nothing revives or lives longer",
    violations,
  };
}
