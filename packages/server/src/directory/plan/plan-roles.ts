import type { Role } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { ADMINISTRATOR_ROLE } from "../own-names.ts";
import { findCycle } from "./find-cycle.ts";
import { cyclic, notChangeable, notFound } from "./issues.ts";
import { namesOfRoles } from "./names-of-roles.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import type { Planning } from "./planning.ts";

/** Returns a lookup that says whether a role exists after the apply. */
export async function planRoles(planning: Planning, catalogue: Catalogue): Promise<RoleNames> {
  const entries = planning.content.roles;
  const inFile = new Set([ADMINISTRATOR_ROLE, ...entries.map(({ name }) => name)]);
  const findIssue = async (name: string) => {
    if (inFile.has(name) || (await planning.stored.find("role", name)) !== undefined) return undefined;
    const known = [...inFile, ...(await planning.stored.list("role")).map((role) => role.name)];
    return notFound("role", name, known);
  };
  if (entries.length > 0) await stageRoles(planning, catalogue, findIssue);
  return { findIssue };
}

export interface RoleNames {
  findIssue(name: string): Promise<DescribedIssue | undefined>;
}

async function stageRoles(
  planning: Planning,
  catalogue: Catalogue,
  findIssue: RoleNames["findIssue"],
): Promise<void> {
  const entries = planning.content.roles;
  const roles = await readRoles(planning);
  for (const [index, role] of entries.entries()) {
    if (role.name === ADMINISTRATOR_ROLE) {
      const message = `${ADMINISTRATOR_ROLE} is Licet's own role and stays as it is; it can be assigned and inherited`;
      planning.conflict(["roles", index, "name"], notChangeable(message));
    }
    planning.stage("role", role.name, role, roles.get(role.name));
    roles.set(role.name, role);
  }

  for (const [index, role] of entries.entries()) {
    for (const [position, inherited] of role.inherits.entries()) {
      const issue = await findIssue(inherited);
      if (issue !== undefined) planning.report(["roles", index, "inherits", position], issue);
    }
    for (const [position, grant] of role.grants.entries()) {
      const path = ["roles", index, "grants", position];
      const issue = catalogue.findIssue(grant.permission);
      if (issue !== undefined) planning.report([...path, "permission"], issue);
      planning.checkCondition([...path, "when"], grant.when);
    }
  }

  const cycle = findCycle([...roles.keys()].sort(), (name) => roles.get(name)?.inherits ?? []);
  if (cycle !== undefined) {
    const index = entries.findIndex((role) => cycle.includes(role.name));
    planning.conflict(["roles", index, "inherits"], cyclic("inherits from", cycle));
  }
}

/**
 * The stored roles that the plan has to know: those of the state, and all that these inherit from, at any depth. A new
 * cycle leads through a role of the state. All others do not matter, and there may be thousands of them.
 */
async function readRoles({ content, stored }: Planning): Promise<Map<string, Role>> {
  const roles = new Map<string, Role>();
  const asked = new Set<string>();
  let unread = namesOfRoles(content.roles);
  while (unread.length > 0) {
    await stored.prefetch("role", unread);
    const inherited: string[] = [];
    for (const name of unread) {
      asked.add(name);
      const role = await stored.find("role", name);
      if (role === undefined) continue;
      roles.set(name, role);
      inherited.push(...role.inherits);
    }
    unread = [...new Set(inherited)].filter((name) => !asked.has(name));
  }
  return roles;
}
