import type { DescribedIssue } from "@licet/engine/values/input-issue.ts";
import { isAccessKey, isClientId } from "@licet/engine/values/names.ts";
import { z } from "zod";
import { CLIENT_ASSERTION_LIFETIME_SECONDS } from "../../accounts/client-assertion-lifetime.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { checkRedirectUri, MAX_URI_CHARACTERS } from "../../accounts/redirect-uri.ts";
import { malformed, withIssue } from "../../input/issue-from-zod.ts";
import {
  displayName,
  instant,
  listOf,
  listOfTexts,
  named,
  orText,
  quote,
  reference,
  resourceName,
  strictMap,
} from "./file-values.ts";

const MAX_REDIRECT_URIS = 100;

/** A user chose this secret, so Licet can only check its length. RFC 6749 appendix A.2: VSCHAR. */
export const givenSecret = z
  .string()
  .min(32, "needs at least 32 characters")
  .max(256)
  .refine((secret) => /^[\x20-\x7E]*$/.test(secret), {
    error: "may contain printable ASCII characters only",
    ...withIssue({ code: "unusable_characters" }),
  })
  .meta({ pattern: "^[\\x20-\\x7E]*$" });

export const accessAccountEntry = strictMap({
  access_key: z.exactOptional(
    named("an access key", isAccessKey, "ak_ and up to 125 letters, digits, _ . -", {
      pattern: "^ak_[A-Za-z0-9_.-]{1,125}$",
    }),
  ),
  secret_key: z.exactOptional(givenSecret),
  name: z.exactOptional(displayName),
  ceiling: z.exactOptional(listOfTexts(reference)),
  enabled: z.exactOptional(z.boolean()),
  expires_at: z.exactOptional(instant),
})
  .superRefine((account, context) => {
    if (account.access_key !== undefined || account.name !== undefined) return;
    context.addIssue({
      code: "custom",
      message: "needs an access_key, or a name to be found by next time",
      ...withIssue({ code: "at_least_one_of", members: ["access_key", "name"] }),
    });
  })
  .meta({ title: "AccessAccountInput" });

/** A plain string means a required scope. */
const delegatedEntry = orText(
  { title: "DelegatedScopeInput", text: "ScopeName", maxLength: 300 },
  strictMap({
    scope: reference,
    consent: z.enum(["required", "optional", "implicit"]).default("required"),
  }).meta({ title: "DelegatedScope", inputTitle: "DelegatedScopeObject" }),
  (scope) => ({ scope }),
);

/** RFC 7518 §6: members that only a private or a symmetric key has. */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const publicJwks = strictMap({
  keys: z
    .array(
      z
        .record(z.string(), z.unknown())
        .refine((key) => typeof key.kty === "string" && key.kty !== "oct", {
          error: "is not a public key (kty)",
          ...malformed("public_key"),
        })
        .refine((key) => !PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member)), {
          error: "holds a private key; give the public one",
          ...malformed("public_key"),
        }),
    )
    .min(1)
    .max(20),
}).meta({ title: "JwkSet" });

/** For the description alone: what is accepted depends on the type of the application; see `checkRedirectUri`. */
const redirectUri = z
  .string()
  .meta({ pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[^\\s#*]+$", maxLength: MAX_URI_CHARACTERS });
const webAddress = z.string().meta({ pattern: "^https?://[^\\s#*]+$", maxLength: MAX_URI_CHARACTERS });

export const applicationEntry = strictMap({
  client_id: z.exactOptional(
    named("a client_id", isClientId, "up to 128 letters, digits, _ . -, not beginning with usr_ or ak_", {
      pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$",
    }),
  ),
  client_secret: z.exactOptional(givenSecret),
  name: z.exactOptional(displayName),
  type: z.enum(["service", "web", "spa", "native"]),
  enabled: z.exactOptional(z.boolean()),
  redirect_uris: listOfTexts(redirectUri).max(MAX_REDIRECT_URIS).default([]),
  post_logout_redirect_uris: listOfTexts(redirectUri).max(MAX_REDIRECT_URIS).default([]),
  require_pkce: z.exactOptional(z.boolean()),
  first_party: z.boolean().default(false),
  delegated: listOf(delegatedEntry, (entry) => entry.scope).default([]),
  token_endpoint_auth_method: z.exactOptional(
    z.enum(["client_secret_post", "client_secret_basic", "private_key_jwt", "none"]),
  ),
  jwks: z.exactOptional(publicJwks),
  id_token_signed_response_alg: z.enum(["RS256", "ES256"]).default("RS256"),
  id_token_claims: z.enum(["profile", "minimal"]).default("profile").meta({
    description:
      "What an ID token says about the user. profile: the claims of every granted OpenID Connect scope, as userinfo gives them. minimal: none but those that the claims parameter asks for.",
  }),
  require_pushed_authorization_requests: z.boolean().default(false).meta({
    description: "Refuses authorization requests that were not pushed (RFC 9126 §6).",
  }),
  require_signed_request_object: z.boolean().default(false).meta({
    description: "Refuses authorization requests that are not signed by a key of jwks (RFC 9101 §10.5).",
  }),
  client_assertion_max_lifetime: z
    .int()
    .min(CLIENT_ASSERTION_LIFETIME_SECONDS.min)
    .max(CLIENT_ASSERTION_LIFETIME_SECONDS.max)
    .default(CLIENT_ASSERTION_LIFETIME_SECONDS.default)
    .meta({
      description:
        "How many seconds ahead exp of a client assertion (private_key_jwt) may be. Each assertion works once, however long it lives.",
    }),
  serves: listOfTexts(resourceName).default([]),
  home_page: z.exactOptional(webAddress),
  backchannel_logout_uri: z.exactOptional(webAddress),
  access_accounts: listOf(
    accessAccountEntry,
    (account) => account.access_key ?? `name ${account.name}`,
  ).default([]),
})
  .superRefine((application, context) => {
    for (const [path, { message, issue }] of findIssues(application))
      context.addIssue({ code: "custom", path, message, ...withIssue(issue) });
  })
  .meta({ title: "ConfigurationApplication" });

type Fields = Omit<ApplicationEntry, "access_accounts"> & { readonly access_accounts: readonly unknown[] };
export type ApplicationEntry = z.output<typeof applicationEntry>;
export type AccessAccountEntry = z.output<typeof accessAccountEntry>;

function* findIssues(application: Fields): Generator<[(string | number)[], DescribedIssue]> {
  const { type, token_endpoint_auth_method: method } = application;
  if (application.client_id === undefined && application.name === undefined) {
    const message = "needs a client_id, or a name to be found by next time";
    yield [[], { message, issue: { code: "at_least_one_of", members: ["client_id", "name"] } }];
  }
  for (const key of ["redirect_uris", "post_logout_redirect_uris"] as const) {
    for (const [index, uri] of application[key].entries()) {
      const issue = checkRedirectUri(uri, type);
      if (issue !== undefined) yield [[key, index], notAnAddress(`${quote(uri)} ${issue}`, "redirect_uri")];
    }
  }
  for (const key of ["home_page", "backchannel_logout_uri"] as const) {
    const address = application[key];
    // The rule is the same for every type: both addresses are on the web, even for a native application.
    const issue = address === undefined ? undefined : checkRedirectUri(address, "web");
    if (issue !== undefined) yield [[key], notAnAddress(`${quote(address)} ${issue}`, "web_address")];
  }
  const notForType = (message: string): DescribedIssue => ({
    message,
    issue: { code: "not_for_type", type },
  });
  if (isPublicApplication({ type })) {
    // RFC 6749 §2.1: users can read the code of a public application, so it cannot keep a secret.
    const hasNone = notForType(`a ${type} application cannot keep a secret; leave it out`);
    if (application.client_secret !== undefined) yield [["client_secret"], hasNone];
    if (application.access_accounts.length > 0) yield [["access_accounts"], hasNone];
    if (method !== undefined && method !== "none") yield [["token_endpoint_auth_method"], hasNone];
    if (application.jwks !== undefined) yield [["jwks"], hasNone];
    if (application.require_signed_request_object) yield [["require_signed_request_object"], hasNone];
    // RFC 9700 §2.1.1
    if (application.require_pkce === false)
      yield [["require_pkce"], notForType(`a ${type} application always uses PKCE`)];
    return;
  }
  if (method === "none") {
    yield [
      ["token_endpoint_auth_method"],
      notForType(`a ${type} application must authenticate; none is for spa and native`),
    ];
  }
  if (method === "private_key_jwt" && application.jwks === undefined)
    yield [["jwks"], { message: "is needed for private_key_jwt", issue: { code: "missing" } }];
  if (application.require_signed_request_object && application.jwks === undefined)
    yield [["jwks"], { message: "is needed for require_signed_request_object", issue: { code: "missing" } }];
  if (method === "private_key_jwt" && application.client_secret !== undefined) {
    const message = "is never used with private_key_jwt; leave it out";
    yield [["client_secret"], { message, issue: { code: "unknown_member" } }];
  }
}

const notAnAddress = (message: string, expected: string): DescribedIssue => ({
  message,
  issue: { code: "malformed", expected },
});
