import type { PlanningStore } from "../stores.ts";
import { checkRemovedActions } from "./check-removed-actions.ts";
import type { Entries } from "./entries.ts";
import { loadNamed } from "./load-named.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { planApplications } from "./plan-applications.ts";
import { planAssignments } from "./plan-assignments.ts";
import { planCatalogue } from "./plan-catalogue.ts";
import { planGroups } from "./plan-groups.ts";
import { planInstances } from "./plan-instances.ts";
import { planOthers } from "./plan-others.ts";
import { planRoles } from "./plan-roles.ts";
import { planUsers } from "./plan-users.ts";
import { createPlanning, type Plan, type PlannerDependencies } from "./planning.ts";

export type { GeneratedSecret, Plan, PlannerDependencies, SummaryLine } from "./planning.ts";

/**
 * Plans the changes that make every entity equal to its entry. It reads and never writes.
 *
 * - The file replaces the lists (grants, actions, redirect URIs, members, delegated scopes) of an entity that it names,
 *   and a missing key means its default. Exceptions: `enabled`, a group's `members`, passwords and secrets keep their
 *   stored values when the file omits them, because an omission must do no harm.
 * - An entity that the file does not name stays unchanged, so several files and the console can share a state.
 *   The file adds secrets and never removes them.
 * - Applying the same file again changes nothing.
 *
 * Throws EntriesError with every issue.
 */
export async function planChanges(
  entries: Entries,
  store: PlanningStore,
  dependencies: PlannerDependencies,
  hashPassword = createPasswordHasher(),
): Promise<Plan> {
  const planning = createPlanning(entries, store, dependencies, hashPassword);
  await loadNamed(planning);
  const catalogue = await planCatalogue(planning);
  await planInstances(planning, catalogue);
  const roles = await planRoles(planning, catalogue);
  const users = await planUsers(planning);
  const groups = await planGroups(planning, users);
  const clients = await planApplications(planning, catalogue);
  await planAssignments(planning, catalogue, roles, { users, groups, clients });
  await planOthers(planning);
  await checkRemovedActions(planning, clients);
  return planning.finish();
}
