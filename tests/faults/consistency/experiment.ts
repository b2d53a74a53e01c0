import type { ExperimentOptions } from "../fault-experiment.ts";
import { type Fault, startFaults } from "../support/fault.ts";
import { checkHistory, type Figures } from "./check-history.ts";
import { checkStoredState } from "./check-stored-state.ts";
import type { FaultNode } from "./fault-node.ts";
import { readRecordedLog } from "./recorded-log.ts";
import { FIRST_STATE } from "./small-world.ts";
import { createWorkload, type Workload } from "./workload.ts";

/** A history has no rounds. */
export type HistoryOptions = Omit<ExperimentOptions, "rounds">;

export interface ExperimentReport {
  readonly seconds: number;
  readonly figures: Figures;
  readonly faults: ReadonlyMap<string, number>;
  readonly violations: readonly string[];
}

export async function runExperiment(
  options: HistoryOptions & {
    readonly databaseUrl: string;
    readonly nodes: readonly FaultNode[];
    readonly faults: readonly Fault[];
    readonly writeShare: number;
    readonly boundMilliseconds: number;
    /** Others who take part while the experiment runs. */
    readonly beside?: (workload: Workload) => Promise<void>;
  },
): Promise<ExperimentReport> {
  const { databaseUrl, nodes, random } = options;
  const workload = createWorkload(options);
  if ((await workload.write(nodes[0] as FaultNode, FIRST_STATE)) === undefined) {
    throw new Error(`the first state could not be written: ${JSON.stringify(workload.history.writes)}`);
  }
  const startedAt = performance.now();
  const faults = startFaults(options.faults, random);
  await Promise.all([workload.run(), options.beside?.(workload)]);
  const seconds = (performance.now() - startedAt) / 1_000;
  await faults.stop();
  // Killed, not stopped: an acknowledged commit must be stored without a clean shutdown.
  await Promise.all(nodes.map((node) => node.kill()));

  const verdict = checkHistory(
    workload.history,
    await readRecordedLog(databaseUrl),
    options.boundMilliseconds,
  );
  const violations = [...verdict.violations, ...(await checkStoredState(databaseUrl, verdict.model))];
  return { seconds, figures: verdict.figures, faults: faults.counts, violations };
}
