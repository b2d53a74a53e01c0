import type { TestEngine } from "../../support/databases.ts";
import type { ExperimentOptions, FaultExperiment } from "../fault-experiment.ts";
import { runOverload } from "./overload.ts";
import { WRITES } from "./prepare-writes.ts";
import { runWriteOverload } from "./write-overload.ts";

const full = ({ random }: ExperimentOptions) => ({ random, rampSeconds: 5, overloadSeconds: 20 });

const OVERLOAD = 2;
/**
 * How much a node without protection gets in the control. On PostgreSQL it bears twice its load as well: lists wait for
 * connections to the database, and checks pass them.
 */
const CONTROL_OVERLOAD: Readonly<Record<TestEngine, number>> = { sqlite: 2, postgres: 4 };

const ENGINES = [
  ["sqlite", "SQLite"],
  ["postgres", "PostgreSQL"],
] as const satisfies readonly (readonly [TestEngine, string])[];

const mixes = ENGINES.map(
  ([engine, name]): FaultExperiment => ({
    name: `overload-${engine}`,
    title: `Twice the load that a node can hold, ${name}`,
    run: (options) => runOverload(engine, { ...full(options), sheds: true, overload: OVERLOAD }),
    control: (options) =>
      runOverload(engine, { ...full(options), sheds: false, overload: CONTROL_OVERLOAD[engine] }),
  }),
);

const WRITE_OVERLOADS = [2, 3];
const WRITE_SECONDS = 15;

const writes = ENGINES.flatMap(([engine, name]) =>
  [1, 2].map(
    (workers): FaultExperiment => ({
      name: `overload-writes-${engine}-${workers}`,
      title: `Writes, sign-ins and refreshes, two and three times what ${workers === 1 ? "one worker" : "two workers"} can hold, ${name}`,
      run: ({ random }) =>
        runWriteOverload(engine, {
          random,
          workers,
          sheds: true,
          writes: WRITES,
          overloads: WRITE_OVERLOADS,
          seconds: WRITE_SECONDS,
        }),
      // Passwords that are hashed in the order of arrival, however many wait, all come too late.
      control: ({ random }) =>
        runWriteOverload(engine, {
          random,
          workers,
          sheds: false,
          writes: ["sign-ins"],
          overloads: [3],
          seconds: WRITE_SECONDS,
        }),
    }),
  ),
);

export const overloadExperiments: readonly FaultExperiment[] = [...mixes, ...writes];
