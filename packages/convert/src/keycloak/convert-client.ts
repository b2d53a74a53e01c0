import { addApplication, type NewApplication } from "../draft/add-application.ts";
import type { Draft } from "../draft/create-draft.ts";
import { type ExportRecord, recordOf, recordsOf, textOf, textsOf } from "../export-values.ts";
import { listAuthorizationResources } from "./convert-authorization.ts";
import { clientResource } from "./convert-roles.ts";
import { type KeycloakRealm, roleKey } from "./keycloak-realm.ts";

/** SAML clients have another protocol, and no counterpart. */
export const isSignInClient = ({ protocol }: ExportRecord): boolean =>
  (protocol ?? "openid-connect") === "openid-connect";

export function convertClient(
  draft: Draft,
  realm: KeycloakRealm,
  clientId: string,
  client: ExportRecord,
): void {
  if (!isSignInClient(client)) {
    const why = "Licet speaks OAuth 2.0 and OpenID Connect; register the application anew if it can";
    draft.notes.leaveOut(`client ${clientId} (${String(client.protocol)})`, why);
    return;
  }
  const type = typeOf(client);
  const attributes = recordOf(client.attributes);
  const redirectUris = textsOf(client.redirectUris).map((uri) => resolveUri(client, uri));
  const signsIn = type !== "service";
  addApplication(draft, {
    clientId,
    name: textOf(client.name)?.startsWith("${") ? undefined : textOf(client.name),
    type,
    enabled: client.enabled !== false,
    secret: textOf(client.secret)?.match(/^\*+$/) ? undefined : textOf(client.secret),
    noSecret: whyNoSecret(client),
    redirectUris: signsIn ? redirectUris : [],
    postLogoutRedirectUris: signsIn ? readLogoutUris(client, redirectUris) : [],
    firstParty: client.consentRequired !== true,
    requirePkce: attributes["pkce.code.challenge.method"] === "S256",
    delegated: listDelegated(draft, realm, client),
    ...readKeys(draft, client),
    idTokenAlgorithm: textOf(attributes["id.token.signed.response.alg"]),
    serves: listServed(draft, client),
    homePage: textOf(client.baseUrl) && resolveUri(client, String(client.baseUrl)),
    backchannelLogoutUri: signsIn ? textOf(attributes["backchannel.logout.url"]) : undefined,
  });
  noteLimits(draft, realm, client);
}

function typeOf({
  publicClient,
  bearerOnly,
  standardFlowEnabled,
  redirectUris,
}: ExportRecord): NewApplication["type"] {
  if (bearerOnly === true) return "service";
  if (publicClient !== true) return standardFlowEnabled === false ? "service" : "web";
  return textsOf(redirectUris).some((uri) => /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(uri)) ? "native" : "spa";
}

function whyNoSecret({ bearerOnly, secret }: ExportRecord): string {
  if (bearerOnly === true)
    return "a bearer-only client has no secret, and needs one only to ask Licet about tokens and permissions";
  if (textOf(secret) === undefined) return "its secret is not in the export";
  return "the export masks its secret, as partial exports do";
}

/** Keycloak's addresses may be relative to the root URL. */
const resolveUri = ({ rootUrl }: ExportRecord, uri: string): string =>
  uri.startsWith("/") ? `${textOf(rootUrl)?.replace(/\/$/, "") ?? ""}${uri}` : uri;

/** Separated by `##`; `+` stands for the redirect URIs. Those with wildcards are named once, as redirect URIs. */
function readLogoutUris(client: ExportRecord, redirectUris: readonly string[]): readonly string[] {
  const given = textOf(recordOf(client.attributes)["post.logout.redirect.uris"])?.split("##") ?? [];
  return given
    .flatMap((uri) =>
      uri === "+" ? redirectUris.filter((each) => !each.includes("*")) : [resolveUri(client, uri)],
    )
    .filter((uri) => uri !== "-" && uri !== "");
}

/** The permissions that it may ask users for: of every role, or of the roles in its scope. */
function listDelegated(draft: Draft, { settings }: KeycloakRealm, client: ExportRecord): readonly string[] {
  if (client.fullScopeAllowed !== false) return draft.everyPermission();
  const { clientId } = client;
  const ofRealm = recordsOf(settings.scopeMappings)
    .filter((mapping) => mapping.client === clientId)
    .flatMap((mapping) => textsOf(mapping.roles).map((role) => roleKey(role)));
  const ofClients = Object.entries(recordOf(settings.clientScopeMappings)).flatMap(([owner, mappings]) =>
    recordsOf(mappings)
      .filter((mapping) => mapping.client === clientId)
      .flatMap((mapping) => textsOf(mapping.roles).map((role) => roleKey(role, owner))),
  );
  const own = draft.findResource(clientResource(String(clientId)))?.listPermissions() ?? [];
  return [...own, ...[...ofRealm, ...ofClients].flatMap((key) => listGrants(draft, key))];
}

/** What a role grants, with the roles that it inherits. */
function listGrants(draft: Draft, key: string): readonly string[] {
  const first = draft.findRole(key);
  if (first === undefined) return [];
  const seen = new Set([first]);
  for (const role of seen)
    for (const name of role.inherits) {
      const inherited = draft.findRoleByName(name);
      if (inherited !== undefined) seen.add(inherited);
    }
  return [...seen].flatMap(({ grants }) => [...grants]);
}

/** The server of a resource may introspect the tokens for it. */
function listServed(draft: Draft, client: ExportRecord): readonly string[] {
  const own = draft.findResource(clientResource(String(client.clientId)));
  const resources = [...(own === undefined ? [] : [own]), ...listAuthorizationResources(draft, client)];
  return resources.map(({ name }) => name);
}

function readKeys(draft: Draft, { clientId, clientAuthenticatorType, attributes }: ExportRecord) {
  if (clientAuthenticatorType !== "client-jwt") {
    if (clientAuthenticatorType === "client-x509" || clientAuthenticatorType === "client-secret-jwt")
      draft.notes.leaveOut(
        `${clientAuthenticatorType} of client ${String(clientId)}`,
        "Licet authenticates by secret or private_key_jwt; change the application to one of them",
      );
    return {};
  }
  const text = textOf(recordOf(attributes)["jwks.string"]);
  const jwks = text === undefined ? undefined : parseJson(text);
  return { method: "private_key_jwt" as const, ...(jwks !== undefined && { jwks }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const OWN_MAPPERS = ["Client ID", "Client Host", "Client IP Address"];

/** The parts of a client that have no counterpart, or another one. */
function noteLimits({ notes }: Draft, realm: KeycloakRealm, client: ExportRecord): void {
  const what = `client ${String(client.clientId)}`;
  for (const { name, protocolMapper } of recordsOf(client.protocolMappers)) {
    if (OWN_MAPPERS.includes(String(name))) continue;
    const isAudience = protocolMapper === "oidc-audience-mapper";
    notes.leaveOut(
      `protocol mapper ${JSON.stringify(name)} of ${what}`,
      isAudience
        ? "aud follows from the granted scopes: it has the identifiers of their resources"
        : "tokens carry scopes and the claims of OpenID Connect; read other data where it is needed",
    );
  }
  if (client.implicitFlowEnabled === true)
    notes.leaveOut(`implicit flow of ${what}`, "not offered (RFC 9700 §2.1.2); use the code flow with PKCE");
  if (client.directAccessGrantsEnabled === true)
    notes.leaveOut(`password grant of ${what}`, "not offered (RFC 9700 §2.4); use the code flow with PKCE");
  const hasAccount = realm.users.some((user) => user.serviceAccountClientId === client.clientId);
  if (client.serviceAccountsEnabled === true && !hasAccount)
    notes.toDo(
      `application ${String(client.clientId)}`,
      "the export has no service account, so the application has no roles: export with users, or use licet grant",
    );
}
