import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { SIGN_IN_LIMIT_NAMES } from "./accounts/login-throttle.ts";
import { createPasswordResets } from "./accounts/passwords/password-resets.ts";
import { createPublishedCredentialsWatch } from "./accounts/published-credentials/published-credentials-watch.ts";
import { createSessions } from "./accounts/sessions.ts";
import { createAuditRecorder } from "./audit/recorder.ts";
import { composeApi } from "./compose-api.ts";
import { composeBrowser } from "./compose-browser.ts";
import { composeDemo } from "./compose-demo.ts";
import { startPeriodic } from "./core/periodic.ts";
import { createAdmitAnonymous } from "./http/admission/admit-anonymous.ts";
import { createLimitedAddress, describeProxyRisk } from "./http/admission/limited-address.ts";
import { createRecordLimit, createReportFull } from "./http/admission/record-limit.ts";
import { type Drain, prepareDrain } from "./http/connection/drain.ts";
import type { Listener } from "./http/connection/listener.ts";
import { readConsole } from "./http/console/read-console.ts";
import type { DemoShop } from "./http/demo/demo-shop.ts";
import { createRecordRefusal } from "./http/json/record-refusal.ts";
import { createLimitClient } from "./http/oauth/limit-client.ts";
import { createHttpServer } from "./http/server.ts";
import { clientNetwork } from "./limits/client-network.ts";
import { createLimiter } from "./limits/limiter.ts";
import { HOLD_NAMES, LIMIT_NAMES, type Limits } from "./limits/limits.ts";
import { createCheckResetIssuer } from "./management/check-reset-issuer.ts";
import { createSweep } from "./management/create-sweep.ts";
import { createGuards } from "./management/guards/create-guards.ts";
import { createHeartbeat, HEARTBEAT_SECONDS } from "./management/heartbeat.ts";
import { auditedExchange, auditedRevoke } from "./oauth/audited.ts";
import { createAuthenticateClient } from "./oauth/authenticate-client.ts";
import { createPushRequest } from "./oauth/authorize/pushed-request.ts";
import { createReadRequestObject } from "./oauth/authorize/request-object.ts";
import { createExchangeToken } from "./oauth/exchange-token.ts";
import { createFindRefreshToken } from "./oauth/find-refresh-token.ts";
import { createAuthorizationCodeGrant } from "./oauth/grants/authorization-code.ts";
import { createClientCredentialsGrant } from "./oauth/grants/client-credentials.ts";
import { createRefreshTokenGrant } from "./oauth/grants/refresh-token.ts";
import { withIssuedCodeCache } from "./oauth/issued-code-cache.ts";
import { createLogoutDeliverer } from "./oauth/logout/deliver-logouts.ts";
import { createPostForm } from "./oauth/outbound/post-form.ts";
import { createRefreshTokens } from "./oauth/refresh-token.ts";
import { OAUTH_PATHS } from "./oauth/server-metadata.ts";
import { createIntrospectToken } from "./oauth/tokens/introspect-token.ts";
import { createIssueTokens } from "./oauth/tokens/issue-tokens.ts";
import { createFindLiveToken } from "./oauth/tokens/live-token.ts";
import { createRevokeToken } from "./oauth/tokens/revoke-token.ts";
import { createUserinfo } from "./oauth/tokens/userinfo.ts";
import { createVerifyBearer } from "./oauth/tokens/verify-bearer.ts";
import { createMetrics } from "./observability/metrics.ts";
import { createGatherSubjectFacts } from "./permissions/subject-facts.ts";
import type { Services } from "./services.ts";
import type { LimitSettings } from "./settings/settings.ts";
import { ownResource } from "./state/own-entities.ts";
import { readVersion } from "./version.ts";

export interface Server {
  readonly app: FastifyInstance;
  /** Answers what is under way, writes what is noted, closes the database. */
  stop(): Promise<void>;
}

export { DEMO_PATHS, demoAddresses } from "./http/demo/demo-addresses.ts";
export type { DemoShop } from "./http/demo/demo-shop.ts";

export interface ServerOptions {
  /** With a shop, the demo is served, too. */
  readonly shop?: DemoShop | undefined;
  /** Where the built console is; without one there is a page that says so. */
  readonly consoleDirectory?: string;
}

/** The server on its services: protocol, routes, and the work in the background. */
export async function createServer(
  services: Services,
  listener: Listener,
  { shop, consoleDirectory }: ServerOptions = {},
): Promise<Server> {
  const { settings, log, clock, storage, keyRing, clients, users, subjects, factSource, secrets, deriveKey } =
    services;
  const { feed } = storage;
  const delegations = withIssuedCodeCache(storage.delegations, clock);
  const version = readVersion();
  const issuer = settings.baseUrl;
  const metrics = createMetrics([...LIMIT_NAMES, ...HOLD_NAMES, ...SIGN_IN_LIMIT_NAMES]);
  const logError = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const audit = createAuditRecorder({
    store: storage.audit,
    clock,
    networkOf: clientNetwork,
    mostWaiting: settings.auditQueueEvents,
    onCount: metrics.count,
    onError: logError("the audit log could not be written; it will be tried again"),
  });
  metrics.gauge("licet_revision", "The revision of the permission data this node is at", () => feed.revision);
  metrics.gauge(
    "licet_audit_dropped",
    "Audit events given up because they could not be written in time",
    () => audit.dropped,
  );
  metrics.gauge("licet_audit_waiting", "Audit events that wait to be written", () => audit.waiting);

  const limitedAddress = createLimitedAddress({
    baseUrl: issuer,
    trustedProxies: settings.trustedProxies,
    warn: (message) => log.warn(message),
  });
  const proxyRisk = describeProxyRisk(settings);
  if (proxyRisk !== undefined) log.warn(proxyRisk);
  const limiter = createLimiter({
    limits: limitsOf(settings.limits),
    store: storage.limits,
    clock,
    key: deriveKey("limits"),
    onLimited: metrics.countLimited,
    onReached: createRecordLimit({ audit, clock }),
  });
  await limiter.load();
  const admitAnonymous = createAdmitAnonymous(limiter);
  const reporting = { audit, clock, onLimited: metrics.countLimited };

  const authenticateClient = createAuthenticateClient({
    clients,
    secrets,
    isRefused: services.isRefusedCredential,
    assertions: storage.assertions,
    clock,
    audiences: [issuer, issuer + OAUTH_PATHS.token, issuer + OAUTH_PATHS.pushedRequest],
  });
  const gather = createGatherSubjectFacts({ factSource, subjects, feed });
  const refreshTokens = createRefreshTokens(deriveKey("refresh tokens"));
  const lifetimes = { idleSeconds: settings.refreshIdleSeconds, absoluteSeconds: settings.refreshSeconds };
  const sessions = createSessions({
    store: storage.sessions,
    users,
    clock,
    idleSeconds: settings.sessionIdleSeconds,
    absoluteSeconds: settings.sessionSeconds,
    onError: logError("the last use of a session could not be written"),
  });
  const forUsers = { delegations, users, sessions, gather, refreshTokens, lifetimes, clock };
  const grants = new Map(
    [
      createClientCredentialsGrant(factSource, clock),
      createAuthorizationCodeGrant(forUsers),
      createRefreshTokenGrant(forUsers),
    ].map((grant) => [grant.type, grant] as const),
  );
  const exchangeToken = createExchangeToken({
    feed,
    authenticateClient,
    grants,
    issueTokens: createIssueTokens({
      keyRing,
      clock,
      issuer,
      accessTokenLifetimeSeconds: settings.accessTokenSeconds,
    }),
  });
  const findLiveToken = createFindLiveToken({
    clients,
    subjects,
    factSource,
    users,
    sessions,
    revocations: storage.revocations,
    delegations,
    keyRing,
    clock,
    issuer,
  });
  const revokeToken = createRevokeToken({
    feed,
    authenticateClient,
    revocations: storage.revocations,
    delegations,
    refreshTokens,
    keyRing,
    clock,
    issuer,
  });

  const verifyBearer = createVerifyBearer(findLiveToken, ownResource(issuer).identifier);
  const limitClient = createLimitClient(limiter);
  const stopping = new AbortController();
  const recordRefusal = createRecordRefusal({ audit, clock });
  const passwordResets = createPasswordResets({
    store: storage.passwordResets,
    users,
    sessions,
    writePassword: services.writePassword,
    mayReset: createCheckResetIssuer({
      ...services,
      store: storage.state,
      feed,
      guards: createGuards({ ...storage, factSource, planner: services.plannerDependencies }),
    }),
    isRefused: services.isRefusedCredential,
    clock,
  });
  const { routes, authzen } = composeApi(services, {
    verifyBearer,
    recordRefusal,
    counters: audit,
    stopping: stopping.signal,
    sessions,
    passwordResets,
    version,
  });

  const readRequestObject = createReadRequestObject({ clock, issuer });
  const pages = composeBrowser(services, {
    audit,
    gather,
    delegations,
    sessions,
    passwordResets,
    readRequestObject,
    limitedAddress,
    admitAnonymous,
    reportFull: createReportFull("open_sign_ins", reporting),
    onLimited: metrics.countLimited,
  });
  let drain: Drain | undefined;
  const app = createHttpServer({
    listener,
    issuer,
    allowedHosts: settings.allowedHosts,
    trustedProxies: settings.trustedProxies,
    publishedCredentialsWork: services.isPrivate
      ? createPublishedCredentialsWatch({ stored: services.publishedCredentials, clients, users, feed })
      : undefined,
    limiter,
    limitedAddress,
    exchangeToken: auditedExchange(exchangeToken, { audit, clock, clients }),
    introspectToken: createIntrospectToken({
      feed,
      authenticateClient,
      findLiveToken,
      findRefreshToken: createFindRefreshToken({ refreshTokens, delegations, users, sessions, clock }),
      factSource,
      issuer,
    }),
    revokeToken: auditedRevoke(revokeToken, audit, clock),
    pushRequest: createPushRequest({
      feed,
      authenticateClient,
      readRequestObject,
      store: storage.pushedRequests,
      clock,
      livePerClient: settings.pushedRequestsPerClient,
      admitAnonymous,
      onFull: createReportFull("pushed_requests", reporting),
    }),
    userinfo: createUserinfo({ feed, findLiveToken, users }),
    pages,
    console: consoleDirectory === undefined ? undefined : await readConsole(consoleDirectory),
    demo: shop && composeDemo(services, { shop, pages, gather, authenticateClient }),
    grantTypes: [...grants.keys()],
    keyRing,
    securityText: { contacts: settings.securityContacts, policy: settings.securityPolicy },
    readiness: {
      async check() {
        if (drain?.draining) return { reason: "stopping" };
        const isAway = await storage.ping().then(
          () => false,
          () => true,
        );
        if (isAway) return { reason: "the database does not answer" };
        return audit.isFull ? AUDIT_QUEUE_FULL : undefined;
      },
    },
    api: { routes, verifyBearer, limitClient, recordRefusal, feed, issuer, version },
    authzen: { ...authzen, limitClient },
    metrics,
    log,
    clock,
  });
  drain = prepareDrain(app);

  const logoutDeliverer = createLogoutDeliverer({
    store: storage.logoutDeliveries,
    clients,
    keyRing,
    send: createPostForm({ allowPrivate: settings.outboundPrivate }),
    audit,
    clock,
    issuer,
    stopping: stopping.signal,
  });
  const heartbeat = createHeartbeat({
    store: storage.nodes,
    facts: { host: hostname(), version, engine: storage.engine, secretIds: services.rootKeys.opens },
    feed,
    clock,
  });
  await heartbeat.beat();
  audit.start();
  const sweep = createSweep({
    audit: storage.audit,
    sweeper: storage.sweeper,
    clock,
    auditRetentionDays: settings.auditRetentionDays,
    stopping: stopping.signal,
  });
  const jobs = [
    {
      everyMilliseconds: HEARTBEAT_SECONDS * 1_000,
      job: heartbeat.beat,
      onError: logError("this server could not tell the others that it is there"),
    },
    {
      everyMilliseconds: 10_000,
      job: keyRing.maintain,
      onError: logError("signing keys could not be maintained"),
    },
    {
      everyMilliseconds: 5_000,
      job: clients.flushUse,
      onError: logError("last uses of secrets could not be written"),
    },
    {
      everyMilliseconds: 1_000,
      job: limiter.exchange,
      onError: logError("counts of limits could not be exchanged; they are kept and will be"),
    },
    {
      everyMilliseconds: 1_000,
      job: logoutDeliverer.deliverDue,
      onError: logError("applications could not be told of sessions that ended; it will be tried again"),
    },
    { everyMilliseconds: 60_000, job: sweep, onError: logError("old rows could not be swept") },
  ].map(startPeriodic);

  await app.ready();
  return {
    app,
    async stop() {
      stopping.abort();
      await drain.drain();
      await app.close();
      await Promise.all(jobs.map((job) => job.stop()));
      await heartbeat.leave().catch(logError("this server could not tell the others that it stops"));
      await limiter.exchange().catch(logError("the last counts of limits could not be written"));
      await audit.stop().catch(logError("the last audit events could not be written"));
      await clients.flushUse().catch(logError("last uses of secrets could not be written"));
      await storage.close();
    },
  };
}

/** Said in the answer, too: to the caller it tells nothing, and an operator sees at once where to look. */
const AUDIT_QUEUE_FULL = {
  reason: "the audit queue is full: events are being dropped",
  detail: "the audit queue is full",
};

/** The last two count every request; they are off unless somebody asks for them. */
const limitsOf = (limits: LimitSettings): Limits => {
  const { windowSeconds } = limits;
  return {
    client_failures: { most: limits.clientFailures, windowSeconds },
    address_failures: { most: limits.addressFailures, windowSeconds },
    anonymous_requests: { most: limits.anonymousRequests, windowSeconds },
    client_requests: { most: limits.clientRequests, windowSeconds: 60 },
    address_requests: { most: limits.addressRequests, windowSeconds: 60 },
  };
};
