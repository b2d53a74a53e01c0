import { type Counts, runStage, type StageResult, summarise } from "./stage.ts";

/** One run of stages, with its interruption and its summary. */
export interface TestRun {
  readonly interrupted: AbortSignal;
  /** Runs one stage unless the run was interrupted; returns true if it passed. */
  stage(name: string, work: () => Promise<Counts>): Promise<boolean>;
  /** Runs the tests of several stages at the same time, unless the run was interrupted. */
  together(work: () => Promise<readonly StageResult[]>): Promise<void>;
  /** Prints the summary and ends the process. */
  finish(): never;
}

export function startTestRun(): TestRun {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
  const results: StageResult[] = [];
  const startedAt = performance.now();
  return {
    interrupted: interrupted.signal,
    async stage(name, work) {
      if (interrupted.signal.aborted) return false;
      const result = await runStage(name, work);
      results.push(result);
      return result.failed === 0;
    },
    async together(work) {
      if (interrupted.signal.aborted) return;
      results.push(...(await work()));
    },
    finish() {
      console.log(summarise(results, Math.round((performance.now() - startedAt) / 1_000)));
      const passed = !interrupted.signal.aborted && results.every(({ failed }) => failed === 0);
      // Not exitCode: an open handle must not keep a finished run from ending.
      process.exit(passed ? 0 : 1);
    },
  };
}
