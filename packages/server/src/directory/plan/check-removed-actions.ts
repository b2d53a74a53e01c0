import type { PlannedClients } from "./plan-applications.ts";
import type { Planning } from "./planning.ts";

const MAX_SHOWN = 5;

/**
 * A file may remove an action from a resource only if no entity still refers to it. Other steps check the entities of
 * the file against the new catalogue; this step checks the stored entities that are not in the file.
 */
export async function checkRemovedActions(planning: Planning, clients: PlannedClients): Promise<void> {
  const { content, stored } = planning;
  for (const [index, entry] of content.resources.entries()) {
    const before = await stored.find("resource", entry.name);
    const removed = Object.keys(before?.actions ?? {}).filter(
      (action) => !Object.hasOwn(entry.actions, action),
    );
    for (const action of removed) {
      const references = await findReferences(planning, clients, `${entry.name}:${action}`);
      if (references.length === 0) continue;
      const shown = references.slice(0, MAX_SHOWN);
      const more = references.length > MAX_SHOWN ? " and others" : "";
      planning.conflict(["resources", index, "actions"], {
        message: `${action} cannot be removed: still used by ${shown.join(", ")}${more}`,
        issue: { code: "in_use", name: action, used_by: shown },
      });
    }
  }
}

/** The stored entities that refer to a permission: all that the message shows, and one more if there are others. */
async function findReferences(
  { content, stored }: Planning,
  clients: PlannedClients,
  permission: string,
): Promise<string[]> {
  const inFile = new Set([
    ...content.roles.map((role) => `role ${role.name}`),
    ...Array.from(clients.applications.keys(), (id) => `application ${id}`),
    ...Array.from(clients.accessAccounts.keys(), (id) => `access_account ${id}`),
  ]);
  const roles = (await stored.list("role"))
    .filter((role) => role.grants.some((grant) => grant.permission === permission))
    .map((role) => `role ${role.name}`);
  const assignments = (await stored.listAssignmentsOfPermission(permission, MAX_SHOWN + 1)).map(
    (assignment) => `assignment ${assignment.id} of ${assignment.principal}`,
  );
  const applications = (await stored.list("application"))
    .filter((application) => application.delegated.some(({ scope }) => scope === permission))
    .map((application) => `application ${application.id}`);
  const accounts = (await stored.list("access_account"))
    .filter((account) => account.ceiling?.includes(permission))
    .map((account) => `access_account ${account.accessKey}`);
  return [...roles, ...assignments, ...applications, ...accounts].filter((entity) => !inFile.has(entity));
}
