import { applyBesideWritersExperiments } from "./apply-beside-writers/experiments.ts";
import { backupExperiments } from "./backup/experiments.ts";
import { clockExperiments } from "./clocks/experiments.ts";
import { consistencyExperiments } from "./consistency/experiments.ts";
import { descriptorExperiment } from "./descriptors/experiment.ts";
import { runDistantDatabase } from "./distant-database/distant-database.ts";
import { failingStatementExperiments } from "./failing-statements/experiments.ts";
import type { FaultExperiment } from "./fault-experiment.ts";
import { logVolumeExperiment } from "./log-volume/experiment.ts";
import { mixedVersions } from "./mixed-versions/mixed-versions.ts";
import { olderStateExperiments } from "./older-state/experiments.ts";
import { overloadExperiments } from "./overload/experiments.ts";
import { pipeliningExperiments } from "./pipelining/experiments.ts";
import { poolerExperiments } from "./poolers/experiments.ts";
import { postgresOutageExperiments } from "./postgres-outages/experiments.ts";
import { powerCutExperiments } from "./power-cut/experiments.ts";
import { rollingRestart } from "./rolling-restart/rolling-restart.ts";
import { rotationExperiments } from "./rotation/experiments.ts";
import { slowClientExperiments } from "./slow-clients/experiments.ts";
import { slowDatabaseExperiments } from "./slow-database/experiments.ts";
import { soakExperiments } from "./soak/experiments.ts";
import { sqliteFileExperiments } from "./sqlite-file/experiments.ts";
import { startExperiment } from "./starts/experiment.ts";
import { starvedExperiments } from "./starved/experiments.ts";
import { workerExperiments } from "./workers/experiments.ts";

/** All experiments, in the order of the table in docs/reliability.md. */
export const EXPERIMENTS: readonly FaultExperiment[] = [
  ...consistencyExperiments,
  ...overloadExperiments,
  startExperiment,
  logVolumeExperiment,
  descriptorExperiment,
  ...slowClientExperiments,
  ...pipeliningExperiments,
  ...slowDatabaseExperiments,
  ...clockExperiments,
  ...poolerExperiments,
  ...sqliteFileExperiments,
  ...olderStateExperiments,
  ...applyBesideWritersExperiments,
  ...backupExperiments,
  {
    name: "distant-database",
    title: "PostgreSQL far away",
    run: ({ rounds }) => runDistantDatabase(rounds),
  },
  ...failingStatementExperiments,
  ...powerCutExperiments,
  ...rotationExperiments,
  ...soakExperiments,
  ...workerExperiments,
  ...starvedExperiments,
  rollingRestart,
  mixedVersions,
  ...postgresOutageExperiments,
];
