import { runPools, type TaskRun, type TestPool } from "./run-pools.ts";
import type { StageResult } from "./stage.ts";

const SHOWN_SLOWEST = 10;

/** Runs all pools, prints a line for each file and the failures in full, and the slowest files at the end. */
export async function runTestFiles(
  pools: readonly TestPool[],
  signal: AbortSignal,
): Promise<readonly StageResult[]> {
  const count = pools.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const runs: TaskRun[] = [];
  await runPools(pools, signal, (run) => {
    runs.push(run);
    const position = `${runs.length}`.padStart(`${count}`.length);
    console.log([`${position}/${count} ${describeRun(run)}`, ...describeFailures(run)].join("\n"));
  });
  console.log(describeSlowest(runs));
  const stages = new Set(pools.flatMap(({ tasks }) => tasks.map(({ stage }) => stage)));
  return Array.from(stages, (stage) =>
    addUp(
      stage,
      runs.filter((run) => run.stage === stage),
    ),
  );
}

function describeRun(run: TaskRun): string {
  const { passed, failed, skipped } = countTests(run);
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`];
  const times = `${run.seconds.toFixed(1)} s, processor ${processorSeconds(run)} s`;
  const how = run.pool.options.length === 0 ? "" : ` (${run.pool.options.join(" ")})`;
  return `${failed === 0 ? "✔" : "✖"} ${run.file}${how}  ${counts.filter(Boolean).join(", ")}, ${times}`;
}

const processorSeconds = ({ result }: TaskRun): string => ((result?.cpuMilliseconds ?? 0) / 1_000).toFixed(1);

const countTests = (run: TaskRun): Record<"passed" | "failed" | "skipped", number> => {
  const count = (outcome: string) => run.tests.filter((test) => test.outcome === outcome).length;
  return { passed: count("passed"), failed: findFailures(run).length, skipped: count("skipped") };
};

/** The failures of tests, and those of the file itself: it could not be loaded, ended its process, or left something. */
function findFailures({ tests, result, file }: TaskRun): readonly string[] {
  const failures = tests
    .filter(({ outcome, error }) => outcome === "failed" && error !== undefined)
    .map(({ place, name, error }) => `${place}  ${name}\n${error}`);
  if (result === undefined) return [...failures, `${file}  ended its process`];
  const own = result.error === undefined ? [] : [`${file}  ${result.error}`];
  const left = result.leftBehind.map((what) => `${file}  left behind: ${what}`);
  const all = [...failures, ...own, ...left];
  return all.length > 0 || result.outcome !== "failed" ? all : [`${file}  failed without an error`];
}

function describeFailures(run: TaskRun): readonly string[] {
  const failures = findFailures(run);
  if (failures.length === 0) return [];
  const command = ["npm test --", ...run.pool.options, run.file].join(" ");
  const output = run.output === "" ? [] : ["Its output:", run.output];
  return [...failures.map((failure) => `✖ ${failure}`), ...output, `Repeat it: ${command}`, ""];
}

function describeSlowest(runs: readonly TaskRun[]): string {
  const slowest = runs.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN_SLOWEST);
  const lines = slowest.map(
    (run) => `${run.seconds.toFixed(1).padStart(7)} s  ${[run.file, ...run.pool.options].join(" ")}`,
  );
  return ["", "The slowest files:", ...lines].join("\n");
}

function addUp(name: string, runs: readonly TaskRun[]): StageResult {
  const counts = runs.map(countTests);
  const sum = (key: "passed" | "failed" | "skipped") => counts.reduce((total, each) => total + each[key], 0);
  return {
    name,
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: runs.map((run) => describeFailures(run).join("\n")).filter(Boolean),
  };
}
