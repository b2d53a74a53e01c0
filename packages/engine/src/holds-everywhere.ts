import type { PrincipalAssignments } from "./compiled-assignment.ts";
import { decide, type Question } from "./decide.ts";
import type { Facts } from "./facts.ts";
import type { RoleGrant } from "./model.ts";

/**
 * Whether the permission is held at every instance, registered or not: by assignments that are not for one instance,
 * under conditions that do not read it. `decide` decides, on facts without all other assignments and grants.
 */
export function holdsEverywhere(facts: Facts, { permission, context }: Omit<Question, "instance">): boolean {
  const { model, ceiling } = facts;
  const everywhere = (
    assignmentsByPrincipal: readonly PrincipalAssignments[],
  ): readonly PrincipalAssignments[] =>
    assignmentsByPrincipal.map(({ principal, assignments }) => ({
      principal,
      assignments: assignments.filter(
        ({ at, target }) => at === undefined && !target.condition?.readsInstance,
      ),
    }));
  const grants = new Map(
    Array.from(model.grantsOf(permission), ([role, grants]): [string, readonly RoleGrant[]] => [
      role,
      grants.filter(({ condition }) => !condition?.readsInstance),
    ]),
  );
  const narrowed: Facts = {
    ...facts,
    model: { ...model, grantsOf: () => grants },
    assignmentsByPrincipal: everywhere(facts.assignmentsByPrincipal),
    ceiling: ceiling && { ...ceiling, assignmentsByPrincipal: everywhere(ceiling.assignmentsByPrincipal) },
  };
  return decide(narrowed, { permission, context }).allowed;
}
