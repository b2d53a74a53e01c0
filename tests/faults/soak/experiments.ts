import type { FaultExperiment } from "../fault-experiment.ts";
import { runSoak, runSoakControl } from "./soak.ts";

/** A long time at a moderate load. */
export const soakExperiments: readonly FaultExperiment[] = [
  {
    name: "soak-sqlite",
    title: "A long time under load, SQLite",
    run: (options) => runSoak("sqlite", options),
    control: (options) => runSoakControl("sqlite", options),
  },
  {
    name: "soak-postgres",
    title: "A long time under load, PostgreSQL",
    run: (options) => runSoak("postgres", options),
    control: (options) => runSoakControl("postgres", options),
  },
];
