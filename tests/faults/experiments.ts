import { clockExperiments } from "./clocks/experiments.ts";
import { consistencyExperiments } from "./consistency/experiments.ts";
import type { FaultExperiment } from "./fault-experiment.ts";
import { poolerExperiments } from "./poolers/experiments.ts";
import { postgresOutageExperiments } from "./postgres-outages/experiments.ts";
import { rollingRestart } from "./rolling-restart/rolling-restart.ts";
import { slowDatabaseExperiments } from "./slow-database/experiments.ts";
import { sqliteFileExperiments } from "./sqlite-file/experiments.ts";

/** All experiments, in the order of the table in docs/reliability.md. */
export const EXPERIMENTS: readonly FaultExperiment[] = [
  ...consistencyExperiments,
  ...slowDatabaseExperiments,
  ...clockExperiments,
  ...poolerExperiments,
  ...sqliteFileExperiments,
  rollingRestart,
  ...postgresOutageExperiments,
];
