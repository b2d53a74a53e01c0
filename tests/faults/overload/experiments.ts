import type { ExperimentOptions, FaultExperiment } from "../fault-experiment.ts";
import { runOverload } from "./overload.ts";

const full = ({ random }: ExperimentOptions, sheds: boolean) => ({
  random,
  sheds,
  rampSeconds: 5,
  overloadSeconds: 20,
});

export const overloadExperiments: readonly FaultExperiment[] = (["sqlite", "postgres"] as const).map(
  (engine) => ({
    name: `overload-${engine}`,
    title: `Twice the load that a node can hold, ${engine === "sqlite" ? "SQLite" : "PostgreSQL"}`,
    run: (options) => runOverload(engine, full(options, true)),
    control: (options) => runOverload(engine, full(options, false)),
  }),
);
