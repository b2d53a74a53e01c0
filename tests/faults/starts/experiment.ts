import type { FaultExperiment } from "../fault-experiment.ts";
import { runStarts } from "./starts.ts";

/** The control starts on folders to which nothing happened, and must find that no start ends with its sentence. */
export const startExperiment: FaultExperiment = {
  name: "starts",
  title: "Starts on a data folder that something happened to",
  run: () => runStarts(),
  control: () => runStarts({ healthy: true }),
};
