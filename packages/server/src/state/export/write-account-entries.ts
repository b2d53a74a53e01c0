import { writeTime } from "@licet/engine/values/time.ts";
import { CLIENT_ASSERTION_LIFETIME_SECONDS } from "../../accounts/client-assertion-lifetime.ts";
import type { AccessAccount, Application, DelegatedScope, User } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import {
  entryOf,
  requireNoOtherFields,
  sortedBy,
  sortMembers,
  unless,
  unlessEmpty,
} from "./entry-members.ts";

/** Without the password, of which only a hash is stored, and the id, which another database gives out anew. */
export function writeUserEntry({ id: _, passwordHash: __, ...user }: User) {
  const { username, email, name, enabled, attributes, ...rest } = user;
  requireNoOtherFields(rest);
  return entryOf({
    username,
    email,
    name,
    enabled: unless(true, enabled),
    attributes: unlessEmpty(sortMembers(attributes) as User["attributes"]),
  });
}

/** Without secrets, of which only hashes are stored. */
export function writeApplicationEntry(application: Application, accounts: readonly AccessAccount[]) {
  const { id, name, type, enabled, requirePkce, firstParty, delegated, ...more } = application;
  const { redirectUris, postLogoutRedirectUris, homePage, backchannelLogoutUri, serves, ...signing } = more;
  return entryOf({
    client_id: id,
    name: unless(id, name),
    type,
    enabled: unless(true, enabled),
    home_page: homePage,
    redirect_uris: unlessEmpty(redirectUris),
    post_logout_redirect_uris: unlessEmpty(postLogoutRedirectUris),
    backchannel_logout_uri: backchannelLogoutUri,
    require_pkce: unless(isPublicApplication(application), requirePkce),
    first_party: unless(false, firstParty),
    delegated: unlessEmpty(delegated.map(writeDelegated)),
    serves: unlessEmpty(serves),
    ...writeSigning(signing),
    access_accounts: unlessEmpty(
      sortedBy(accounts, ({ accessKey }) => accessKey).map(writeAccessAccountEntry),
    ),
  });
}

/** How the application proves who it is, and how its ID tokens are signed. */
function writeSigning(
  application: Omit<
    Application,
    | "id"
    | "name"
    | "type"
    | "enabled"
    | "requirePkce"
    | "firstParty"
    | "delegated"
    | "redirectUris"
    | "postLogoutRedirectUris"
    | "homePage"
    | "backchannelLogoutUri"
    | "serves"
  >,
) {
  const { authenticationMethod, jwks, idTokenAlgorithm, idTokenClaims, ...more } = application;
  const {
    requirePushedRequests,
    requireSignedRequestObject,
    clientAssertionMaxLifetimeSeconds: assertionSeconds,
    ...rest
  } = more;
  requireNoOtherFields(rest);
  return {
    token_endpoint_auth_method: authenticationMethod,
    jwks: sortMembers(jwks),
    id_token_signed_response_alg: unless("RS256", idTokenAlgorithm),
    id_token_claims: unless("profile", idTokenClaims),
    require_pushed_authorization_requests: unless(false, requirePushedRequests),
    require_signed_request_object: unless(false, requireSignedRequestObject),
    client_assertion_max_lifetime: unless(CLIENT_ASSERTION_LIFETIME_SECONDS.default, assertionSeconds),
  };
}

const writeDelegated = ({ scope, consent }: DelegatedScope): string | DelegatedScope =>
  consent === "required" ? scope : { scope, consent };

export function writeAccessAccountEntry(account: AccessAccount) {
  const { accessKey, applicationId: _, name, enabled, expiresAt, ceiling, ...rest } = account;
  requireNoOtherFields(rest);
  return entryOf({
    access_key: accessKey,
    name,
    enabled: unless(true, enabled),
    expires_at: expiresAt === undefined ? undefined : writeTime(expiresAt),
    ceiling,
  });
}
