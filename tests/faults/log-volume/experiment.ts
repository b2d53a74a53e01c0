import type { FaultExperiment } from "../fault-experiment.ts";
import { runLogVolume } from "./log-volume.ts";

/** The control logs each failure by itself, as many as there were. */
export const logVolumeExperiment: FaultExperiment = {
  name: "log-volume",
  title: "What the log has of a database that is away, PostgreSQL",
  run: () => runLogVolume({ seconds: 10 }),
  control: () => runLogVolume({ seconds: 10, aggregated: false }),
};
