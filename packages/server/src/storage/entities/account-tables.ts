import type { Application, ApplicationType, ClientAuthenticationMethod } from "../../accounts/entities.ts";
import { foldCase } from "../fold-case.ts";
import { type EntityTable, optional, readOptionalJson, writeOptionalJson } from "./entity-table.ts";

export const applicationTable: EntityTable<"application", "applications"> = {
  table: "applications",
  columns: [
    "name",
    "folded_name",
    "type",
    "enabled",
    "redirect_uris",
    "post_logout_redirect_uris",
    "require_pkce",
    "first_party",
    "delegated",
    "authentication_method",
    "jwks",
    "id_token_algorithm",
    "serves",
    "home_page",
    "backchannel_logout_uri",
  ],
  toRow: (application) => ({
    id: application.id,
    name: application.name,
    folded_name: foldCase(application.name),
    type: application.type,
    enabled: Number(application.enabled),
    redirect_uris: JSON.stringify(application.redirectUris),
    post_logout_redirect_uris: JSON.stringify(application.postLogoutRedirectUris),
    require_pkce: Number(application.requirePkce),
    first_party: Number(application.firstParty),
    delegated: JSON.stringify(application.delegated),
    authentication_method: application.authenticationMethod ?? null,
    jwks: writeOptionalJson(application.jwks),
    id_token_algorithm: application.idTokenAlgorithm,
    serves: JSON.stringify(application.serves),
    home_page: application.homePage ?? null,
    backchannel_logout_uri: application.backchannelLogoutUri ?? null,
  }),
  fromRow: (row) => ({
    id: row.id,
    name: row.name,
    type: row.type as ApplicationType,
    enabled: row.enabled === 1,
    redirectUris: JSON.parse(row.redirect_uris),
    postLogoutRedirectUris: JSON.parse(row.post_logout_redirect_uris),
    requirePkce: row.require_pkce === 1,
    firstParty: row.first_party === 1,
    delegated: JSON.parse(row.delegated),
    ...optional("authenticationMethod", row.authentication_method as ClientAuthenticationMethod | null),
    ...optional("jwks", readOptionalJson<NonNullable<Application["jwks"]>>(row.jwks)),
    idTokenAlgorithm: row.id_token_algorithm as Application["idTokenAlgorithm"],
    serves: JSON.parse(row.serves),
    ...optional("homePage", row.home_page),
    ...optional("backchannelLogoutUri", row.backchannel_logout_uri),
  }),
};

export const accessAccountTable: EntityTable<"access_account", "access_accounts"> = {
  table: "access_accounts",
  columns: ["application_id", "name", "folded_name", "enabled", "expires_at", "ceiling"],
  toRow: (account) => ({
    id: account.accessKey,
    application_id: account.applicationId,
    name: account.name ?? null,
    folded_name: foldOptional(account.name),
    enabled: Number(account.enabled),
    expires_at: account.expiresAt ?? null,
    ceiling: writeOptionalJson(account.ceiling),
  }),
  fromRow: (row) => ({
    accessKey: row.id,
    applicationId: row.application_id,
    ...optional("name", row.name),
    enabled: row.enabled === 1,
    ...optional("expiresAt", row.expires_at),
    ...optional("ceiling", readOptionalJson<readonly string[]>(row.ceiling)),
  }),
};

export const secretTable: EntityTable<"secret", "secrets"> = {
  table: "secrets",
  columns: ["owner", "hash", "hint", "created_at", "expires_at", "last_used_at"],
  toRow: (secret) => ({
    id: secret.id,
    owner: secret.owner,
    hash: secret.hash,
    hint: secret.hint,
    created_at: secret.createdAt,
    expires_at: secret.expiresAt ?? null,
    last_used_at: secret.lastUsedAt ?? null,
  }),
  fromRow: (row) => ({
    id: row.id,
    owner: row.owner,
    hash: row.hash,
    hint: row.hint,
    createdAt: row.created_at,
    ...optional("expiresAt", row.expires_at),
    ...optional("lastUsedAt", row.last_used_at),
  }),
};

export const userTable: EntityTable<"user", "users"> = {
  table: "users",
  columns: [
    "username",
    "folded_username",
    "enabled",
    "email",
    "folded_email",
    "name",
    "folded_name",
    "attributes",
    "password_hash",
  ],
  toRow: (user) => ({
    id: user.id,
    username: user.username,
    folded_username: foldCase(user.username),
    enabled: Number(user.enabled),
    email: user.email ?? null,
    folded_email: foldOptional(user.email),
    name: user.name ?? null,
    folded_name: foldOptional(user.name),
    attributes: JSON.stringify(user.attributes),
    password_hash: user.passwordHash ?? null,
  }),
  fromRow: (row) => ({
    id: row.id,
    username: row.username,
    enabled: row.enabled === 1,
    ...optional("email", row.email),
    ...optional("name", row.name),
    attributes: JSON.parse(row.attributes),
    ...optional("passwordHash", row.password_hash),
  }),
};

const foldOptional = (text: string | undefined): string | null =>
  text === undefined ? null : foldCase(text);
