import { formatPrincipalKey, isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import type { Draft, DraftGroup } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportRecord, entriesOf, recordOf, textOf } from "../export-values.ts";
import { findParts } from "./convert-roles.ts";
import type { KeycloakRealm } from "./keycloak-realm.ts";

/**
 * Adds groups by their paths: `/staff/eu` is `staff.eu`, and a member of `staff`. So what is assigned to `staff` holds
 * for `staff.eu` as well, as Keycloak has it.
 */
export function convertGroups(draft: Draft, realm: KeycloakRealm): void {
  const add = (name: string, entry: ExportRecord, above: string): DraftGroup => {
    const path = textOf(entry.path) ?? `${above}/${name}`;
    const group = draft.addGroup(path, path.replace(/^\//, ""), textOf(entry.description));
    for (const role of findParts(draft, realm, entry, `group ${path}`, "realmRoles", "clientRoles"))
      draft.assign(formatPrincipalKey("group", group.name), { role: role.name });
    if (Object.keys(recordOf(entry.attributes)).length > 0)
      draft.notes.leaveOut(`attributes of group ${path}`, "groups have none; give them to the users");
    const below = readEntries(draft, `group below ${path}`, entriesOf(entry.subGroups), "name");
    for (const [child, fields] of below)
      group.members.add(formatPrincipalKey("group", add(child, fields, path).name));
    return group;
  };
  for (const [name, entry] of readEntries(draft, "group", realm.groups, "name")) add(name, entry, "");
}

/** Whether a group of the export has groups below it. */
export const hasSubGroups = (group: DraftGroup): boolean =>
  [...group.members].some((member) => isPrincipalOf("group", member));
