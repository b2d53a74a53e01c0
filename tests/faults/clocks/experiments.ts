import type { FaultExperiment } from "../fault-experiment.ts";
import { ALL_JUMPS } from "./clock-jumps.ts";
import { runClocksOnOneNode } from "./single-node.ts";
import { runClocksOnTwoNodes } from "./two-nodes.ts";
import { runStartsByWrongClock } from "./wrong-start.ts";

/** In the controls, the nodes believe their own clocks. */
export const clockExperiments: readonly FaultExperiment[] = [
  {
    name: "clocks-two-nodes",
    title: "The clock of one of two nodes jumps, PostgreSQL",
    run: () => runClocksOnTwoNodes({ jumps: ALL_JUMPS, compares: true }),
    control: () => runClocksOnTwoNodes({ jumps: ["2 h ahead"], compares: false }),
  },
  {
    name: "clocks-single-postgres",
    title: "The clock of the machine jumps, PostgreSQL",
    run: () => runClocksOnOneNode({ engine: "postgres", jumps: ALL_JUMPS, compares: true }),
    control: () => runClocksOnOneNode({ engine: "postgres", jumps: ["5 min back"], compares: false }),
  },
  {
    name: "clocks-single-sqlite",
    title: "The clock of the machine jumps, SQLite",
    run: () => runClocksOnOneNode({ engine: "sqlite", jumps: ALL_JUMPS, compares: true }),
    control: () => runClocksOnOneNode({ engine: "sqlite", jumps: ["5 min back"], compares: false }),
  },
  {
    name: "clocks-wrong-start",
    title: "A start while PostgreSQL's clock is wrong",
    run: () => runStartsByWrongClock({ jumps: ALL_JUMPS, compares: true }),
    control: () => runStartsByWrongClock({ jumps: ["2 h ahead"], compares: false }),
  },
];
