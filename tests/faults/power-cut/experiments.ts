import type { FaultExperiment } from "../fault-experiment.ts";
import { runPowerCuts } from "./power-cut.ts";
import { runShutDown } from "./shut-down.ts";

/** Needs root, xfsprogs, XFS and loop devices, and fails without them. */
export const powerCutExperiments: readonly FaultExperiment[] = [
  {
    name: "power-cut",
    title: "Power cut: the file system loses what was not flushed, SQLite",
    run: (options) => runPowerCuts(options),
    control: (options) => runPowerCuts({ ...options, waitsForDisk: false }),
  },
  {
    name: "file-system-shut-down",
    title: "The file system below a server shuts down, SQLite",
    run: () => runShutDown([1, 2]),
  },
];
