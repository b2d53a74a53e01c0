import { join, relative } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { root } from "./root.ts";
import { type Counts, oneFailed, type StageResult } from "./stage.ts";
import { type FilesToRun, writeProcesses } from "./write-processes.ts";

/** Twice the cores of the smallest supported machine: many tests wait for a clock, a disk or a browser. */
const CONCURRENCY = 4;
/** Hundreds of processes load the same source; the first one strips and compiles it for all. */
const COMPILE_CACHE = join(root, "node_modules/.cache/licet-tests");
/** The limit exceeds the time of any process; each file in it has its own limit. */
const PROCESS_TIMEOUT_MILLISECONDS = 400_000;

/** Files that are counted together. */
export interface TestGroup extends FilesToRun {
  readonly name: string;
}

/**
 * Runs the files of all groups and prints the output of Node's reporter. The groups share one queue, with the long files
 * first, so that no processor is idle while the last file of a group ends.
 */
export async function runTestGroups(
  groups: readonly TestGroup[],
  signal: AbortSignal,
): Promise<readonly StageResult[]> {
  const queued = groups.map((group) => ({ name: group.name, processes: writeProcesses(group) }));
  const files = [
    ...queued.flatMap(({ processes }) => processes.long),
    ...queued.flatMap(({ processes }) => processes.short),
  ];
  const countsOf = new Map<string, Counts>();
  const failures: string[] = [];
  const tests = run({
    files,
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: PROCESS_TIMEOUT_MILLISECONDS,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    signal,
  });
  tests.on("test:summary", ({ file, counts, success }) => {
    if (file === undefined) return; // the summary over all processes
    const { passed } = counts;
    const skipped = counts.skipped + counts.todo;
    const failed = counts.tests - passed - skipped;
    countsOf.set(file, { passed, skipped, failed: success ? failed : Math.max(failed, 1) });
  });
  tests.on("test:fail", ({ name, file, line, details }) => {
    const { failureType, cause = details.error } = details.error as Error & { failureType?: string };
    if (failureType === "subtestsFailed") return; // said of the test within, too
    failures.push(`${relative(root, file ?? "")}:${line}  ${name}\n${String(cause)}`);
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  const results = queued.map(({ name, processes }) =>
    // A process without a summary was killed, or could not be started.
    addUp(
      name,
      Object.values(processes)
        .flat()
        .map((path) => countsOf.get(path) ?? oneFailed()),
    ),
  );
  return results.map((result, i) => (i === 0 ? { ...result, failures } : result));
}

const addUp = (name: string, counts: readonly Counts[]): StageResult => {
  const sum = (key: "passed" | "failed" | "skipped") =>
    counts.reduce((total, process) => total + process[key], 0);
  return { name, passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
};
