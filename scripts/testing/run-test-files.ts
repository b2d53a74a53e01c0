import { join, relative } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { root } from "./root.ts";
import type { Counts } from "./stage.ts";

/** Twice the cores of the smallest supported machine: many tests wait for a clock, a disk or a browser. */
const CONCURRENCY = 4;
/** Hundreds of processes load the same source; the first one strips and compiles it for all. */
const COMPILE_CACHE = join(root, "node_modules/.cache/licet-tests");
/** The limit exceeds the time of any batch; each file in it has its own limit. */
const PROCESS_TIMEOUT_MILLISECONDS = 400_000;

/** Runs each of these files in a process and prints the output of Node's reporter. */
export async function runTestFiles(
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const tests = run({
    files,
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: PROCESS_TIMEOUT_MILLISECONDS,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
    signal,
  });
  tests.on("test:summary", ({ file, counts: of }) => {
    if (file !== undefined) return; // the summary of one file; the one over all files names none
    counts.passed = of.passed;
    counts.failed = of.tests - of.passed - of.skipped - of.todo;
    counts.skipped = of.skipped + of.todo;
  });
  tests.on("test:fail", ({ name, file, line, details }) => {
    const { failureType, cause = details.error } = details.error as Error & { failureType?: string };
    if (failureType === "subtestsFailed") return; // said of the test within, too
    failures.push(`${relative(root, file ?? "")}:${line}  ${name}\n${String(cause)}`);
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return { ...counts, failures };
}
