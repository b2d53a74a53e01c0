import type { FaultExperiment } from "../fault-experiment.ts";
import { runKilledBackups } from "./killed-backups.ts";
import { runKilledRestores } from "./killed-restores.ts";

const LONGEST_SECONDS = 60;

/** Backups beside a server, and restores, each killed at random moments. */
export const backupExperiments: readonly FaultExperiment[] = (
  [
    ["sqlite", "SQLite"],
    ["postgres", "PostgreSQL"],
  ] as const
).flatMap(([engine, name]) => [
  {
    name: `backups-${engine}`,
    title: `Backups under load, half of them killed, ${name}`,
    run: ({ random, seconds }) =>
      runKilledBackups(engine, { random, seconds: Math.min(seconds, LONGEST_SECONDS) }),
  },
  {
    name: `restores-${engine}`,
    title: `Restores killed at random moments, ${name}`,
    run: (options) => runKilledRestores(engine, options),
  },
]);
