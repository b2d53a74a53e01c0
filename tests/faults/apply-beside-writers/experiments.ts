import type { FaultExperiment } from "../fault-experiment.ts";
import { runApplyBesideWriters } from "./apply-beside-writers.ts";

const USERS = 15_000;

/** No control: without its turn, the file gives up, which `licet apply` reports. */
export const applyBesideWritersExperiments: readonly FaultExperiment[] = [
  {
    name: "apply-beside-writers-sqlite",
    title: "A large `licet apply` beside 5 writes a second, SQLite",
    run: () => runApplyBesideWriters({ engine: "sqlite", users: USERS }),
  },
  {
    name: "apply-beside-writers-postgres",
    title: "A large `licet apply` beside 5 writes a second, PostgreSQL",
    run: () => runApplyBesideWriters({ engine: "postgres", users: USERS }),
  },
];
