import type { PermissionName } from "../common/permission-name.ts";

/** A subject: `user:alice`, or the same as an object with attributes for conditions. */
export type SubjectReference =
  | string
  | {
      readonly type: "user" | "group" | "application" | "access_account";
      readonly id: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
    };

/** An instance: `orders/42`, or the same as an object with attributes for conditions. */
export type InstanceReference =
  | string
  | { readonly type: string; readonly id: string; readonly attributes?: Readonly<Record<string, unknown>> };

export interface PermissionQuestion {
  readonly subject: SubjectReference;
  readonly permission: PermissionName;
  readonly resource?: InstanceReference;
  readonly context?: Readonly<Record<string, unknown>>;
}

export interface PermissionAnswer {
  readonly allowed: boolean;
  readonly reason?: string;
}

/** Answers permission checks: `createLocalChecker()` at once, `createPermissionsClient()` after asking the server. */
export interface PermissionChecker {
  check(question: PermissionQuestion): PermissionAnswer | Promise<PermissionAnswer>;
  /** Asks the server where `check` cannot know. */
  checkFresh?(question: PermissionQuestion): Promise<PermissionAnswer>;
}

/** Denials of a local checker that say nothing about the subject: its copy is too old, or does not hold the answer. */
const UNDECIDED = new Set<string | undefined>(["stale", "not_replicated"]);

/** Undefined when the question cannot be answered at the moment. */
export async function askChecker(
  checker: PermissionChecker,
  question: PermissionQuestion,
): Promise<PermissionAnswer | undefined> {
  const answer = await checker.check(question);
  if (answer.allowed || !UNDECIDED.has(answer.reason)) return answer;
  const asked = await checker.checkFresh?.(question);
  return asked && (asked.allowed || !UNDECIDED.has(asked.reason)) ? asked : undefined;
}
