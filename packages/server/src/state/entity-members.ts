import { type EpochSeconds, writeTime } from "@licet/engine/values/time.ts";
import type { Entities, EntityKind } from "./change.ts";

/**
 * The members of an entity as the API and the configuration file name them, without secrets. The API answers with them,
 * and the audit log compares them.
 */
export const entityMembers = <K extends EntityKind>(
  kind: K,
  value: Entities[K],
): Readonly<Record<string, unknown>> => WRITERS[kind](value);

const WRITERS: { readonly [K in EntityKind]: (value: Entities[K]) => Readonly<Record<string, unknown>> } = {
  resource: ({ name, displayName, identifier, signingAlgorithm, accessTokenType, actions }) => ({
    name,
    ...given({ display_name: displayName }),
    identifier,
    signing_alg: signingAlgorithm,
    access_token_type: accessTokenType,
    actions,
  }),
  permission: ({ name, description }) => ({ name, description }),
  role: ({ name, description, inherits, grants }) => ({ name, ...given({ description }), inherits, grants }),
  group: ({ name, description }) => ({ name, ...given({ description }) }),
  membership: ({ group, member }) => ({ group, member }),
  instance: ({ resource, id, parent, attributes }) => ({ resource, id, ...given({ parent }), attributes }),
  assignment: ({ principal, role, permission, at, when, expiresAt }) => ({
    principal,
    ...given({ role, permission, at, when }),
    ...expiry(expiresAt),
  }),
  application: (application) => ({
    client_id: application.id,
    name: application.name,
    type: application.type,
    enabled: application.enabled,
    redirect_uris: application.redirectUris,
    post_logout_redirect_uris: application.postLogoutRedirectUris,
    require_pkce: application.requirePkce,
    first_party: application.firstParty,
    delegated: application.delegated,
    ...given({ token_endpoint_auth_method: application.authenticationMethod, jwks: application.jwks }),
    id_token_signed_response_alg: application.idTokenAlgorithm,
    id_token_claims: application.idTokenClaims,
    require_pushed_authorization_requests: application.requirePushedRequests,
    require_signed_request_object: application.requireSignedRequestObject,
    client_assertion_max_lifetime: application.clientAssertionMaxLifetimeSeconds,
    serves: application.serves,
    ...given({
      home_page: application.homePage,
      backchannel_logout_uri: application.backchannelLogoutUri,
    }),
  }),
  access_account: ({ accessKey, applicationId, name, enabled, expiresAt, ceiling }) => ({
    access_key: accessKey,
    application: applicationId,
    ...given({ name, ceiling }),
    enabled,
    ...expiry(expiresAt),
  }),
  secret: ({ hint, expiresAt, lastUsedAt }) => ({
    hint,
    ...expiry(expiresAt),
    ...(lastUsedAt !== undefined && { last_used_at: writeTime(lastUsedAt) }),
  }),
  user: ({ username, email, name, attributes, enabled }) => ({
    username,
    ...given({ email, name }),
    attributes,
    enabled,
  }),
};

const expiry = (expiresAt: EpochSeconds | undefined) =>
  expiresAt === undefined ? {} : { expires_at: writeTime(expiresAt) };

/** A loop, because a bulk write describes a million entities. */
function given(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in members) if (members[name] !== undefined) present[name] = members[name];
  return present;
}
