import { addApplication, type NewApplication } from "../draft/add-application.ts";
import type { Draft } from "../draft/create-draft.ts";
import type { DraftResource } from "../draft/create-resources.ts";
import { type ExportRecord, recordOf, recordsOf, textOf, textsOf } from "../export-values.ts";
import type { Auth0Tenant } from "./auth0-tenant.ts";

const TYPES: Readonly<Record<string, NewApplication["type"]>> = {
  spa: "spa",
  native: "native",
  regular_web: "web",
  non_interactive: "service",
  resource_server: "service",
};
const METHODS = ["client_secret_post", "client_secret_basic"] as const;
const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials"];

export function convertClient(
  draft: Draft,
  tenant: Auth0Tenant,
  /** Its name where the export has no ids. */
  clientId: string,
  client: ExportRecord,
): void {
  // "All Applications" holds defaults of the tenant.
  if (client.global === true) return;
  const name = textOf(client.name);
  const type = TYPES[textOf(client.app_type) ?? "regular_web"];
  if (type === undefined) {
    const why = "this kind of application has no counterpart; register it anew if it speaks OpenID Connect";
    draft.notes.leaveOut(`client ${name ?? clientId} (${String(client.app_type)})`, why);
    return;
  }
  if (textOf(client.client_id) === undefined)
    draft.notes.toDo(
      `application ${clientId}`,
      "its client_id is not in the export, so its name is the client_id; export with AUTH0_EXPORT_IDENTIFIERS=true to keep ids",
    );
  const served = draft.findResource(String(client.resource_server_identifier));
  const isFirstParty = client.is_first_party !== false;
  const principal = addApplication(draft, {
    clientId,
    name,
    type,
    secret: textOf(client.client_secret),
    redirectUris: textsOf(client.callbacks),
    postLogoutRedirectUris: textsOf(client.allowed_logout_urls),
    firstParty: isFirstParty,
    delegated: listDelegated(draft, tenant, client, isFirstParty),
    method: readMethod(client),
    serves: served === undefined ? [] : [served.name],
    homePage: textOf(client.initiate_login_uri),
    backchannelLogoutUri: textsOf(
      recordOf(client.oidc_logout ?? client.oidc_backchannel_logout).backchannel_logout_urls,
    )[0],
  });
  for (const grant of grantsOf(tenant, client))
    if (grant.subject_type !== "user")
      for (const permission of listGranted(draft, grant, `application ${clientId}`))
        draft.assign(principal, { permission });
  noteLimits(draft, client, clientId);
}

/** The Deploy CLI names a client instead of its id. */
const grantsOf = (
  { clientGrants }: Auth0Tenant,
  { client_id: id, name }: ExportRecord,
): readonly ExportRecord[] =>
  clientGrants.filter((grant) => grant.client_id === id || grant.client_id === name);

function listGranted(draft: Draft, grant: ExportRecord, what: string): readonly string[] {
  const resource = draft.findResource(String(grant.audience));
  if (resource === undefined) {
    if (!/\.auth0\.com\/api\/v2\/$/.test(String(grant.audience)))
      draft.notes.leaveOut(
        `client grant of ${what}`,
        "the export does not have its API; add the resource servers to the files",
      );
    else
      draft.notes.leaveOut(
        `grant of ${what} for Auth0's Management API`,
        "Licet's own API has permissions of its own; assign licet:… or the role licet-administrator by hand",
      );
    return [];
  }
  if (grant.allow_all_scopes === true) return [`${resource.name}:*`];
  return textsOf(grant.scope).flatMap((scope) => {
    const permission = resource.findPermission(scope);
    if (permission === undefined)
      draft.notes.leaveOut(`scope ${scope} of ${what}`, "its API does not have this scope in the export");
    return permission ?? [];
  });
}

/** Auth0 lets applications ask for every API, unless the API allows only those with a grant for users. */
function listDelegated(
  draft: Draft,
  tenant: Auth0Tenant,
  client: ExportRecord,
  isFirstParty: boolean,
): readonly string[] {
  const open = tenant.resourceServers.flatMap((api): readonly DraftResource[] => {
    const policy = recordOf(recordOf(api.subject_type_authorization).user).policy ?? "allow_all";
    const resource = draft.findResource(String(api.identifier));
    return policy === "allow_all" && isFirstParty && resource !== undefined ? [resource] : [];
  });
  const granted = grantsOf(tenant, client)
    .filter(({ subject_type: type }) => type === "user")
    .flatMap((grant) => listGranted(draft, grant, `application ${String(client.name)}`));
  return [...open.map(({ name }) => `${name}:*`), ...granted];
}

function readMethod(client: ExportRecord): NewApplication["method"] {
  const keys = recordOf(recordOf(client.client_authentication_methods).private_key_jwt);
  if (recordsOf(keys.credentials).length > 0) return "private_key_jwt";
  return METHODS.find((method) => method === client.token_endpoint_auth_method);
}

function noteLimits({ notes }: Draft, client: ExportRecord, clientId: string): void {
  const what = `client ${clientId}`;
  for (const type of textsOf(client.grant_types))
    if (!GRANT_TYPES.includes(type))
      notes.leaveOut(
        `grant type ${type} of ${what}`,
        "not offered; use the code flow, or client_credentials",
      );
  if (recordOf(client.jwt_configuration).alg === "HS256")
    notes.leaveOut(
      `HS256 of ${what}`,
      "ID tokens are signed with RS256 or ES256; verify them with /oidc/jwks",
    );
  if (Object.keys(recordOf(client.addons)).length > 0)
    notes.leaveOut(`addons of ${what}`, "SAML and other addons are not offered");
}
