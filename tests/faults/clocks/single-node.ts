import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { describeJumps, JUMP_SECONDS, type Jump, jumpForthAndBack } from "./clock-jumps.ts";
import { shiftDatabaseClock } from "./database-clock.ts";
import { NODE_SETTINGS, prepareEndedValues } from "./ended-values.ts";
import { waitForReadiness } from "./node-state.ts";
import { type ShiftedLicet, startShifted } from "./shifted-licet.ts";

const RESTART: Jump = "2 h back";

/**
 * One node. The clock of its machine jumps; the database is on the same machine, so on PostgreSQL its clock jumps, too.
 * At last the node is restarted with a clock that was set back meanwhile.
 */
export async function runClocksOnOneNode(options: {
  readonly engine: TestEngine;
  readonly jumps: readonly Jump[];
  readonly compares: boolean;
}): Promise<Measurement> {
  const { engine, jumps, compares } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const databaseClock =
    engine === "postgres"
      ? started.adopt(await shiftDatabaseClock(database.url), (clock) => clock.close())
      : undefined;
  const ended = await prepareEndedValues(database.url, compares);
  const start = (aheadSeconds = 0) =>
    startShifted({ databaseUrl: database.url, compares, settings: NODE_SETTINGS, aheadSeconds });
  let node: ShiftedLicet = await start();
  started.defer(() => node.stop());
  const setClock = async (aheadSeconds: number) => {
    await Promise.all([node.setClock(aheadSeconds), databaseClock?.set(aheadSeconds)]);
  };
  const report = await jumpForthAndBack({ jumping: node, others: [], setClock, ended, jumps, compares });
  const violations = [...report.violations];

  await node.stop();
  await databaseClock?.set(JUMP_SECONDS[RESTART]);
  node = await start(JUMP_SECONDS[RESTART]);
  if (compares && (await waitForReadiness(node, 503)) === undefined)
    violations.push(`restarted ${RESTART}: not noticed`);
  for (const what of await ended.findAccepted(node))
    violations.push(`restarted ${RESTART}: the node accepts ${what}`);
  await setClock(0);
  if ((await waitForReadiness(node, 200)) === undefined)
    violations.push(`restarted ${RESTART} and back: the node is not ready`);
  return {
    load: "9 values that have ended, presented to the node",
    faults: `the machine's clock jumps: ${describeJumps(jumps)}; a restart with the clock ${RESTART}`,
    figure: `${violations.length} accepted or answered wrongly; 503 after ${report.noticedMilliseconds.toFixed(0)} ms at most`,
    bar: "nothing revives or lives longer; 503 until the clock is right",
    violations,
  };
}
