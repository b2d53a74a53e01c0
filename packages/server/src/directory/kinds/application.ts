import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { isClientId } from "@licet/engine/internal/values/names.ts";
import { z } from "zod";
import { CLIENT_ASSERTION_LIFETIME_SECONDS } from "../../accounts/client-assertion-lifetime.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";
import { listOf, listOfTexts, named, orText, strictMap } from "../../input/schemas.ts";
import { accessAccount } from "./access-account.ts";
import { findApplicationIssues } from "./application-issues.ts";
import { APPLICATIONS } from "./areas.ts";
import { type EntityOf, enabledField, field, flag, json, number, optional, text, textOf } from "./field.ts";
import { sortMembers } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID, ordered } from "./listing.ts";
import {
  NAMES,
  never,
  READ_BY_CONDITIONS,
  SHOWN,
  whenChanged,
  whenTurnedOff,
  whenTurnedOn,
} from "./opening.ts";
import {
  displayName,
  givenSecret,
  publicJwks,
  redirectUri,
  reference,
  resourceName,
  webAddress,
} from "./values.ts";

/** `web` and `service` keep a secret; `spa` and `native` run where everyone can read it, so they have none. */
export type ApplicationType = "service" | "web" | "spa" | "native";

export type ClientAuthenticationMethod =
  | "client_secret_post"
  | "client_secret_basic"
  | "private_key_jwt"
  | "none";

/** A scope that an application may ask for on behalf of users, and how the consent page treats it. */
export interface DelegatedScope {
  /** A permission of the catalogue, `<resource>:*`, or an OpenID Connect scope. */
  readonly scope: string;
  readonly consent: "required" | "optional" | "implicit";
}

/** How much an ID token says about its user: all that userinfo would (OpenID Connect Core §5.4), or who it is. */
export type IdTokenClaims = "profile" | "minimal";

const writeDelegated = ({ scope, consent }: DelegatedScope): string | DelegatedScope =>
  consent === "required" ? scope : { scope, consent };

const SAME_PARTY = never("ID tokens go to the same party");

interface Addresses {
  readonly redirectUris: readonly string[];
  readonly type: ApplicationType;
}

/** True when codes could go to a new redirect URI. The free port of a native application does not count. */
export function addsRedirectUri(after: Addresses, before: Addresses): boolean {
  const known = new Set(before.redirectUris.map((uri) => redirectAddress(uri, before.type)));
  return after.redirectUris.some((uri) => !known.has(redirectAddress(uri, after.type)));
}

const asksForMore = (after: readonly DelegatedScope[] = [], before: readonly DelegatedScope[] = []) =>
  after.some(({ scope, consent }) => {
    const known = before.find((other) => other.scope === scope);
    return !known || (consent === "implicit" && known.consent !== "implicit");
  });

const MAX_REDIRECT_URIS = 100;
const addresses = {
  stored: json<readonly string[]>(),
  schema: listOfTexts(redirectUri).max(MAX_REDIRECT_URIS).default([]),
};

/** A plain string means a required scope. */
const delegatedEntry = orText(
  { title: "DelegatedScopeInput", text: "ScopeName", maxLength: 300 },
  strictMap({
    scope: reference,
    consent: z.enum(["required", "optional", "implicit"]).default("required"),
  }).meta({ title: "DelegatedScope", inputTitle: "DelegatedScopeObject" }),
  (scope) => ({ scope }),
);

export const application = defineKind({
  table: "applications",
  section: "applications",
  area: APPLICATIONS,
  grants: true,
  locksOut: true,
  titles: { entry: "ConfigurationApplication" },
  keys: [({ client_id, name }) => client_id ?? `name ${name}`],
  entryNames: ({ client_id, name }) => [client_id, name],
  besides: {
    client_secret: z.exactOptional(givenSecret),
    access_accounts: listOf(
      accessAccount.ownedEntry,
      ({ access_key, name }) => access_key ?? `name ${name}`,
    ).default([]),
  },
  findIssues: findApplicationIssues,
  id: ({ id }) => id,
  topic: ({ id }) => `client:${id}`,
  names: ({ id, name }) => [
    { kind: "application", name: id },
    { kind: "application_name", name },
  ],
  namesOthers: "(delegated <> '[]' or serves <> '[]')",
  filters: { type: ordered("type"), enabled: ordered("enabled") },
  sorts: ["name", "client_id", "type", "enabled", "updated_at"],
  exportOrder: [
    "client_id",
    "name",
    "type",
    "enabled",
    "home_page",
    "redirect_uris",
    "post_logout_redirect_uris",
    "backchannel_logout_uri",
    "require_pkce",
    "first_party",
    "delegated",
    "serves",
  ],
  fields: {
    /** The client_id: `app_…` when generated. */
    id: field({
      wire: "client_id",
      column: "id",
      stored: text,
      schema: z.exactOptional(
        named("a client_id", isClientId, "up to 128 letters, digits, _ . -, not beginning with usr_ or ak_", {
          pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$",
        }),
      ),
      search: { ...FOLDED_ID, prefix: ID_PREFIXES.application },
      opens: NAMES,
    }),
    name: field({
      wire: "name",
      folded: "folded_name",
      stored: text,
      schema: z.exactOptional(displayName),
      search: { column: "folded_name" },
      defaultOf: ({ id }: { readonly id: string }) => id,
      opens: READ_BY_CONDITIONS,
    }),
    type: field({
      wire: "type",
      stored: textOf<ApplicationType>(),
      schema: z.enum(["service", "web", "spa", "native"]),
      opens: whenChanged("for_users"),
    }),
    enabled: enabledField(whenTurnedOn("itself")),
    redirectUris: field({
      wire: "redirect_uris",
      ...addresses,
      opens: {
        as: "for_users",
        when: (_after, _before, changed) => addsRedirectUri(changed.after, changed.before),
      },
    }),
    postLogoutRedirectUris: field({
      wire: "post_logout_redirect_uris",
      ...addresses,
      opens: never("users go there without a code or a token"),
    }),
    requirePkce: field({
      wire: "require_pkce",
      stored: flag,
      schema: z.exactOptional(z.boolean()),
      defaultOf: isPublicApplication,
      opens: whenTurnedOff("for_users"),
    }),
    /** True: no consent page. */
    firstParty: field({
      wire: "first_party",
      stored: flag,
      schema: z.boolean().default(false),
      opens: whenTurnedOn("for_users"),
    }),
    delegated: field({
      wire: "delegated",
      stored: json<readonly DelegatedScope[]>(),
      schema: listOf(delegatedEntry, ({ scope }) => scope).default([]),
      refersTo: { to: "permission", member: "scope" },
      toFile: (scopes) => scopes.map(writeDelegated),
      opens: { as: "for_users", when: asksForMore },
    }),
    /** When set, the only method accepted from this client (RFC 7591 §2); otherwise its secret may come either way. */
    authenticationMethod: optional({
      wire: "token_endpoint_auth_method",
      column: "authentication_method",
      stored: textOf<ClientAuthenticationMethod>(),
      schema: z.enum(["client_secret_post", "client_secret_basic", "private_key_jwt", "none"]),
      opens: whenChanged("itself"),
    }),
    /** Public keys for `private_key_jwt`, given inline. */
    jwks: optional({
      wire: "jwks",
      stored: json<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>(),
      schema: publicJwks,
      toFile: sortMembers,
      opens: whenChanged("itself"),
    }),
    idTokenAlgorithm: field({
      wire: "id_token_signed_response_alg",
      column: "id_token_algorithm",
      stored: textOf<"RS256" | "ES256">(),
      schema: z.enum(["RS256", "ES256"]).default("RS256"),
      opens: SAME_PARTY,
    }),
    idTokenClaims: field({
      wire: "id_token_claims",
      stored: textOf<IdTokenClaims>(),
      schema: z.enum(["profile", "minimal"]).default("profile").meta({
        description:
          "What an ID token says about the user. profile: the claims of every granted OpenID Connect scope, as userinfo gives them. minimal: none but those that the claims parameter asks for.",
      }),
      opens: SAME_PARTY,
    }),
    /** RFC 9126 §6: true refuses authorization requests that were not pushed. */
    requirePushedRequests: field({
      wire: "require_pushed_authorization_requests",
      column: "require_pushed_requests",
      stored: flag,
      schema: z.boolean().default(false).meta({
        description: "Refuses authorization requests that were not pushed (RFC 9126 §6).",
      }),
      opens: whenTurnedOff("for_users"),
    }),
    /** RFC 9101 §10.5: true refuses authorization requests whose parameters are not signed. */
    requireSignedRequestObject: field({
      wire: "require_signed_request_object",
      stored: flag,
      schema: z.boolean().default(false).meta({
        description: "Refuses authorization requests that are not signed by a key of jwks (RFC 9101 §10.5).",
      }),
      opens: whenTurnedOff("for_users"),
    }),
    /** How far in the future an assertion of `private_key_jwt` may expire. */
    clientAssertionMaxLifetimeSeconds: field({
      wire: "client_assertion_max_lifetime",
      stored: number,
      schema: z
        .int()
        .min(CLIENT_ASSERTION_LIFETIME_SECONDS.min)
        .max(CLIENT_ASSERTION_LIFETIME_SECONDS.max)
        .default(CLIENT_ASSERTION_LIFETIME_SECONDS.default)
        .meta({
          description:
            "How many seconds ahead exp of a client assertion (private_key_jwt) may be. Each assertion works once, however long it lives.",
        }),
      opens: { as: "itself", when: (after = 0, before = 0) => after > before },
    }),
    /** Resources this application is the server of: it may introspect tokens issued for them (RFC 7662 §4). */
    serves: field({
      wire: "serves",
      stored: json<readonly string[]>(),
      schema: listOfTexts(resourceName).default([]),
      refersTo: { to: "resource" },
      opens: never("find-needed-in-token.ts asks for the permission to change resources"),
    }),
    /** Shown on the consent page. */
    homePage: optional({ wire: "home_page", stored: text, schema: webAddress, opens: SHOWN }),
    /** OpenID Connect Back-Channel Logout §2.2. */
    backchannelLogoutUri: optional({
      wire: "backchannel_logout_uri",
      stored: text,
      schema: webAddress,
      opens: never("logout tokens give no access"),
    }),
  },
});

export type Application = EntityOf<typeof application.fields>;
