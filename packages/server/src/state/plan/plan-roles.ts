import type { Complaint } from "../../core/input-fault.ts";
import { ADMINISTRATOR_ROLE } from "../own-names.ts";
import { cyclic, notChangeable, notFound } from "./complaints.ts";
import { findCycle } from "./find-cycle.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import type { Planning } from "./planning.ts";

/** Gives back whether a role will exist once the file is applied. */
export async function planRoles(planning: Planning, catalogue: Catalogue): Promise<RoleNames> {
  const entries = planning.content.roles;
  const inFile = new Set([ADMINISTRATOR_ROLE, ...entries.map(({ name }) => name)]);
  const problemOf = async (name: string) => {
    if (inFile.has(name) || (await planning.stored.find("role", name)) !== undefined) return undefined;
    const known = [...inFile, ...(await planning.stored.list("role")).map((role) => role.name)];
    return notFound("role", name, known);
  };
  // A state without roles refers to a few at most; only others pay for reading all of them.
  if (entries.length > 0) await settleRoles(planning, catalogue, problemOf);
  return { problemOf };
}

export interface RoleNames {
  problemOf(name: string): Promise<Complaint | undefined>;
}

async function settleRoles(
  planning: Planning,
  catalogue: Catalogue,
  problemOf: RoleNames["problemOf"],
): Promise<void> {
  const entries = planning.content.roles;
  const roles = new Map((await planning.stored.list("role")).map((role) => [role.name, role]));
  for (const [index, role] of entries.entries()) {
    if (role.name === ADMINISTRATOR_ROLE) {
      const message = `${ADMINISTRATOR_ROLE} is Licet's own role and stays as it is; it can be assigned and inherited`;
      planning.conflict(["roles", index, "name"], notChangeable(message));
    }
    planning.settle("role", role.name, role, roles.get(role.name));
    roles.set(role.name, role);
  }

  for (const [index, role] of entries.entries()) {
    for (const [position, inherited] of role.inherits.entries()) {
      const problem = await problemOf(inherited);
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
    planning.conflict(["roles", index, "inherits"], cyclic("inherits from", cycle));
  }
}
