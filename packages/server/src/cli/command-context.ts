import type { Clock } from "../core/time.ts";
import type { Terminal } from "./terminal.ts";

/** The dependencies of every command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Sets the exit code. A command that does not call it ends with 0. */
  endWith(exitCode: number): void;
}
