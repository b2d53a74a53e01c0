import { type Conversion, createDraft, type Draft } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportFile, type ExportRecord, recordOf, recordsOf, textOf } from "../export-values.ts";
import type { Rules } from "../rules.ts";
import { convertAuthorization } from "./convert-authorization.ts";
import { convertClient, isSignInClient } from "./convert-client.ts";
import { convertGroups } from "./convert-groups.ts";
import { convertRoles } from "./convert-roles.ts";
import { convertUsers } from "./convert-users.ts";
import { readRealm } from "./keycloak-realm.ts";

/**
 * Converts a realm. A role becomes a role, and a permission of the same name: servers that looked for the role in a
 * token look for the scope, `<realm>:<role>` or `<client>:<role>`.
 */
export function convertKeycloak(files: readonly ExportFile[], rules: Rules): Conversion {
  const realm = readRealm(files);
  const draft = createDraft("keycloak", rules);
  const clients = readEntries(draft, "client", realm.clients, "clientId");
  // First, because service accounts and policies name clients.
  for (const [clientId, client] of clients)
    if (isSignInClient(client)) draft.names.assign("client_id", clientId, clientId);
  convertRoles(draft, realm);
  convertGroups(draft, realm);
  convertUsers(draft, realm);
  for (const [clientId, client] of clients) convertAuthorization(draft, realm, clientId, client);
  for (const [clientId, client] of clients) convertClient(draft, realm, clientId, client);
  noteSettings(draft, realm.settings);
  return draft.finish();
}

/** The settings of a realm that are more than configuration of permissions. */
function noteSettings({ notes }: Draft, settings: ExportRecord): void {
  for (const { alias } of recordsOf(settings.identityProviders))
    notes.leaveOut(
      `identity provider ${String(alias)}`,
      "users sign in to Licet with their password; sign-in by other providers is not offered",
    );
  const storage = recordsOf(recordOf(settings.components)["org.keycloak.storage.UserStorageProvider"]);
  for (const { name } of storage)
    notes.leaveOut(
      `user federation ${String(name)}`,
      "Licet reads no directory; import its users with licet import, and repeat that when they change",
    );
  for (const { alias, builtIn, topLevel } of recordsOf(settings.authenticationFlows))
    if (builtIn === false && topLevel === true)
      notes.leaveOut(`authentication flow ${String(alias)}`, "Licet has one flow: username and password");
  for (const { name } of recordsOf(settings.clientScopes))
    if (!BUILT_IN_SCOPES.has(textOf(name) ?? ""))
      notes.leaveOut(
        `client scope ${String(name)}`,
        "scopes of Licet are permissions; add a permission of this name if servers ask for it",
      );
}

const BUILT_IN_SCOPES: ReadonlySet<string> = new Set([
  "acr",
  "address",
  "basic",
  "email",
  "microprofile-jwt",
  "offline_access",
  "organization",
  "phone",
  "profile",
  "role_list",
  "roles",
  "saml_organization",
  "service_account",
  "web-origins",
]);
