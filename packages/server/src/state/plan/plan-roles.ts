import { didYouMean } from "../did-you-mean.ts";
import { quote } from "../file-values.ts";
import { findCycle, formatCycle } from "./find-cycle.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import type { Planning } from "./planning.ts";

/** Gives back whether a role will exist once the file is applied. */
export async function planRoles(planning: Planning, catalogue: Catalogue): Promise<RoleNames> {
  const entries = planning.content.roles;
  const roles = new Map((await planning.stored.list("role")).map((role) => [role.name, role]));
  for (const role of entries) {
    planning.settle("role", role.name, role, roles.get(role.name));
    roles.set(role.name, role);
  }
  const problemOf = (name: string) =>
    roles.has(name) ? undefined : `there is no role ${quote(name)}${didYouMean(name, roles.keys())}`;

  for (const [index, role] of entries.entries()) {
    for (const [position, inherited] of role.inherits.entries()) {
      const problem = problemOf(inherited);
      if (problem !== undefined) planning.problem(["roles", index, "inherits", position], problem);
    }
    for (const [position, grant] of role.grants.entries()) {
      const path = ["roles", index, "grants", position];
      const problem = catalogue.problemOf(grant.permission);
      if (problem !== undefined) planning.problem([...path, "permission"], problem);
      planning.checkCondition([...path, "when"], grant.when);
    }
  }

  const cycle = findCycle(roles.keys(), (name) => roles.get(name)?.inherits ?? []);
  if (cycle !== undefined) {
    const index = entries.findIndex((role) => cycle.includes(role.name));
    planning.problem(["roles", index, "inherits"], `inherits from itself: ${formatCycle(cycle)}`);
  }
  return { problemOf };
}

export interface RoleNames {
  problemOf(name: string): string | undefined;
}
