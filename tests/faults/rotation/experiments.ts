import type { TestEngine } from "../../support/databases.ts";
import type { ExperimentOptions, FaultExperiment } from "../fault-experiment.ts";
import { runRotation } from "./rotation.ts";

const EVERY_SECONDS = 60;
/** A key that is removed too early is missed within seconds. */
const CONTROL = { seconds: 30, everySeconds: 5, removesTooEarly: true };

const rotation = (engine: TestEngine, title: string): FaultExperiment => ({
  name: `rotation-${engine}`,
  title,
  run: (options: ExperimentOptions) => runRotation(engine, { ...options, everySeconds: EVERY_SECONDS }),
  control: (options: ExperimentOptions) => runRotation(engine, { ...options, ...CONTROL }),
});

/** Signing keys change while they are used. */
export const rotationExperiments: readonly FaultExperiment[] = [
  rotation("sqlite", "Keys rotated every minute, and a restart, SQLite"),
  rotation("postgres", "Keys rotated every minute, and restarts of two nodes, PostgreSQL"),
];
