import type { TestEngine } from "../../support/databases.ts";
import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { type OlderStateOptions, runOlderState } from "./older-state.ts";

const WORKERS = [1, 2];

const runEach = async (options: Omit<OlderStateOptions, "workers">): Promise<Measurement> => {
  const measured: Measurement[] = [];
  for (const workers of WORKERS) measured.push(await runOlderState({ ...options, workers }));
  const join = (name: "load" | "faults" | "figure" | "bar") =>
    [...new Set(measured.map((each) => each[name]))].join("; ");
  return {
    load: join("load"),
    faults: join("faults"),
    figure: join("figure"),
    bar: join("bar"),
    violations: measured.flatMap(({ violations }) => violations),
  };
};

/** In the controls nothing is put back, and the experiment must say that the server goes on. */
const experimentOn = (engine: TestEngine, title: string): FaultExperiment => ({
  name: `older-state-${engine}`,
  title,
  run: () => runEach({ engine }),
  control: () => runOlderState({ engine, workers: 1, putsBack: false }),
});

export const olderStateExperiments: readonly FaultExperiment[] = [
  experimentOn("sqlite", "An older copy over the SQLite file of a running server"),
  experimentOn("postgres", "PostgreSQL put back to an older state under a running server"),
];
