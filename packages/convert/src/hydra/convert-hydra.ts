import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import { isOidcScope } from "@licet/engine/internal/values/names.ts";
import { addApplication, type NewApplication } from "../draft/add-application.ts";
import { type Conversion, createDraft, type Draft } from "../draft/create-draft.ts";
import {
  type ExportFile,
  type ExportRecord,
  isRecord,
  recordsOf,
  textOf,
  textsOf,
} from "../export-values.ts";
import type { Rules } from "../rules.ts";
import { addScopes } from "./hydra-scopes.ts";

/**
 * Converts the OAuth 2.0 clients of Ory Hydra. A client that may use `client_credentials` is assigned its scopes; one
 * that signs users in may ask for them. Users and their permissions are not Hydra's.
 */
export function convertHydra(files: readonly ExportFile[], rules: Rules): Conversion {
  const draft = createDraft("hydra", rules);
  const clients = files.flatMap((file) => readClients(draft, file));
  const permissionOf = addScopes(draft, clients);
  for (const client of clients) convertClient(draft, client, permissionOf);
  if (clients.some((client) => typeOf(client) !== "service"))
    draft.notes.toDo(
      "users",
      "Hydra has no users, and left their permissions to your consent application; create them with licet apply or licet import, and assign roles",
    );
  return draft.finish();
}

/** `hydra list oauth2-clients` prints `items`, the admin API a list, and `hydra get oauth2-client` one client. */
function readClients({ notes }: Draft, { name, data }: ExportFile): readonly ExportRecord[] {
  const list = isRecord(data) ? (data.items ?? [data]) : data;
  const clients = recordsOf(list);
  if (
    !Array.isArray(list) ||
    clients.length !== list.length ||
    clients.some((each) => !textOf(each.client_id))
  )
    throw new InvalidInputError(
      `${name} is no list of clients of Hydra: expected objects with a client_id, as hydra list oauth2-clients --format json prints them`,
    );
  if (isRecord(data) && textOf(data.next_page_token) && data.is_last_page !== true)
    notes.toDo(
      name,
      "it is not the last page of clients: list with a larger --page-size, or give the files of all pages",
    );
  return clients;
}

function typeOf(client: ExportRecord): NewApplication["type"] {
  if (client.token_endpoint_auth_method === "none") {
    const isPrivateUse = (uri: string) => /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(uri);
    return textsOf(client.redirect_uris).some(isPrivateUse) ? "native" : "spa";
  }
  return grantTypesOf(client).includes("authorization_code") ? "web" : "service";
}

/** Hydra's default, if a client names none. */
const grantTypesOf = ({ grant_types: types }: ExportRecord): readonly string[] =>
  textsOf(types).length === 0 ? ["authorization_code"] : textsOf(types);

const METHODS = ["client_secret_post", "client_secret_basic", "private_key_jwt"] as const;

function convertClient(
  draft: Draft,
  client: ExportRecord,
  permissionOf: (scope: string) => string | undefined,
): void {
  const clientId = String(client.client_id);
  const scopes = (textOf(client.scope) ?? "").split(" ").filter((scope) => scope !== "");
  const permissions = scopes.flatMap((scope) => permissionOf(scope) ?? []);
  const principal = addApplication(draft, {
    clientId,
    name: textOf(client.client_name),
    type: typeOf(client),
    secret: textOf(client.client_secret),
    noSecret: "Hydra stores secrets hashed, so they are not in the export",
    redirectUris: textsOf(client.redirect_uris),
    postLogoutRedirectUris: textsOf(client.post_logout_redirect_uris),
    firstParty: client.skip_consent === true,
    delegated: permissions.filter((permission) => !isOidcScope(permission)),
    method: METHODS.find((method) => method === client.token_endpoint_auth_method),
    jwks: hasKeys(client.jwks) ? client.jwks : undefined,
    homePage: textOf(client.client_uri),
    backchannelLogoutUri: textOf(client.backchannel_logout_uri),
  });
  if (grantTypesOf(client).includes("client_credentials"))
    for (const permission of permissions)
      if (!isOidcScope(permission)) draft.assign(principal, { permission });
  noteLimits(draft, client, clientId);
}

/** Hydra writes `{}` for a client without keys. */
const hasKeys = (jwks: unknown): boolean => isRecord(jwks) && recordsOf(jwks.keys).length > 0;

const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials"];

function noteLimits({ notes }: Draft, client: ExportRecord, clientId: string): void {
  const what = `client ${clientId}`;
  for (const type of grantTypesOf(client))
    if (!GRANT_TYPES.includes(type))
      notes.leaveOut(
        `grant type ${type} of ${what}`,
        "not offered; use the code flow, or client_credentials",
      );
  if (textOf(client.jwks_uri))
    notes.leaveOut(`jwks_uri of ${what}`, "Licet fetches no keys; put the public keys into jwks by hand");
  if (textOf(client.frontchannel_logout_uri))
    notes.leaveOut(`front-channel logout of ${what}`, "not offered; use back-channel logout");
  if (client.subject_type === "pairwise")
    notes.leaveOut(`pairwise sub of ${what}`, "every application sees the same sub of a user");
  if (client.access_token_strategy === "opaque")
    notes.leaveOut(
      `opaque access tokens of ${what}`,
      "access tokens are JWTs; servers may verify or introspect them",
    );
  if (isRecord(client.metadata) && Object.keys(client.metadata).length > 0)
    notes.leaveOut(`metadata of ${what}`, "applications have none");
  if (Object.keys(client).some((member) => member.endsWith("_lifespan") && client[member] !== null))
    notes.leaveOut(`lifespans of ${what}`, "lifetimes are settings of the server: licet help settings");
}
