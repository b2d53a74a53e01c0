import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";

/**
 * `unavailable` and `lost` leave open whether a write happened: the answer may have been lost after the commit.
 * `refused` says that nothing was written. `unexpected` is always a fault.
 */
export type Failure = "unavailable" | "lost" | "refused" | "unexpected";
export interface Failed {
  readonly failure: Failure;
  readonly message: string;
}

export type WriteResult = { readonly revision: number } | Failed;
export type CheckResult = { readonly allowed: boolean; readonly revision: number } | Failed;

interface Operation {
  readonly node: string;
  /** The times of the question and of the answer, on the one clock of the asking process. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Write extends Operation {
  /** Unique: the change log names it, so that a write whose answer was lost can be found there. */
  readonly actor: string;
  readonly changes: readonly Change[];
  readonly result: WriteResult;
}

export interface Asked extends Operation {
  readonly question: CheckQuestion;
  readonly atLeast?: number;
  readonly result: CheckResult;
}

/** All operations and all answers. Checked when the experiment is over. */
export interface History {
  readonly writes: Write[];
  readonly checks: Asked[];
}
