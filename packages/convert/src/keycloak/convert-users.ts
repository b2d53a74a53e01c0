import { formatPrincipalKey, isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import type { Draft } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportRecord, recordOf, recordsOf, textOf, textsOf } from "../export-values.ts";
import { findParts } from "./convert-roles.ts";
import type { KeycloakRealm } from "./keycloak-realm.ts";

/** Adds users with their roles and groups. What the user of a service account has goes to its application. */
export function convertUsers(draft: Draft, realm: KeycloakRealm): void {
  for (const [username, entry] of readEntries(draft, "user", realm.users, "username")) {
    const clientId = textOf(entry.serviceAccountClientId);
    const principal =
      clientId === undefined ? addUser(draft, entry, username) : findServiceAccount(draft, clientId);
    if (principal === undefined) {
      const why = "the export does not have its client; export the realm with its clients";
      draft.notes.leaveOut(`service account of client ${clientId}`, why);
      continue;
    }
    for (const role of findParts(draft, realm, entry, principal, "realmRoles", "clientRoles"))
      draft.assign(principal, { role: role.name });
    for (const path of textsOf(entry.groups)) joinGroup(draft, principal, path);
  }
}

function addUser(draft: Draft, entry: ExportRecord, key: string): string {
  const credentials = recordsOf(entry.credentials);
  const names = [textOf(entry.firstName), textOf(entry.lastName)].filter((name) => name !== undefined);
  const username = draft.addUser(key, {
    username: key,
    email: textOf(entry.email),
    isEmailVerified: entry.emailVerified === true,
    name: names.join(" "),
    enabled: entry.enabled !== false,
    attributes: flattenAttributes(recordOf(entry.attributes)),
    formerSub: textOf(entry.id),
    // Written by hand for an import; exports have hashes only.
    password: textOf(credentials.find(({ type }) => type === "password")?.value),
  });
  for (const { type } of credentials)
    if (type !== "password")
      draft.notes.leaveOut(
        `${String(type)} credential of user ${username}`,
        "Licet asks for passwords only; second factors are not offered",
      );
  for (const { identityProvider } of recordsOf(entry.federatedIdentities))
    draft.notes.leaveOut(
      `sign-in of user ${username} by ${String(identityProvider)}`,
      "sign-in by other providers is not offered; the user needs a password",
    );
  return formatPrincipalKey("user", username);
}

function findServiceAccount(draft: Draft, clientId: string): string | undefined {
  const name = draft.names.find("client_id", clientId);
  return name === undefined ? undefined : formatPrincipalKey("application", name);
}

function joinGroup(draft: Draft, principal: string, path: string): void {
  const group = draft.findGroup(path);
  if (group !== undefined && isPrincipalOf("user", principal)) group.members.add(principal);
  else
    draft.notes.leaveOut(
      `membership of ${principal} in ${path}`,
      group === undefined
        ? "the export does not have this group"
        : "only users and groups are members of groups; assign the roles of the group to the application",
    );
}

/** Keycloak has a list for each attribute. A condition is easier to write about one value. */
const flattenAttributes = (attributes: ExportRecord): ExportRecord =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  );
