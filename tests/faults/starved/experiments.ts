import type { FaultExperiment } from "../fault-experiment.ts";
import { runStarved } from "./starved.ts";

const ENGINES = [
  ["sqlite", "SQLite"],
  ["postgres", "PostgreSQL"],
] as const;
const SHARE = 0.08;
const MOST_SECONDS = 60;

/** Their checker is given false histories in starved.test.ts. */
export const starvedExperiments: readonly FaultExperiment[] = ENGINES.flatMap(([engine, name]) =>
  [1, 2].map(
    (workers): FaultExperiment => ({
      name: `starved-${engine}-${workers}`,
      title: `A server with 8 % of a core, ${workers === 1 ? "one worker" : "two workers"}, ${name}`,
      run: ({ seconds }) =>
        runStarved(engine, { workers, seconds: Math.min(seconds, MOST_SECONDS), share: SHARE }),
    }),
  ),
);
