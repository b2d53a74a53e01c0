/**
 * `npm run test:faults`: the consistency experiments of tests/faults, at full length. `npm test` runs them for a few
 * seconds each.
 */

import { parseArgs } from "node:util";
import { crashesOn } from "../tests/faults/crashes.ts";
import type { ExperimentOptions, ExperimentReport } from "../tests/faults/experiment.ts";
import { createRandom } from "../tests/faults/random.ts";
import { formatReport } from "../tests/faults/report.ts";
import { serverAndCommandsOnSqlite } from "../tests/faults/server-and-commands.ts";
import { twoNodesOnPostgres } from "../tests/faults/two-nodes.ts";

const USAGE = `npm run test:faults -- [options]
  --operations N   answered writes and checks of each experiment (100000)
  --seconds S      its end in any case (420); those with kill -9 end after at most 60
  --only NAME      one of postgres, sqlite, postgres-crashes, sqlite-crashes
  --seed N         the same choices again (timing is never the same)`;

const EXPERIMENTS: Readonly<Record<string, (options: ExperimentOptions) => Promise<ExperimentReport>>> = {
  postgres: twoNodesOnPostgres,
  sqlite: serverAndCommandsOnSqlite,
  "postgres-crashes": (options) => crashesOn("postgres", shorter(options)),
  "sqlite-crashes": (options) => crashesOn("sqlite", shorter(options)),
};

/** After a kill comes a start, and these spend most of their time with that. */
const shorter = (options: ExperimentOptions): ExperimentOptions => ({
  ...options,
  seconds: Math.min(60, options.seconds),
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      operations: { type: "string", default: "100000" },
      seconds: { type: "string", default: "420" },
      only: { type: "string" },
      help: { type: "boolean", default: false },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const [operations, seconds, seed] = [values.operations, values.seconds, values.seed].map(Number);
  const names = values.only === undefined ? Object.keys(EXPERIMENTS) : [values.only];
  const valid = [operations, seconds, seed].every((value) => Number.isFinite(value) && Number(value) >= 0);
  if (!valid || names.some((name) => !(name in EXPERIMENTS))) throw new TypeError(USAGE);
  return { operations: Number(operations), seconds: Number(seconds), seed: Number(seed), names };
}

function readOptionsOrExit() {
  try {
    return readOptions();
  } catch (error) {
    // What Node's own parser complains about is a TypeError, too.
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const { operations, seconds, seed, names } = readOptionsOrExit();
console.log(`seed ${seed}`);
for (const name of names) {
  const run = EXPERIMENTS[name] as (typeof EXPERIMENTS)[string];
  const report = await run({ random: createRandom(seed), operations, seconds });
  console.log(`\n${formatReport(report)}`);
  if (report.faults.length > 0) process.exitCode = 1;
}
