import type { ExperimentOptions, FaultExperiment, Measurement } from "../fault-experiment.ts";
import { runCrashes } from "./crashes.ts";
import type { ExperimentReport } from "./experiment.ts";
import { type RaceReport, raceOneTimeValues } from "./one-time-values.ts";
import { runServerAndCommands } from "./server-and-commands.ts";
import { runTwoNodes } from "./two-nodes.ts";

/** Each kill is followed by a start, and these experiments spend most of their time with starts. */
const shorter = (options: ExperimentOptions): ExperimentOptions => ({
  ...options,
  seconds: Math.min(60, options.seconds),
});

/** Histories of writes and checks, compared with a model. The tests of the checker are the controls. */
export const consistencyExperiments: readonly FaultExperiment[] = [
  {
    name: "postgres",
    title: "Two nodes, PostgreSQL cut off, connections ended, nodes paused",
    run: async (options) => measured(await runTwoNodes(options)),
  },
  {
    name: "sqlite",
    title: "A server and commands on one SQLite file",
    run: async (options) => measured(await runServerAndCommands(options)),
  },
  {
    name: "postgres-crashes",
    title: "`kill -9` again and again, PostgreSQL",
    run: async (options) => measured(await runCrashes("postgres", shorter(options))),
  },
  {
    name: "sqlite-crashes",
    title: "`kill -9` again and again, SQLite",
    run: async (options) => measured(await runCrashes("sqlite", shorter(options))),
  },
  {
    name: "postgres-races",
    title: "Fifty callers with one code or refresh token, two nodes on PostgreSQL",
    run: async ({ rounds }) => raced(await raceOneTimeValues("postgres", rounds)),
  },
  {
    name: "sqlite-races",
    title: "Fifty callers with one code or refresh token, SQLite",
    run: async ({ rounds }) => raced(await raceOneTimeValues("sqlite", rounds)),
  },
];

function measured({ seconds, figures, faults, violations }: ExperimentReport): Measurement {
  const { writes, checks, unavailable, oldestMilliseconds } = figures;
  return {
    load: `${writes} writes and ${checks} checks in ${seconds.toFixed(0)} s`,
    faults: [...faults].map(([name, count]) => `${name}: ${count}`).join("; "),
    figure: `${violations.length} violations, ${unavailable} answered with 503, oldest answer ${oldestMilliseconds.toFixed(0)} ms`,
    bar: "no acknowledged write lost, none half done, no answer older than 2 s",
    violations,
  };
}

const raced = ({ seconds, rounds, callers, violations }: RaceReport): Measurement => ({
  load: `${rounds} codes and ${rounds} refresh tokens, ${callers} callers each, in ${seconds.toFixed(0)} s`,
  faults: "all callers at once",
  figure: `${violations.length} values that gave more than one token`,
  bar: "0",
  violations,
});
