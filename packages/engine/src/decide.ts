import type { CompiledAssignment, PrincipalAssignments } from "./compiled-assignment.ts";
import type { Condition, ConditionInputs, ConditionOutcome } from "./conditions/condition.ts";
import { createWorkBudget, type WorkBudget, type WorkMeter } from "./conditions/evaluate/work.ts";
import type { PrincipalKey } from "./entities.ts";
import type { Facts, InstanceFacts } from "./facts.ts";
import type { Model, Permission, RoleGrant } from "./model.ts";
import type { EpochSeconds } from "./values/time.ts";
import { isExpired } from "./values/time.ts";

export interface Question {
  readonly permission: Permission;
  readonly instance?: InstanceFacts;
  readonly context: Context;
}

/** The data of a request that conditions read. */
export interface Context {
  readonly client?: ConditionInputs["client"];
  readonly request: ConditionInputs["request"];
}

export type Decision =
  | {
      readonly allowed: true;
      readonly via: GrantPath;
      readonly expiresAt?: EpochSeconds;
      /** For an access account: its own assignment, when that raises its ceiling. */
      readonly raisedBy?: GrantPath;
    }
  | { readonly allowed: false; readonly reason: DenialReason };

/** The assignment that decides and, when it is of a role, the grant within it. */
export interface GrantPath {
  readonly principal: PrincipalKey;
  readonly assignment: CompiledAssignment;
  readonly grant?: RoleGrant;
}

export type DenialReason = "not_granted" | "key_ceiling" | "condition_failed" | "condition_missing_data";

const NOT_GRANTED: Decision = { allowed: false, reason: "not_granted" };
const CONDITION_FAILED: Decision = { allowed: false, reason: "condition_failed" };
const CONDITION_MISSING_DATA: Decision = { allowed: false, reason: "condition_missing_data" };
const KEY_CEILING: Decision = { allowed: false, reason: "key_ceiling" };

/**
 * May this subject do this? Pure: the same facts and question give the same answer. Default deny.
 *
 * All conditions of a decision share one work budget, so that every decision ends soon, whatever data is stored and sent.
 * When the budget is used up, the other conditions are "missing"; grants without a condition still apply. The meter
 * counts the work.
 */
export function decide(facts: Facts, question: Question, meter?: WorkMeter): Decision {
  const evaluate = createEvaluate(facts, question, meter);
  const held = decideAmong(facts.assignmentsByPrincipal, facts, question, evaluate);
  const { ceiling } = facts;
  if (
    !held.allowed ||
    !ceiling ||
    findMatchingPattern(ceiling.permissions, question.permission) !== undefined
  )
    return held;
  // The account's own assignments raise its ceiling, never above its application.
  const raised = decideAmong(ceiling.assignmentsByPrincipal, facts, question, evaluate);
  if (!raised.allowed) return KEY_CEILING;
  return { ...held, raisedBy: raised.via, ...earlier(held.expiresAt, raised.expiresAt) };
}

type EvaluateCondition = (condition: Condition | undefined) => ConditionOutcome;

/** Most decisions evaluate no condition, so inputs and budget are created for the first one. */
function createEvaluate(facts: Facts, question: Question, meter: WorkMeter | undefined): EvaluateCondition {
  let inputs: ConditionInputs | undefined;
  let budget: WorkBudget | undefined;
  return (condition) => {
    if (!condition) return "true";
    inputs ??= conditionInputs(facts, question);
    budget ??= createWorkBudget(meter);
    return condition.evaluate(inputs, budget);
  };
}

/** A union: one assignment that holds is enough. Of several, the one that holds longest decides. */
function decideAmong(
  assignmentsByPrincipal: readonly PrincipalAssignments[],
  facts: Facts,
  question: Question,
  evaluate: EvaluateCondition,
): Decision {
  const { permission, instance, context } = question;
  const granting = facts.model.grantsOf(permission);
  let best: Decision = NOT_GRANTED;
  for (const { principal, assignments } of assignmentsByPrincipal) {
    for (const assignment of assignments) {
      // First, because most assignments of a subject are about other permissions.
      const grants = grantsNaming(assignment, permission, granting);
      if (!grants || !holdsAt(assignment, instance) || isExpired(assignment.expiresAt, context.request.time))
        continue;
      const given = evaluate(assignment.target.condition);
      for (const grant of grants) {
        // This assignment can no longer give a grant or a better reason.
        if (given !== "true" && (best.allowed || best === CONDITION_MISSING_DATA)) break;
        const outcome = both(given, () => evaluate(grant?.condition));
        best = better(best, outcome, principal, assignment, grant);
        if (best.allowed && best.expiresAt === undefined) return best;
      }
    }
  }
  return best;
}

/** An assignment without `at` holds everywhere; one with it, for that instance and everything below. */
export function holdsAt({ at }: CompiledAssignment, instance: InstanceFacts | undefined): boolean {
  return at === undefined || (instance?.path.includes(at) ?? false);
}

const DIRECTLY: readonly undefined[] = [undefined];

/** The grants by which an assignment is about the permission; undefined when it is about others. */
export function grantsNaming(
  assignment: CompiledAssignment,
  permission: Permission,
  granting: ReturnType<Model["grantsOf"]>,
): readonly (RoleGrant | undefined)[] | undefined {
  const { role } = assignment.target;
  return role === undefined ? directly(assignment, permission) : granting.get(role);
}

/** The one grant path of a permission that was assigned by itself; undefined when it is another permission. */
function directly(
  { target }: CompiledAssignment,
  { patterns }: Permission,
): readonly undefined[] | undefined {
  return target.permission !== undefined && patterns.includes(target.permission) ? DIRECTLY : undefined;
}

/** The pattern of a ceiling, or of delegated scopes, that includes the permission. */
export const findMatchingPattern = (among: readonly string[], { patterns }: Permission): string | undefined =>
  among.find((pattern) => patterns.includes(pattern));

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
  principal: PrincipalKey,
  assignment: CompiledAssignment,
  grant: RoleGrant | undefined,
): Decision {
  if (outcome === "true") {
    const { expiresAt } = assignment;
    if (best.allowed && !lastsLonger(expiresAt, best.expiresAt)) return best;
    const via = grant ? { principal, assignment, grant } : { principal, assignment };
    return expiresAt === undefined ? { allowed: true, via } : { allowed: true, via, expiresAt };
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

/** The inputs of the conditions of a question. */
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
