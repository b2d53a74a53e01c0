/**
 * `npm run test:faults`: the consistency experiments of tests/faults, at full length. `npm test` runs them for a few
 * seconds each.
 */

import { parseArgs } from "node:util";
import { runCrashes } from "../tests/faults/crashes.ts";
import type { ExperimentOptions, ExperimentReport } from "../tests/faults/experiment.ts";
import { formatRaceReport, raceOneTimeValues } from "../tests/faults/one-time-values.ts";
import { createRandom } from "../tests/faults/random.ts";
import { formatReport } from "../tests/faults/report.ts";
import { runServerAndCommands } from "../tests/faults/server-and-commands.ts";
import { runTwoNodes } from "../tests/faults/two-nodes.ts";

const USAGE = `npm run test:faults -- [options]
  --operations N   answered writes and checks of each experiment (100000)
  --seconds S      its end in any case (420); those with kill -9 end after at most 60
  --rounds N       codes and refresh tokens that fifty callers use at once (50 on each engine)
  --only NAME      one of postgres, sqlite, postgres-crashes, sqlite-crashes, postgres-races, sqlite-races
  --seed N         the same choices again (timing is never the same)`;

interface Options extends ExperimentOptions {
  readonly rounds: number;
}
interface Outcome {
  readonly text: string;
  readonly violations: readonly string[];
}

const checked =
  (run: (options: ExperimentOptions) => Promise<ExperimentReport>) =>
  async (options: Options): Promise<Outcome> => {
    const report = await run(options);
    return { text: formatReport(report), violations: report.violations };
  };

const raced =
  (engine: "postgres" | "sqlite") =>
  async ({ rounds }: Options): Promise<Outcome> => {
    const report = await raceOneTimeValues(engine, rounds);
    return { text: formatRaceReport(report), violations: report.violations };
  };

const EXPERIMENTS: Readonly<Record<string, (options: Options) => Promise<Outcome>>> = {
  postgres: checked(runTwoNodes),
  sqlite: checked(runServerAndCommands),
  "postgres-crashes": checked((options) => runCrashes("postgres", shorter(options))),
  "sqlite-crashes": checked((options) => runCrashes("sqlite", shorter(options))),
  "postgres-races": raced("postgres"),
  "sqlite-races": raced("sqlite"),
};

/** Each kill is followed by a start, and these experiments spend most of their time with starts. */
const shorter = (options: ExperimentOptions): ExperimentOptions => ({
  ...options,
  seconds: Math.min(60, options.seconds),
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      operations: { type: "string", default: "100000" },
      seconds: { type: "string", default: "420" },
      rounds: { type: "string", default: "50" },
      only: { type: "string" },
      help: { type: "boolean", default: false },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const [operations = 0, seconds = 0, seed = 0, rounds = 0] = [
    values.operations,
    values.seconds,
    values.seed,
    values.rounds,
  ].map(Number);
  const names = values.only === undefined ? Object.keys(EXPERIMENTS) : [values.only];
  const valid = [operations, seconds, seed, rounds].every((value) => Number.isFinite(value) && value >= 0);
  if (!valid || names.some((name) => !(name in EXPERIMENTS))) throw new TypeError(USAGE);
  return { operations, seconds, seed, rounds, names };
}

function readOptionsOrExit() {
  try {
    return readOptions();
  } catch (error) {
    // Node's option parser also throws a TypeError.
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const { operations, seconds, seed, rounds, names } = readOptionsOrExit();
console.log(`seed ${seed}`);
for (const name of names) {
  const run = EXPERIMENTS[name] as (typeof EXPERIMENTS)[string];
  const { text, violations } = await run({ random: createRandom(seed), operations, seconds, rounds });
  console.log(`\n${text}`);
  if (violations.length > 0) process.exitCode = 1;
}
