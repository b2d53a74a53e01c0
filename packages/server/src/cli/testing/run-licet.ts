import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { runCommandLine } from "../run.ts";
import type { Terminal } from "../terminal.ts";

export interface LicetResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningLicet {
  readonly result: Promise<LicetResult>;
  /** Resolves with everything on stdout so far once it matches; rejects when the command ends before. */
  printed(pattern: RegExp): Promise<string>;
  stop(): void;
}

export interface LicetFolder {
  readonly path: string;
  /** With `isTTY`, stdout is a terminal. */
  start(argv: readonly string[], stdin?: string, options?: { readonly isTTY?: boolean }): RunningLicet;
  run(argv: readonly string[], stdin?: string): Promise<LicetResult>;
  remove(): void;
}

/** Runs the command line in a new empty folder, with only the given environment variables. */
export function createLicetFolder(env: Terminal["env"] = {}): LicetFolder {
  const path = mkdtempSync(join(tmpdir(), "licet-cli-"));
  const start: LicetFolder["start"] = (argv, stdin = "", { isTTY = false } = {}) => {
    const stdout = createRecorder();
    const stderr = createRecorder();
    let stop = () => {};
    const terminal: Terminal = {
      argv,
      env: { LICET_LOG_LEVEL: "warn", LICET_SHUTDOWN_DELAY_MILLISECONDS: "0", ...env },
      cwd: path,
      pid: 1,
      stdout: Object.assign(stdout.stream, { isTTY }),
      stderr: stderr.stream,
      stdin: Readable.from([stdin]),
      onStop: (listener) => {
        stop = listener;
      },
    };
    const result = runCommandLine(terminal).then((code) => {
      stdout.stream.destroy();
      return { code, stdout: stdout.text(), stderr: stderr.text() };
    });
    return {
      result,
      stop: () => stop(),
      async printed(pattern) {
        while (!pattern.test(stdout.text())) {
          if (stdout.stream.destroyed) throw new Error(`it ended and said: ${stdout.text()}${stderr.text()}`);
          await Promise.race([once(stdout.stream, "written"), result]);
        }
        return stdout.text();
      },
    };
  };
  return {
    path,
    start,
    run: (argv, stdin) => start(argv, stdin).result,
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function createRecorder() {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      stream.emit("written");
      done();
    },
  });
  return { stream, text: () => text };
}
