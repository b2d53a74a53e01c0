import type { Clock } from "../core/time.ts";
import type { Terminal } from "./terminal.ts";

/** What every command gets from outside. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly clock: Clock;
}
