import type { TestEngine } from "../../support/databases.ts";
import type { ExperimentOptions, FaultExperiment } from "../fault-experiment.ts";
import { runOverload } from "./overload.ts";

const full = ({ random }: ExperimentOptions) => ({ random, rampSeconds: 5, overloadSeconds: 20 });

const OVERLOAD = 2;
/**
 * How much a node without protection gets in the control. On PostgreSQL it bears twice its load as well: lists wait for
 * connections to the database, and checks pass them.
 */
const CONTROL_OVERLOAD: Readonly<Record<TestEngine, number>> = { sqlite: 2, postgres: 4 };

export const overloadExperiments: readonly FaultExperiment[] = (["sqlite", "postgres"] as const).map(
  (engine) => ({
    name: `overload-${engine}`,
    title: `Twice the load that a node can hold, ${engine === "sqlite" ? "SQLite" : "PostgreSQL"}`,
    run: (options) => runOverload(engine, { ...full(options), sheds: true, overload: OVERLOAD }),
    control: (options) =>
      runOverload(engine, { ...full(options), sheds: false, overload: CONTROL_OVERLOAD[engine] }),
  }),
);
