import type { Readable, Writable } from "node:stream";

/** The world outside, as the command line sees it. A test brings its own. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly stdin: Readable;
  /** Called once when the process is asked to stop. */
  onStop(listener: () => void): void;
}
