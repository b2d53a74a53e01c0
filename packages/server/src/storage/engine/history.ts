import { UnavailableError } from "../../core/errors/errors.ts";
import type { StorageLog } from "./storage-log.ts";

/**
 * What a running process knows of the past of its database: positions that only grow, and that nobody else writes into
 * it. A database without this past is another one, or an older state of this one. What was acknowledged may be gone, and
 * what was revoked may be valid again. So the process answers nothing from it, and ends.
 */
export interface History {
  readonly isBroken: boolean;
  /** Throws UnavailableError when the history is known to be broken. */
  requireUnbroken(): void;
  /** Says so in the log, once, and calls the listener. Returns the error of the request that has found it. */
  break(reason: string, details?: object): UnavailableError;
}

export interface HistoryOptions {
  readonly log?: StorageLog | undefined;
  /** What an operator does about it, after the reason. */
  readonly advice: string;
  /** Called once: a server ends. */
  readonly onBroken?: ((sentence: string) => void) | undefined;
}

export function createHistory({ log, advice, onBroken }: HistoryOptions): History {
  let broken: string | undefined;
  return {
    get isBroken() {
      return broken !== undefined;
    },
    requireUnbroken() {
      if (broken !== undefined) throw new UnavailableError(broken);
    },
    break(reason, details = {}) {
      if (broken === undefined) {
        broken = reason;
        const sentence = `${reason}. ${advice}`;
        log?.fatal(details, sentence);
        onBroken?.(sentence);
      }
      return new UnavailableError(broken);
    },
  };
}
