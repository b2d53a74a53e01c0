import { consistencyExperiments } from "./consistency/experiments.ts";
import { failingStatementExperiments } from "./failing-statements/experiments.ts";
import type { FaultExperiment } from "./fault-experiment.ts";
import { powerCutExperiments } from "./power-cut/experiments.ts";
import { soakExperiments } from "./soak/experiments.ts";

/** All experiments, in the order of the table in docs/reliability.md. */
export const EXPERIMENTS: readonly FaultExperiment[] = [
  ...consistencyExperiments,
  ...failingStatementExperiments,
  ...powerCutExperiments,
  ...soakExperiments,
];
