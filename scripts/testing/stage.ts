/** The result of one stage. A check without tests of its own, such as the linter, counts as one. */
export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Absent for tests that ran among those of other stages. */
  readonly seconds?: number;
  /** The reason of the failure, if the output of the stage does not contain it. */
  readonly note?: string;
  /** The failed tests: the location, name and error of each. */
  readonly failures?: readonly string[];
}

export type Counts = Omit<StageResult, "name" | "seconds">;

export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed = (note?: string): Counts => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  ...(note === undefined ? {} : { note }),
});

/** Runs one stage and never throws, so that the later stages run, too. */
export async function runStage(name: string, work: () => Promise<Counts>): Promise<StageResult> {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const counts = await work().catch((error: unknown) => oneFailed(String(error)));
  return { name, ...counts, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

/** Prints the failures again, because they have scrolled away; then one line per stage, and the total last. */
export function summarise(results: readonly StageResult[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, passed, failed, skipped, note, seconds }) => {
    const mark = failed === 0 ? "✔" : "✖";
    const extra = (skipped === 0 ? "" : `, ${skipped} skipped`) + (note === undefined ? "" : `: ${note}`);
    const time = seconds === undefined ? "" : `  (${seconds} s)`;
    return `${mark} ${name.padEnd(width)}  ${passed} passed, ${failed} failed${extra}${time}`;
  });
  const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap((result) => result.failures ?? []).map((failure) => `✖ ${failure}\n`);
  return [
    "",
    ...failures,
    ...lines,
    "",
    `${sum("passed")} passed, ${sum("failed")} failed in ${seconds} s`,
  ].join("\n");
}
