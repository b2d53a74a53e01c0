import type { EpochSeconds } from "../core/time.ts";
import { isExpired } from "../core/time.ts";
import type { Condition, ConditionInputs, ConditionOutcome } from "./conditions/condition.ts";
import type { Assignment } from "./entities.ts";
import type { Facts, InstanceFacts } from "./facts.ts";
import type { CompiledAssignment, Permission, RoleGrant } from "./model.ts";

export interface Question {
  readonly permission: Permission;
  readonly instance?: InstanceFacts;
  readonly context: Context;
}

/** The circumstances that conditions may look at. */
export interface Context {
  readonly client?: ConditionInputs["client"];
  readonly request: ConditionInputs["request"];
}

export type Decision =
  | { readonly allowed: true; readonly via: Path; readonly expiresAt?: EpochSeconds }
  | { readonly allowed: false; readonly reason: DenialReason };

/** The assignment that decides and, when it is of a role, the grant within it. */
export interface Path {
  readonly assignment: Assignment;
  readonly grant?: RoleGrant;
}

export type DenialReason = "not_granted" | "key_ceiling" | "condition_failed" | "condition_missing_data";

const NOT_GRANTED: Decision = { allowed: false, reason: "not_granted" };
const CONDITION_FAILED: Decision = { allowed: false, reason: "condition_failed" };
const CONDITION_MISSING_DATA: Decision = { allowed: false, reason: "condition_missing_data" };
const KEY_CEILING: Decision = { allowed: false, reason: "key_ceiling" };

/** May this subject do this? Pure: the same facts and question give the same answer. Default deny. */
export function decide(facts: Facts, question: Question): Decision {
  const held = decideAmong(facts.assignments, facts, question);
  const { ceiling } = facts;
  if (!held.allowed || !ceiling || covers(ceiling.permissions, question.permission)) return held;
  // The account's own assignments raise its ceiling, never above its application.
  const raised = decideAmong(ceiling.assignments, facts, question);
  return raised.allowed ? { ...held, ...earlier(held.expiresAt, raised.expiresAt) } : KEY_CEILING;
}

/** A union: one assignment that holds is enough. Of several, the one that holds longest decides. */
function decideAmong(assignments: readonly CompiledAssignment[], facts: Facts, question: Question): Decision {
  let best: Decision = NOT_GRANTED;
  let inputs: ConditionInputs | undefined;
  const outcomeOf = (condition: Condition | undefined): ConditionOutcome => {
    if (!condition) return "true";
    inputs ??= conditionInputs(facts, question);
    return condition.evaluate(inputs);
  };
  for (const { assignment, condition } of assignments) {
    if (isExpired(assignment.expiresAt, question.context.request.time)) continue;
    if (!holdsAt(assignment, question.instance)) continue;
    for (const grant of grantsWithin(assignment, facts, question.permission)) {
      const outcome = both(outcomeOf(condition), () => outcomeOf(grant?.condition));
      best = better(best, outcome, assignment, grant);
      if (best.allowed && best.expiresAt === undefined) return best;
    }
  }
  return best;
}

/** An assignment without `at` holds everywhere; one with it, for that instance and everything below. */
function holdsAt(assignment: Assignment, instance: InstanceFacts | undefined): boolean {
  return assignment.at === undefined || (instance?.path.includes(assignment.at) ?? false);
}

const DIRECTLY: readonly undefined[] = [undefined];
const NOT_AT_ALL: readonly undefined[] = [];

/** The grants by which an assignment gives the permission; `undefined` stands for "directly, without a role". */
function grantsWithin(
  assignment: Assignment,
  facts: Facts,
  permission: Permission,
): readonly (RoleGrant | undefined)[] {
  if (assignment.role !== undefined) return facts.model.grantsOf(assignment.role, permission);
  return assignment.permission !== undefined && matches(assignment.permission, permission)
    ? DIRECTLY
    : NOT_AT_ALL;
}

/** `orders:read` names one permission, `orders:*` every permission of the resource. */
function matches(pattern: string, permission: Permission): boolean {
  return (
    pattern === permission.name ||
    (permission.resource !== undefined && pattern === `${permission.resource.name}:*`)
  );
}

const covers = (patterns: readonly string[], permission: Permission): boolean =>
  patterns.some((pattern) => matches(pattern, permission));

function both(first: ConditionOutcome, second: () => ConditionOutcome): ConditionOutcome {
  if (first === "false") return "false";
  const other = second();
  if (other === "false") return "false";
  return first === "missing" ? "missing" : other;
}

/**
 * Ranks what was found so far against one more outcome: a grant that lasts longer, then "data is missing", then
 * "a condition is false". Missing data ranks above false as in CEL's own `||`: with the data, the answer might be yes.
 */
function better(
  best: Decision,
  outcome: ConditionOutcome,
  assignment: Assignment,
  grant: RoleGrant | undefined,
): Decision {
  if (outcome === "true") {
    if (best.allowed && !lastsLonger(assignment.expiresAt, best.expiresAt)) return best;
    const via = grant ? { assignment, grant } : { assignment };
    return assignment.expiresAt === undefined
      ? { allowed: true, via }
      : { allowed: true, via, expiresAt: assignment.expiresAt };
  }
  if (best.allowed || best === CONDITION_MISSING_DATA) return best;
  return outcome === "missing" ? CONDITION_MISSING_DATA : CONDITION_FAILED;
}

const lastsLonger = (one: EpochSeconds | undefined, other: EpochSeconds | undefined): boolean =>
  (one ?? Number.POSITIVE_INFINITY) > (other ?? Number.POSITIVE_INFINITY);

function earlier(
  one: EpochSeconds | undefined,
  other: EpochSeconds | undefined,
): { expiresAt?: EpochSeconds } {
  if (one === undefined) return other === undefined ? {} : { expiresAt: other };
  return { expiresAt: other === undefined ? one : Math.min(one, other) };
}

/** What conditions get to see of a question. */
export function conditionInputs(facts: Facts, { permission, instance, context }: Question): ConditionInputs {
  return {
    subject: facts.subject,
    resource: {
      ...(permission.resource && { type: permission.resource.name }),
      ...(instance && { id: instance.id, attributes: instance.attributes }),
    },
    action: { name: permission.action },
    ...(context.client && { client: context.client }),
    request: context.request,
  };
}
