import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { ParentChannel } from "../workers/parent-link.ts";

/** The process environment of the command line. A test passes its own. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  /** The files that were started: Node, and the script that it runs. */
  readonly program?: { readonly node: string; readonly script: string };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly stdin: Readable;
  /** Calls the listener once, when the process receives a stop signal. */
  onStop(listener: () => void): void;
  /** Ends the process without closing what is open. Absent where the process is not ours to end. */
  readonly endNow?: (exitCode: number) => void;
  /** Absent where no process can be started: a server then has no workers. */
  readonly processes?: Processes;
  /** Given in the process of a worker. */
  readonly parent?: ParentChannel | undefined;
}

/** What a server needs to have workers. */
export interface Processes {
  /** Starts this command once more, as a worker that inherits a listening socket. */
  forkWorker(descriptor: number): ChildProcess;
  /** Calls the listener whenever the process is asked to replace its workers (SIGHUP). */
  onReload(listener: () => void): void;
}
