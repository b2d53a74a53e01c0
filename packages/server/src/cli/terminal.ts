import type { Readable, Writable } from "node:stream";

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
}
