/**
 * `npm run test:faults`: the experiments of tests/faults, at full length. `npm run test:all` runs a short form of them.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EXPERIMENTS } from "../tests/faults/experiments.ts";
import type { ExperimentOptions, FaultExperiment, Measurement } from "../tests/faults/fault-experiment.ts";
import { fillTable, type Result } from "../tests/faults/results-table.ts";
import { createRandom } from "../tests/faults/support/random.ts";

const DOCUMENT = new URL("../docs/reliability.md", import.meta.url);
const SHOWN_VIOLATIONS = 20;

const USAGE = `npm run test:faults -- [options]
  --operations N   answered operations of each experiment (100000)
  --seconds S      its end in any case (420); those with kill -9 end after at most 60
  --rounds N       for experiments that repeat one thing (50)
  --only NAME      one experiment; several times for several
  --list           the names of all experiments
  --write          puts the figures into docs/reliability.md
  --seed N         the same choices again (timing is never the same)`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      operations: { type: "string", default: "100000" },
      seconds: { type: "string", default: "420" },
      rounds: { type: "string", default: "50" },
      only: { type: "string", multiple: true },
      list: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (values.list) {
    for (const { name, title } of EXPERIMENTS) console.log(`${name.padEnd(24)} ${title}`);
    process.exit(0);
  }
  const numbers = [values.operations, values.seconds, values.rounds, values.seed].map(Number);
  const [operations = 0, seconds = 0, rounds = 0, seed = 0] = numbers;
  const unknown = values.only?.filter((name) => !EXPERIMENTS.some((each) => each.name === name)) ?? [];
  if (!numbers.every((value) => Number.isFinite(value) && value >= 0) || unknown.length > 0)
    throw new TypeError(USAGE);
  const chosen = EXPERIMENTS.filter(({ name }) => values.only?.includes(name) ?? true);
  return { operations, seconds, rounds, seed, chosen, write: values.write };
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

/** The violations of a run, and one more when its control found none. */
async function runWithControl(
  { run, control }: FaultExperiment,
  options: ExperimentOptions,
): Promise<Measurement> {
  const measurement = await run(options);
  if (control === undefined) return measurement;
  const { violations } = await control(options);
  console.log(`control: ${violations.length} violations, for example: ${violations[0] ?? "none"}`);
  if (violations.length > 0) return measurement;
  const blind = "the control found no violation, so this experiment cannot see one";
  return { ...measurement, violations: [...measurement.violations, blind] };
}

function show({ load, faults, figure, bar, violations }: Measurement): void {
  console.log([`load    ${load}`, `faults  ${faults}`, `figure  ${figure}`, `bar     ${bar}`].join("\n"));
  for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) console.log(`  ✖ ${violation}`);
  console.log(violations.length === 0 ? "holds" : `${violations.length} violations`);
}

const { seed, chosen, write, ...length } = readOptionsOrExit();
// An exit removes servers and mounts of an experiment; a signal alone would leave them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
console.log(`seed ${seed}`);
// A server that runs in this process waits with timers that do not keep it alive, as a stopping server does.
const staysAlive = setInterval(() => {}, 1_000);
for (const [index, experiment] of chosen.entries()) {
  const { name, title } = experiment;
  console.log(`\n── ${index + 1} of ${chosen.length}: ${name}: ${title}`);
  const measurement = await runWithControl(experiment, { ...length, random: createRandom(seed) });
  show(measurement);
  if (measurement.violations.length > 0) process.exitCode = 1;
  if (write) writeResult({ title, measurement });
}
clearInterval(staysAlive);

/** After each experiment: the whole run takes long, and its figures stay when it is interrupted. */
function writeResult(result: Result): void {
  const titles = EXPERIMENTS.map(({ title }) => title);
  writeFileSync(DOCUMENT, fillTable(readFileSync(DOCUMENT, "utf8"), titles, [result]));
}
