import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Terminal } from "./terminal.ts";

/** The dependencies of every command. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** This machine's clock, for what needs no database. */
  readonly clock: Clock;
  /** Used for the services in place of the database's clock. */
  readonly givenClock?: Clock | undefined;
  /** Sets the exit code. A command that does not call it ends with 0. */
  endWith(exitCode: number): void;
}
