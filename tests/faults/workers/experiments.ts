import type { TestEngine } from "../../support/databases.ts";
import type { FaultExperiment } from "../fault-experiment.ts";
import { runKilledParent } from "./killed-parent.ts";
import { runKilledWorkers } from "./killed-workers.ts";
import { runNoWorkerLeft } from "./no-worker-left.ts";
import { runRollingWorkers } from "./rolling-workers.ts";
import { runSilentWorker } from "./silent-worker.ts";

const ENGINES = [
  ["sqlite", "SQLite"],
  ["postgres", "PostgreSQL"],
] as const satisfies readonly (readonly [TestEngine, string])[];

/** Twice as many as other experiments have rounds: 100 unless `--rounds` says otherwise. */
const RESTARTS_OF_A_ROUND = 2;
/** A parent waits longer each time before it replaces a worker that does not live long. */
const MOST_KILLS = 12;
const MOST_SILENT = 4;

/** The processes of one server end, stand still and are replaced. */
export const workerExperiments: readonly FaultExperiment[] = ENGINES.flatMap(
  ([engine, name]): readonly FaultExperiment[] => [
    {
      name: `workers-rolling-${engine}`,
      title: `Two workers, replaced one by one by SIGHUP, ${name}`,
      run: ({ random, rounds }) =>
        runRollingWorkers(engine, { random, restarts: rounds * RESTARTS_OF_A_ROUND }),
      control: ({ random }) => runRollingWorkers(engine, { random, restarts: 1, killed: true }),
    },
    {
      name: `workers-killed-${engine}`,
      title: `Two workers, one of them killed again and again, ${name}`,
      run: ({ random, rounds }) => runKilledWorkers(engine, { random, kills: Math.min(rounds, MOST_KILLS) }),
      control: ({ random }) => runKilledWorkers(engine, { random, kills: 1, parentStops: true }),
    },
    {
      name: `workers-none-${engine}`,
      title: `All workers killed together, again and again, ${name}`,
      run: ({ random, rounds }) => runNoWorkerLeft(engine, { random, times: Math.min(rounds, MOST_KILLS) }),
      control: ({ random }) => runNoWorkerLeft(engine, { random, times: 1, parentStops: true }),
    },
    {
      name: `workers-parent-${engine}`,
      title: `The parent of two workers killed, ${name}`,
      run: ({ random, rounds }) => runKilledParent(engine, { random, kills: Math.min(rounds, MOST_KILLS) }),
      control: ({ random }) => runKilledParent(engine, { random, kills: 1, workersStop: true }),
    },
    {
      name: `workers-silent-${engine}`,
      title: `One of two workers stands still, ${name}`,
      run: ({ random, rounds }) => runSilentWorker(engine, { random, times: Math.min(rounds, MOST_SILENT) }),
      control: ({ random }) => runSilentWorker(engine, { random, times: 1, parentStops: true }),
    },
  ],
);
