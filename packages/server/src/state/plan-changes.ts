import type { ParsedConfigurationFile } from "./file/parse-state.ts";
import { checkRemovedActions } from "./plan/check-removed-actions.ts";
import { planApplications } from "./plan/plan-applications.ts";
import { planAssignments } from "./plan/plan-assignments.ts";
import { planCatalogue } from "./plan/plan-catalogue.ts";
import { planGroups } from "./plan/plan-groups.ts";
import { planInstances } from "./plan/plan-instances.ts";
import { planRoles } from "./plan/plan-roles.ts";
import { planUsers } from "./plan/plan-users.ts";
import { createPlanning, type Plan, type PlannerDependencies } from "./plan/planning.ts";
import { createStagePassword } from "./stage-password.ts";
import type { PlanningStore } from "./stores.ts";

export type { GeneratedSecret, Plan, PlannerDependencies, SummaryLine } from "./plan/planning.ts";

/**
 * What has to change so that everything the file names is as the file says. Reads, never writes.
 *
 * - A thing that the file names becomes what the file says: lists (grants, actions, redirect URIs, members, delegated
 *   scopes) are replaced, a key left out means its default. Exceptions, because forgetting them must do no harm:
 *   `enabled`, a group's `members`, passwords and secrets stay as they are when left out.
 * - A thing that the file does not name is left alone, so several files, the console and the file can share a state.
 *   Secrets are added, never removed.
 * - The same file again changes nothing.
 *
 * Throws ConfigurationFileError with every diagnostic.
 */
export async function planChanges(
  file: ParsedConfigurationFile,
  store: PlanningStore,
  dependencies: PlannerDependencies,
  stagePassword = createStagePassword(),
): Promise<Plan> {
  const planning = createPlanning(file, store, dependencies, stagePassword);
  const catalogue = await planCatalogue(planning);
  await planInstances(planning, catalogue);
  const roles = await planRoles(planning, catalogue);
  const users = await planUsers(planning);
  const groups = await planGroups(planning, users);
  const clients = await planApplications(planning, catalogue);
  await planAssignments(planning, catalogue, roles, { users, groups, clients });
  await checkRemovedActions(planning, clients);
  return planning.finish();
}
