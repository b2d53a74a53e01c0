/** What the run tells a process: the test file to run next. The process ends when the channel is closed. */
export interface RunFile {
  readonly file: string;
}

/** One test or, with `isFile`, the whole file, which comes last. */
export interface TestResult {
  readonly isFile: boolean;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly name: string;
  /** `path:line` of the test. */
  readonly place: string;
  /** Absent where only the tests within have failed. */
  readonly error?: string;
}

export interface FileResult extends TestResult {
  readonly isFile: true;
  /** Processor time of the process and of the programs that it has started. */
  readonly cpuMilliseconds: number;
  /** What the file did not undo or close, a sentence each. */
  readonly leftBehind: readonly string[];
}
