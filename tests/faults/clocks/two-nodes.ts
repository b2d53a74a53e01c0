import { createTestDatabase } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { describeJumps, type Jump, jumpForthAndBack } from "./clock-jumps.ts";
import { NODE_SETTINGS, prepareEndedValues } from "./ended-values.ts";
import { startShifted } from "./shifted-licet.ts";

/** Two nodes on PostgreSQL. The clock of one jumps; the other's, and the database's, are right all the time. */
export async function runClocksOnTwoNodes(options: {
  readonly jumps: readonly Jump[];
  readonly compares: boolean;
}): Promise<Measurement> {
  const { jumps, compares } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase("postgres"), ({ drop }) => drop());
  const ended = await prepareEndedValues(database.url, compares);
  const start = async () =>
    started.adopt(
      await startShifted({ databaseUrl: database.url, compares, settings: NODE_SETTINGS }),
      (node) => node.stop(),
    );
  const [steady, jumping] = await Promise.all([start(), start()]);
  const { setClock } = jumping;
  const { violations, noticedMilliseconds } = await jumpForthAndBack({
    jumping,
    others: [steady],
    setClock,
    ended,
    jumps,
    compares,
  });
  return {
    load: "9 values that have ended, presented to both nodes",
    faults: `the clock of one node jumps: ${describeJumps(jumps)}`,
    figure: `${violations.length} accepted or answered wrongly; 503 after ${noticedMilliseconds.toFixed(0)} ms at most`,
    bar: "nothing revives or lives longer; the node that jumped says 503, the other one answers",
    violations,
  };
}
