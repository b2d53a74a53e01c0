import type { Draft, DraftRole } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportRecord, recordOf, textListsOf, textOf, textsOf } from "../export-values.ts";
import { isOwnRole, type KeycloakRealm, roleKey } from "./keycloak-realm.ts";

/** The keys of resources in a draft. */
export const REALM_RESOURCE = "realm";
export const clientResource = (clientId: string): string => `client ${clientId}`;

/** Adds the roles of the realm and of its clients, each with a permission, and then what they are composed of. */
export function convertRoles(draft: Draft, realm: KeycloakRealm): void {
  const { name, displayName } = realm;
  const realmRoles = readEntries(draft, "role", realm.realmRoles, "name");
  const clientRoles = [...realm.clientRoles].map(
    ([clientId, roles]) =>
      [clientId, readEntries(draft, `role of client ${clientId}`, roles, "name")] as const,
  );
  for (const [role, entry] of realmRoles) {
    if (role === realm.defaultRole) {
      if (hasComposites(realm, entry)) draft.addRole(roleKey(role), role, "What every user of the realm had");
      continue;
    }
    const resource = draft.addResource(REALM_RESOURCE, { name, displayName, path: [name] });
    const added = draft.addRole(roleKey(role), role, describe(entry));
    added.grants.add(resource.addAction(role, describe(entry)));
  }
  for (const [clientId, roles] of clientRoles)
    for (const [role, entry] of roles) {
      const resource = draft.addResource(clientResource(clientId), {
        name: clientId,
        path: [name, clientId],
      });
      const added = draft.addRole(roleKey(role, clientId), `${clientId}.${role}`, describe(entry));
      added.grants.add(resource.addAction(role, describe(entry)));
    }
  for (const [role, entry] of realmRoles) addComposites(draft, realm, roleKey(role), entry);
  for (const [clientId, roles] of clientRoles)
    for (const [role, entry] of roles) addComposites(draft, realm, roleKey(role, clientId), entry);
}

function addComposites(draft: Draft, realm: KeycloakRealm, key: string, entry: ExportRecord): void {
  const role = draft.findRole(key);
  if (role === undefined) return;
  for (const part of findParts(
    draft,
    realm,
    recordOf(entry.composites),
    `role ${role.name}`,
    "realm",
    "client",
  ))
    if (part.name !== role.name) role.inherits.add(part.name);
}

/** The parts of the default role that are not Keycloak's own. */
function hasComposites({ clientRoles }: KeycloakRealm, entry: ExportRecord): boolean {
  const { realm, client } = recordOf(entry.composites);
  return (
    textsOf(realm).some((role) => !isOwnRole(role)) ||
    textListsOf(client).some(([clientId, roles]) => clientRoles.has(clientId) && roles.length > 0)
  );
}

/** The roles that a composite, a group or a user names. Keycloak's own are ignored, unknown ones are noted. */
export function findParts(
  draft: Draft,
  { defaultRole, clients, clientRoles }: KeycloakRealm,
  owner: ExportRecord,
  what: string,
  realmMember: "realm" | "realmRoles",
  clientMember: "client" | "clientRoles",
): readonly DraftRole[] {
  const find = (role: string, clientId?: string): readonly DraftRole[] => {
    const found = draft.findRole(roleKey(role, clientId));
    if (found !== undefined) return [found];
    const isOwn =
      clientId === undefined
        ? isOwnRole(role) || role === defaultRole
        : role === "uma_protection" ||
          !(clientRoles.has(clientId) || clients.some((each) => each.clientId === clientId));
    if (!isOwn)
      draft.notes.leaveOut(
        `role ${clientId === undefined ? role : `${clientId}/${role}`} of ${what}`,
        "the export does not have this role; export the realm with its roles and clients",
      );
    return [];
  };
  return [
    ...textsOf(owner[realmMember]).flatMap((role) => find(role)),
    ...textListsOf(owner[clientMember]).flatMap(([clientId, roles]) =>
      roles.flatMap((role) => find(role, clientId)),
    ),
  ];
}

/** Texts of Keycloak's own are names of translations: `${role_…}`. */
function describe({ description }: ExportRecord): string | undefined {
  const text = textOf(description);
  return text?.startsWith("${") ? undefined : text;
}
