import type { ConditionOutcome } from "../conditions/condition.ts";
import type { Assignment, Instance, InstanceKey, Membership, PrincipalKey } from "../entities.ts";
import type { ModelData } from "../model.ts";

/** The whole permission data in plain lists, nothing compiled, nothing cached. */
export interface World extends ModelData {
  readonly memberships: readonly Membership[];
  readonly assignments: readonly Assignment[];
  readonly instances: readonly Instance[];
  /** Access accounts with a ceiling, by access key. */
  readonly ceilings: Readonly<
    Record<string, { readonly application: string; readonly ceiling: readonly string[] }>
  >;
  /** Users, applications and access accounts that may not act. */
  readonly disabled: readonly PrincipalKey[];
}

export interface OracleQuestion {
  readonly principal: PrincipalKey;
  readonly permission: string;
  readonly instance?: InstanceKey;
  readonly now: number;
  /** The outcome of a condition, in the context of this question. */
  readonly outcomeOf: (condition: string) => ConditionOutcome;
}

export type OracleAnswer =
  | "allowed"
  | "not_granted"
  | "key_ceiling"
  | "condition_failed"
  | "condition_missing_data";

/**
 * The expected answer, found the slow way: every definition written down once more as a search over plain lists.
 * Tests hold `decide` to it; nothing else may use it.
 */
export function askOracle(world: World, question: OracleQuestion): OracleAnswer {
  const account = world.ceilings[question.principal.slice("access_account:".length)];
  if (!question.principal.startsWith("access_account:") || !account) return amongAssignments(world, question);
  const held = amongAssignments(world, { ...question, principal: `application:${account.application}` });
  if (held !== "allowed") return held;
  const beneath = account.ceiling.some((pattern) => namesPermission(pattern, question.permission));
  return beneath || amongAssignments(world, question) === "allowed" ? "allowed" : "key_ceiling";
}

function amongAssignments(world: World, question: OracleQuestion): OracleAnswer {
  const principals = principalsOf(world, question.principal);
  const outcomes = world.assignments
    .filter(({ principal }) => principals.includes(principal))
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > question.now)
    .filter(({ at }) => at === undefined || pathOf(world, question.instance).includes(at))
    .flatMap((assignment) =>
      conditionsGranting(world, assignment, question.permission).map((conditions) =>
        allOf(conditions.map(question.outcomeOf)),
      ),
    );
  if (outcomes.includes("true")) return "allowed";
  if (outcomes.includes("missing")) return "condition_missing_data";
  return outcomes.includes("false") ? "condition_failed" : "not_granted";
}

/** For each grant path on which the assignment names the permission, the conditions on that path. */
function conditionsGranting(
  world: World,
  assignment: Assignment,
  permission: string,
): readonly (readonly string[])[] {
  const own = assignment.when === undefined ? [] : [assignment.when];
  if (assignment.permission !== undefined)
    return namesPermission(assignment.permission, permission) ? [own] : [];
  return rolesBelow(world, assignment.role as string)
    .flatMap((name) => world.roles.find((role) => role.name === name)?.grants ?? [])
    .filter((grant) => namesPermission(grant.permission, permission))
    .map((grant) => (grant.when === undefined ? own : [...own, grant.when]));
}

const namesPermission = (pattern: string, permission: string): boolean =>
  pattern === permission || (permission.includes(":") && pattern === `${permission.split(":")[0]}:*`);

function allOf(outcomes: readonly ConditionOutcome[]): ConditionOutcome {
  if (outcomes.includes("false")) return "false";
  return outcomes.includes("missing") ? "missing" : "true";
}

function rolesBelow(world: World, role: string): readonly string[] {
  return closure([role], (name) => world.roles.find((candidate) => candidate.name === name)?.inherits ?? []);
}

function principalsOf(world: World, principal: PrincipalKey): readonly string[] {
  if (!/^(user|group):/.test(principal)) return [principal];
  const direct = [...world.memberships, ...world.groupNesting];
  const groupsOf = (member: string) =>
    direct.filter((membership) => membership.member === member).map(({ group }) => `group:${group}`);
  return [...(principal.startsWith("user:") ? ["user:*"] : []), ...closure([principal], groupsOf)];
}

function pathOf(world: World, instance: InstanceKey | undefined): readonly string[] {
  if (instance === undefined) return [];
  return closure([instance], (key) => {
    const found = world.instances.find(({ resource, id }) => `${resource}/${id}` === key);
    return found?.parent === undefined ? [] : [found.parent];
  });
}

function closure(start: readonly string[], next: (name: string) => readonly string[]): readonly string[] {
  const all = [...start];
  for (const name of all) for (const other of next(name)) if (!all.includes(other)) all.push(other);
  return all;
}
