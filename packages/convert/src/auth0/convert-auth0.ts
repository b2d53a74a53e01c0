import { type Conversion, createDraft, type Draft } from "../draft/create-draft.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportFile, type ExportRecord, entriesOf, recordsOf, textOf } from "../export-values.ts";
import type { Rules } from "../rules.ts";
import { type Auth0Tenant, readTenant } from "./auth0-tenant.ts";
import { convertClient } from "./convert-client.ts";
import { convertUser } from "./convert-user.ts";
import { findPermission } from "./find-permission.ts";

/** Converts a tenant. An API becomes a resource with the same identifier, and its permissions become actions. */
export function convertAuth0(files: readonly ExportFile[], rules: Rules): Conversion {
  const tenant = readTenant(files);
  const draft = createDraft("auth0", rules);
  for (const [identifier, api] of readEntries(draft, "API", tenant.resourceServers, "identifier"))
    addApi(draft, identifier, api);
  for (const [name, role] of readEntries(draft, "role", tenant.roles, "name")) addRole(draft, name, role);
  for (const [clientId, client] of readEntries(draft, "client", tenant.clients, "client_id", "name"))
    convertClient(draft, tenant, clientId, client);
  for (const [id, user] of readEntries(draft, "user", tenant.users, "user_id")) convertUser(draft, id, user);
  noteUnknownClients(draft, tenant);
  noteOthers(draft, tenant.others);
  return draft.finish();
}

const SIGNING_ALGORITHMS = ["RS256", "ES256"];

/** The Management API is Auth0's own; Licet's has permissions of its own. */
const isOwnApi = (identifier: string, api: ExportRecord): boolean =>
  api.is_system === true || /^https:\/\/[^/]+\.auth0\.com\/api\/v2\/$/.test(identifier);

function addApi(draft: Draft, identifier: string, api: ExportRecord): void {
  if (isOwnApi(identifier, api)) return;
  const name = textOf(api.name) ?? identifier;
  const algorithm = textOf(api.signing_alg);
  const resource = draft.addResource(identifier, {
    name,
    displayName: name,
    identifier,
    path: [identifier],
    // The verifiers of the API know this algorithm.
    signingAlgorithm: SIGNING_ALGORITHMS.find((known) => known === algorithm),
  });
  for (const [value, scope] of readEntries(draft, `scope of API ${name}`, entriesOf(api.scopes), "value"))
    resource.addAction(value, textOf(scope.description));
  if (algorithm !== undefined && !SIGNING_ALGORITHMS.includes(algorithm))
    draft.notes.leaveOut(
      `${algorithm} of API ${name}`,
      "tokens are signed with ES256, RS256 or EdDSA; verify them with the keys at /oidc/jwks",
    );
  if (api.enforce_policies !== true)
    draft.notes.toDo(
      `resource ${resource.name}`,
      "Auth0 does not enforce RBAC for it, so every user got its scopes. Here nobody has them: assign roles, or each action to user:*",
    );
}

function addRole(draft: Draft, name: string, entry: ExportRecord): void {
  const role = draft.addRole(name, name, textOf(entry.description));
  for (const permission of recordsOf(entry.permissions)) {
    const found = findPermission(draft, permission);
    if (found !== undefined) role.grants.add(found);
    else
      draft.notes.leaveOut(
        `permission ${String(permission.permission_name)} of role ${role.name}`,
        "the export does not have its API; add the resource servers to the files",
      );
  }
}

function noteUnknownClients(draft: Draft, { clients, clientGrants }: Auth0Tenant): void {
  const known = new Set(clients.flatMap(({ client_id: id, name }) => [id, name]));
  for (const { client_id: id, audience } of clientGrants)
    if (!known.has(id))
      draft.notes.leaveOut(
        `client grant of ${String(id)} for ${String(audience)}`,
        "the export does not have its client; add the clients to the files",
      );
}

const OTHERS: Readonly<Record<string, string>> = {
  actions: "actions have no counterpart; decide with roles, attributes and conditions in CEL (when)",
  rules: "rules have no counterpart; decide with roles, attributes and conditions in CEL (when)",
  hooks: "hooks have no counterpart; follow the change feed or the audit log instead",
  organizations: "organizations have no counterpart; use a group for each, with assignments of its own",
  connections: "users sign in to Licet with their password; sign-in by other providers is not offered",
  databases: "users come as an export of users; scripts of databases have no counterpart",
};

function noteOthers({ notes }: Draft, others: Auth0Tenant["others"]): void {
  for (const [member, why] of Object.entries(OTHERS))
    for (const entry of others.get(member) ?? [])
      notes.leaveOut(`${member.replace(/s$/, "")} ${String(entry.name ?? entry.display_name)}`, why);
}
