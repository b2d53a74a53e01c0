import type { FaultExperiment } from "../fault-experiment.ts";
import { runPipelining } from "./pipelining.ts";

const FLOOD = { connections: 2_600, requests: 2_000, seconds: 10 };

/** Their checker is given false histories in pipelining.test.ts. */
export const pipeliningExperiments: readonly FaultExperiment[] = [1, 2].map((workers) => ({
  name: `pipelining-${workers}`,
  title: `Clients that send thousands of requests ahead, ${workers === 1 ? "one worker" : "two workers"}`,
  run: () => runPipelining({ workers, ...FLOOD }),
}));
