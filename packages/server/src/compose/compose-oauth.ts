import { type Trace, traced } from "../core/async/trace.ts";
import { ownResource } from "../directory/own-entities.ts";
import { CONSOLE_APPLICATION } from "../directory/own-names.ts";
import { auditedRevoke, auditedTokenRequest } from "../oauth/audited.ts";
import { createAuthenticateClient } from "../oauth/authenticate-client.ts";
import { createPushRequest } from "../oauth/authorize/pushed-request.ts";
import { createReadRequestObject } from "../oauth/authorize/request-object.ts";
import { createFindRefreshToken } from "../oauth/find-refresh-token.ts";
import { createAuthorizationCodeGrant } from "../oauth/grants/authorization-code.ts";
import { createClientCredentialsGrant } from "../oauth/grants/client-credentials.ts";
import type { Grant } from "../oauth/grants/grant.ts";
import { createRefreshTokenGrant } from "../oauth/grants/refresh-token.ts";
import { createHandleTokenRequest } from "../oauth/handle-token-request.ts";
import { withIssuedCodeCache } from "../oauth/issued-code-cache.ts";
import { createRefreshTokens } from "../oauth/refresh-token.ts";
import { OAUTH_PATHS } from "../oauth/server-metadata.ts";
import { createIntrospectToken } from "../oauth/tokens/introspect-token.ts";
import { createIssueTokens } from "../oauth/tokens/issue-tokens.ts";
import { createKnownRevocations } from "../oauth/tokens/known-revocations.ts";
import { createLiveTokens } from "../oauth/tokens/live-token.ts";
import { createRevokeToken } from "../oauth/tokens/revoke-token.ts";
import { createUserinfo } from "../oauth/tokens/userinfo.ts";
import { createVerifyBearer } from "../oauth/tokens/verify-bearer.ts";
import { createGatherSubjectFacts } from "../permissions/subject-facts.ts";
import type { Services } from "../services.ts";
import type { AccountParts } from "./compose-accounts.ts";
import type { LimitParts } from "./compose-limits.ts";
import type { Monitoring } from "./compose-monitoring.ts";

type OauthDependencies = Pick<Monitoring, "audit"> &
  Pick<AccountParts, "sessions"> &
  Pick<LimitParts, "admitAnonymous" | "reportFull">;

export type OauthParts = ReturnType<typeof composeOauth>;
type SharedParts = ReturnType<typeof composeSharedParts>;

/** Composes the protocol endpoints, and the parts of them that the pages and the API use. */
export function composeOauth(services: Services, dependencies: OauthDependencies) {
  const parts = composeSharedParts(services, dependencies.sessions);
  const { delegations, gather, authenticateClient, readRequestObject, liveTokens } = parts;
  return {
    delegations,
    gather,
    authenticateClient,
    readRequestObject,
    verifyBearer: createVerifyBearer(liveTokens, ownResource(services.settings.baseUrl).identifier),
    endpoints: {
      ...composeTokenEndpoint(services, parts, dependencies),
      ...composeTokenQueries(services, parts, dependencies),
      pushRequest: composePushRequest(services, parts, dependencies),
    },
  };
}

/** Composes the parts that several endpoints need. */
function composeSharedParts(services: Services, sessions: AccountParts["sessions"]) {
  const { settings, storage, clock, clients, subjects, users, factSource, secrets, keyRing } = services;
  const issuer = settings.baseUrl;
  const delegations = withIssuedCodeCache(storage.delegations, clock);
  return {
    delegations,
    authenticateClient: traced(
      services.trace,
      { name: "authenticate client" },
      createAuthenticateClient({
        clients,
        secrets,
        isRefused: services.isRefusedCredential,
        assertions: storage.assertions,
        clock,
        audiences: [issuer, issuer + OAUTH_PATHS.token, issuer + OAUTH_PATHS.pushedRequest],
        restoredAt: services.restoredAt,
      }),
    ),
    gather: createGatherSubjectFacts({ factSource, subjects, feed: storage.feed }),
    refreshTokens: createRefreshTokens(services.deriveKey("refresh tokens")),
    readRequestObject: createReadRequestObject({ clock, issuer }),
    liveTokens: createLiveTokens({
      clients,
      factSource,
      users,
      sessions,
      revocations: storage.revocations,
      isKnownRevoked: createKnownRevocations(storage.revocations, storage.feed),
      delegations,
      keyRing,
      clock,
      issuer,
    }),
  };
}

function composeTokenEndpoint(
  services: Services,
  parts: SharedParts,
  { audit, sessions }: OauthDependencies,
) {
  const { settings, storage, clock, clients, users, keyRing, factSource } = services;
  const { delegations, gather, refreshTokens, authenticateClient } = parts;
  const forUsers = { delegations, users, sessions, gather, refreshTokens, lifetimes: settings, clock };
  const grants = new Map(
    [
      createClientCredentialsGrant(factSource, clock),
      createAuthorizationCodeGrant(forUsers),
      createRefreshTokenGrant(forUsers),
    ].map((grant) => [grant.type, tracedGrant(services.trace, grant)] as const),
  );
  const issueTokens = traced(
    services.trace,
    { name: "sign tokens" },
    createIssueTokens({
      keyRing,
      clock,
      issuer: settings.baseUrl,
      accessTokenLifetimeSeconds: settings.accessTokenSeconds,
    }),
  );
  const handleTokenRequest = createHandleTokenRequest({
    feed: storage.feed,
    authenticateClient,
    grants,
    issueTokens,
  });
  return {
    grantTypes: [...grants.keys()],
    handleTokenRequest: auditedTokenRequest(handleTokenRequest, {
      audit,
      clock,
      clients,
      consoleApplication: CONSOLE_APPLICATION,
    }),
  };
}

/** The step in which a grant decides the requested scopes. */
const tracedGrant = (trace: Trace | undefined, grant: Grant): Grant =>
  trace === undefined
    ? grant
    : {
        ...grant,
        authorize: traced(
          trace,
          { name: "decide scopes", attributes: { "licet.grant_type": grant.type } },
          grant.authorize,
        ),
      };

/** Composes the endpoints that take a token: introspection, revocation, userinfo. */
function composeTokenQueries(services: Services, parts: SharedParts, { audit, sessions }: OauthDependencies) {
  const { settings, storage, clock, users, keyRing, factSource } = services;
  const { delegations, refreshTokens, authenticateClient, liveTokens } = parts;
  const { feed, revocations } = storage;
  const issuer = settings.baseUrl;
  const shared = { feed, authenticateClient, issuer };
  const revokeToken = createRevokeToken({
    ...shared,
    revocations,
    delegations,
    refreshTokens,
    keyRing,
    clock,
    ownAudience: ownResource(issuer).identifier,
  });
  return {
    introspectToken: createIntrospectToken({
      ...shared,
      liveTokens,
      findRefreshToken: createFindRefreshToken({ refreshTokens, delegations, users, sessions, clock }),
      factSource,
    }),
    revokeToken: auditedRevoke(revokeToken, audit, clock),
    userinfo: createUserinfo({ feed, liveTokens }),
  };
}

function composePushRequest(
  { settings, storage, clock }: Services,
  { authenticateClient, readRequestObject }: SharedParts,
  { admitAnonymous, reportFull }: OauthDependencies,
) {
  return createPushRequest({
    feed: storage.feed,
    authenticateClient,
    readRequestObject,
    store: storage.pushedRequests,
    clock,
    livePerClient: settings.pushedRequestsPerClient,
    admitAnonymous,
    onFull: reportFull("pushed_requests"),
  });
}
