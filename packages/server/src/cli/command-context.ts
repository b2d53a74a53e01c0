import type { Clock } from "../core/time.ts";
import type { Terminal } from "./terminal.ts";

/** What every command gets from outside. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** For commands whose answer is the exit code. Whoever does not call this ends with 0. */
  endWith(exitCode: number): void;
}
