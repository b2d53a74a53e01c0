import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../root.ts";
import { FILE_TIMEOUT_MILLISECONDS } from "./file-timeout.ts";
import type { FileResult, RunFile, TestResult } from "./messages.ts";

/** Several processes load the same source; the first one strips and compiles it for all. */
const COMPILE_CACHE = join(root, "node_modules/.cache/licet-tests");
const PROGRAM = fileURLToPath(new URL("./run-files.ts", import.meta.url));
/** Loaded before node:test. */
const FIRST = new URL("./follow-tests.ts", import.meta.url).href;
const REPORTER = new URL("./report-to-parent.ts", import.meta.url).href;
/** A process that does not even report the timeout of its file is blocked. */
const BLOCKED_MILLISECONDS = FILE_TIMEOUT_MILLISECONDS + 60_000;

/** What a file has left behind may keep the process alive. */
const CLOSED_MILLISECONDS = 60_000;

export interface FileRun {
  readonly tests: readonly TestResult[];
  /** Undefined where the process ended, or was ended, before the file did. */
  readonly result: FileResult | undefined;
  /** What the file printed. */
  readonly output: string;
  readonly seconds: number;
}

export interface TestProcess {
  /** Runs a file; one at a time. */
  run(file: string): Promise<FileRun>;
  /** False after it ended while a file ran. */
  readonly isAlive: boolean;
  /** Lets it close what it kept for its files; resolves when it has ended. */
  end(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export function startTestProcess(variables: Readonly<Record<string, string>>): TestProcess {
  const child = fork(PROGRAM, {
    cwd: root,
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      // The process keeps what many files have loaded; with more room for new objects, fewer of them become old ones.
      "--max-semi-space-size=64",
      `--import=${FIRST}`,
      `--test-reporter=${REPORTER}`,
      "--test-reporter-destination=stdout",
    ],
    // Set where `node --test` runs this process; it would choose another reporter.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const collect = (chunk: unknown) => {
    output += chunk;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  let isAlive = true;
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => {
      isAlive = false;
      resolve();
    }),
  );

  return {
    get isAlive() {
      return isAlive;
    },
    async run(file) {
      output = "";
      const startedAt = performance.now();
      const tests: TestResult[] = [];
      const done = Promise.withResolvers<FileResult | undefined>();
      const take = (message: TestResult | FileResult) =>
        message.isFile ? done.resolve(message as FileResult) : tests.push(message);
      child.on("message", take);
      const blocked = setTimeout(() => child.kill("SIGKILL"), BLOCKED_MILLISECONDS);
      void ended.then(() => done.resolve(undefined));
      child.send({ file } satisfies RunFile);
      const result = await done.promise;
      clearTimeout(blocked);
      child.off("message", take);
      return { tests, result, output, seconds: (performance.now() - startedAt) / 1_000 };
    },
    async end() {
      if (child.connected) child.disconnect();
      const blocked = setTimeout(() => child.kill("SIGKILL"), CLOSED_MILLISECONDS);
      await ended;
      clearTimeout(blocked);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
