import type { FaultExperiment } from "../fault-experiment.ts";
import { runDescriptors } from "./descriptors.ts";

export const descriptorExperiment: FaultExperiment = {
  name: "descriptors",
  title: "More connections than file descriptors",
  run: () => runDescriptors({ connections: 2_000 }),
  control: () => runDescriptors({ connections: 2_000, bounded: false }),
};
