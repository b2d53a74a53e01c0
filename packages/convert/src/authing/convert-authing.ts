import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { addApplication, type NewApplication } from "../draft/add-application.ts";
import { type Conversion, createDraft, type Draft } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import {
  type ExportFile,
  type ExportRecord,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
} from "../export-values.ts";
import type { Rules } from "../rules.ts";
import { addAccessAccount } from "./add-access-account.ts";
import { createCatalogue } from "./authing-catalogue.ts";
import { listIn, readUserPool } from "./authing-user-pool.ts";
import { convertAuthorizations } from "./convert-authorizations.ts";

/**
 * Converts a user pool. A resource and its actions keep their names, so scopes stay `<resource>:<action>`. A pair of AK
 * and SK becomes an application of its own, so that callers keep both and change the address only.
 */
export function convertAuthing(files: readonly ExportFile[], rules: Rules): Conversion {
  const pool = readUserPool(files);
  const draft = createDraft("authing", rules);
  const catalogue = createCatalogue(draft);
  for (const { what, why } of pool.unread) draft.notes.leaveOut(what, why);
  for (const [code, resource] of readEntries(draft, "resource", pool.resources, "code", "resourceCode"))
    catalogue.addResource(code, resource);
  const roles = readEntries(draft, "role", pool.roles, "code");
  for (const [code, role] of roles) catalogue.addRole(code, role);
  for (const [id, user] of readEntries(draft, "user", pool.users, "userId", "id")) addUser(draft, id, user);
  for (const [code, group] of readEntries(draft, "group", pool.groups, "code")) addGroup(draft, code, group);
  for (const [code, role] of roles) {
    const name = catalogue.findRole(textOf(role.namespace), code)?.name;
    if (name === undefined) continue;
    for (const user of listMembers(draft, role, `role ${name}`))
      withUser(draft, user, `role ${name}`, (principal) => draft.assign(principal, { role: name }));
  }
  for (const [appId, application] of readEntries(draft, "application", pool.applications, "appId"))
    addOne(draft, appId, application);
  const accounts = readEntries(draft, "access account", pool.accessAccounts, "id", "accessKeyId");
  for (const [key, account] of accounts) addAccessAccount(draft, key, account, pool.applications);
  convertAuthorizations(draft, catalogue, pool);
  return draft.finish();
}

function addUser(draft: Draft, id: string, entry: ExportRecord): void {
  const status = textOf(entry.status);
  const attributes = recordOf(entry.customData);
  const username = draft.addUser(id, {
    username: textOf(entry.username) ?? textOf(entry.email) ?? textOf(entry.phone) ?? id,
    email: textOf(entry.email),
    isEmailVerified: entry.emailVerified === true,
    name: textOf(entry.name) ?? textOf(entry.nickname),
    enabled: status === undefined || status === "Activated",
    attributes,
    formerSub: id,
  });
  for (const { provider, extIdpId } of recordsOf(entry.identities))
    draft.notes.leaveOut(
      `sign-in of user ${username} by ${String(provider ?? extIdpId)}`,
      "sign-in by other providers is not offered; the user needs a password",
    );
}

/** The members of a role or a group: users, or their ids. */
const listMembers = (draft: Draft, { members }: ExportRecord, of: string): readonly string[] =>
  readEntries(draft, `member of ${of}`, listIn(members, "userId"), "userId").map(([id]) => id);

function addGroup(draft: Draft, code: string, entry: ExportRecord): void {
  const group = draft.addGroup(code, code, textOf(entry.description) ?? textOf(entry.name));
  for (const user of listMembers(draft, entry, `group ${group.name}`))
    withUser(draft, user, `group ${group.name}`, (principal) => group.members.add(principal));
}

function withUser(draft: Draft, id: string, what: string, use: (principal: string) => void): void {
  const username = draft.findUser(id);
  if (username !== undefined) use(formatPrincipalKey("user", username));
  else
    draft.notes.leaveOut(
      `user ${id} of ${what}`,
      "the export does not have this user; add the users to the files",
    );
}

const TYPES: Readonly<Record<string, NewApplication["type"]>> = {
  web: "web",
  spa: "spa",
  native: "native",
  api: "service",
};

function addOne(draft: Draft, clientId: string, entry: ExportRecord): void {
  const type = TYPES[textOf(entry.appType) ?? "web"];
  const protocol = textOf(entry.defaultProtocol) ?? "oidc";
  if (type === undefined || !["oidc", "oauth"].includes(protocol)) {
    const why = "Licet speaks OAuth 2.0 and OpenID Connect; register the application anew if it can";
    draft.notes.leaveOut(
      `application ${clientId} (${type === undefined ? String(entry.appType) : protocol})`,
      why,
    );
    return;
  }
  addApplication(draft, {
    clientId,
    name: textOf(entry.appName),
    type,
    secret: textOf(entry.secret) ?? textOf(entry.appSecret),
    noSecret: "its secret is not in the export (get-application-secret)",
    redirectUris: textsOf(entry.redirectUris),
    postLogoutRedirectUris: textsOf(entry.logoutRedirectUris),
    firstParty: entry.isIntegrateApp !== true,
    delegated: draft.everyPermission(),
  });
}
