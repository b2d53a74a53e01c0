import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { CheckResult, WriteResult } from "./history.ts";

/** The messages between an experiment and its nodes, each in a process of its own. */

export interface NodeOptions {
  readonly databaseUrl: string;
  readonly secret: string;
  /** A server keeps other servers off its SQLite file; a command works beside it. */
  readonly as: "server" | "command";
}

export type NodeRequest =
  | { readonly id: number; readonly commit: readonly Change[]; readonly actor: string }
  | { readonly id: number; readonly check: CheckQuestion; readonly atLeast?: number };

export type Reply =
  | { readonly ready: true }
  | { readonly id: number; readonly result: WriteResult | CheckResult };
