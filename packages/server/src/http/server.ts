import type { RequestListener } from "node:http";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { AcceptsPublishedCredentials } from "../accounts/published-credentials/published-credentials-watch.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { PushRequest } from "../oauth/authorize/pushed-request.ts";
import type { HandleTokenRequest } from "../oauth/handle-token-request.ts";
import type { IntrospectToken } from "../oauth/tokens/introspect-token.ts";
import type { RevokeToken } from "../oauth/tokens/revoke-token.ts";
import type { Userinfo } from "../oauth/tokens/userinfo.ts";
import type { FailureLog } from "../observability/failure-log.ts";
import type { Logger } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { Tracing } from "../observability/tracing.ts";
import type { KeyRing } from "../tokens/keys/key-ring.ts";
import { boundArrivingBodies } from "./admission/arriving-bodies.ts";
import { createIsWithin, rememberPeerAddresses } from "./admission/client-address.ts";
import type { DelayGauge } from "./admission/delay-gauge.ts";
import { createGuardCallers } from "./admission/guard-callers.ts";
import { limitRequests } from "./admission/limit-requests.ts";
import type { LimitedAddress } from "./admission/limited-address.ts";
import type { LoadGuard } from "./admission/load-guard.ts";
import { createOverloadAnswers } from "./admission/overload-answers.ts";
import { refuseForeignHosts } from "./admission/refuse-foreign-hosts.ts";
import { refuseForwarded } from "./admission/refuse-forwarded.ts";
import { createOverloadRefusal } from "./admission/refuse-overload.ts";
import { skipAbandoned } from "./admission/skip-abandoned.ts";
import { createAllowCors } from "./allow-cors.ts";
import { answerInTime } from "./answer-in-time.ts";
import { type AuthzenDependencies, addAuthzen } from "./authzen/add-authzen.ts";
import { addPages, type BrowserPages } from "./browser/add-pages.ts";
import { addBrowserScope } from "./browser/browser-scope.ts";
import { PageError, sendPageError } from "./browser/page-errors.ts";
import { sendTo } from "./browser/send-page.ts";
import { sendUnreadablePath } from "./browser/unreadable-path.ts";
import { wantsPage } from "./browser/wants-page.ts";
import type { Listener } from "./connection/listener.ts";
import { isWithoutPath, routeUnofferedMethods } from "./connection/unoffered-methods.ts";
import { boundUnreadAnswers } from "./connection/unread-answers.ts";
import { createUnreadableRequestHandler, TOO_SLOW } from "./connection/unreadable-requests.ts";
import { addConsoleRoutes } from "./console/console-routes.ts";
import type { Console } from "./console/read-console.ts";
import { addDemo, type DemoDependencies } from "./demo/add-demo.ts";
import { addDocsRoutes } from "./docs/docs-routes.ts";
import { addEndpoint } from "./endpoint.ts";
import { type ApiOptions, addManagementApi } from "./json/add-api.ts";
import { createLogFailure } from "./log-failure.ts";
import type { MetricsEndpoint } from "./metrics/metrics-access.ts";
import { addDiscoveryRoutes } from "./oauth/discovery-routes.ts";
import { acceptForms, BODY_LIMIT_BYTES, refuseCompressedBodies } from "./oauth/form-body.ts";
import { addIntrospectionRoute } from "./oauth/introspection-route.ts";
import { sendOAuthError } from "./oauth/oauth-errors.ts";
import { addPushedRequestRoute } from "./oauth/pushed-request-route.ts";
import { addRevocationRoute } from "./oauth/revocation-route.ts";
import { addTokenRoute } from "./oauth/token-route.ts";
import { addUserinfoRoute } from "./oauth/userinfo-route.ts";
import { observeRequests } from "./observe-requests.ts";
import { addOperationsRoutes, type Readiness } from "./operations-routes.ts";
import { ProblemError, sendProblem } from "./problems.ts";
import { requestIdFrom } from "./request-id.ts";
import type { RequestOutcomes } from "./request-outcomes.ts";
import { addSecurityHeaders, securityHeadersFor } from "./security-headers.ts";
import { addSecurityTextRoute, type SecurityText } from "./security-text-route.ts";
import { traceRequests } from "./trace-requests.ts";

export interface HttpDependencies {
  readonly listener: Listener;
  readonly issuer: string;
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly requestDeadlineMilliseconds: number;
  readonly delay: DelayGauge;
  /** Given where the server is private: only there can published credentials work. */
  readonly acceptsPublishedCredentials: AcceptsPublishedCredentials | undefined;
  readonly loadGuard: LoadGuard;
  readonly limiter: Limiter;
  readonly limitedAddress: LimitedAddress;
  readonly handleTokenRequest: HandleTokenRequest;
  readonly introspectToken: IntrospectToken;
  readonly revokeToken: RevokeToken;
  readonly pushRequest: PushRequest;
  readonly userinfo: Userinfo;
  readonly pages: BrowserPages;
  /** Undefined: it was not built, and a page says so. */
  readonly console: Console | undefined;
  readonly docsDirectory: string | undefined;
  /** The demo is served when it is given. */
  readonly demo?: DemoDependencies | undefined;
  readonly grantTypes: readonly string[];
  readonly keyRing: KeyRing;
  readonly securityText: SecurityText;
  readonly readiness: Readiness;
  readonly outcomes: RequestOutcomes;
  readonly api: ApiOptions;
  readonly authzen: AuthzenDependencies;
  readonly metrics: Metrics;
  readonly metricsEndpoint: MetricsEndpoint | undefined;
  /** Given where traces are exported. */
  readonly tracing?: Tracing | undefined;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly clock: Clock;
}

/**
 * One logger for all requests: a child logger for each costs time, and few requests log. Those add their id. Fastify asks
 * for one child at the start, and of that one for a child with each request; it would validate what a factory gives it.
 */
const shareLogger = (log: Logger): FastifyBaseLogger =>
  Object.create(log, {
    child: {
      value: (...given: Parameters<Logger["child"]>) =>
        Object.create(log.child(...given), { child: { value: returnItself } }),
    },
  });

function returnItself<T>(this: T): T {
  return this;
}

export function createHttpServer(dependencies: HttpDependencies): FastifyInstance {
  const { issuer, metrics, log, listener, limiter, limitedAddress } = dependencies;
  const guard = createGuardCallers({ limiter, limitedAddress });
  const headers = securityHeadersFor(issuer);
  const allowCors = createAllowCors(dependencies.pages.clients);
  const logFailure = createLogFailure(dependencies.failures, dependencies.outcomes);
  const overload = createOverloadRefusal(
    dependencies.loadGuard,
    createOverloadAnswers(dependencies.pages.site, headers),
  );
  const answerUnreadable = createUnreadableRequestHandler(headers, log);
  rememberPeerAddresses(listener.server);
  let handle: RequestListener | undefined;
  const app = Fastify({
    loggerInstance: shareLogger(log),
    // observe-requests.ts writes one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdFrom(request.headers["x-request-id"]),
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handler) => {
      const guarded = overload.beforeRouting(routeUnofferedMethods(handler, headers));
      const bounded = boundUnreadAnswers(guarded, () => metrics.countCut("unread_response"));
      handle = skipAbandoned(bounded, dependencies.delay, metrics.countAbandoned);
      return listener.server;
    },
    // HEAD is not offered: an endpoint answers the methods that it declares, and 405 to the others.
    exposeHeadRoutes: false,
    // drain.ts drains: requests on open connections are answered until the last one.
    return503OnClosing: false,
    forceCloseConnections: false,
    // A function and not the list: some proxies write a port behind the address.
    trustProxy: dependencies.trustedProxies.length > 0 && createIsWithin(dependencies.trustedProxies),
    routerOptions: { maxParamLength: 256 },
    // RFC 9110 §9.3.7, §9.3.6: `*` is about the server as a whole, the target of CONNECT may be a host. The router would
    // read these as paths and reveal which exist.
    rewriteUrl: (request) => (isWithoutPath(request) ? "/*" : (request.url ?? "/")),
    clientErrorHandler: answerUnreadable,
    // For example a path with broken escapes. No hook has run yet, and Fastify's own answer would repeat the path.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header("x-request-id", request.id);
      sendUnreadablePath(reply, dependencies.pages.site);
    },
  });

  // Not before: a request to a route whose hooks are not complete yet would crash the process.
  app.addHook("onReady", async () => {
    if (handle) listener.serve(handle);
  });
  // Before all others, so that what they log names the trace.
  if (dependencies.tracing) traceRequests(app, dependencies.tracing, issuer);
  // First: the hooks below may wait as well.
  answerInTime(app, dependencies.requestDeadlineMilliseconds, dependencies.delay);
  addSecurityHeaders(app, headers);
  observeRequests(app, dependencies);
  // Before the host is checked: a tunnel sends a foreign host, and its owner should learn the real reason.
  if (dependencies.acceptsPublishedCredentials)
    refuseForwarded(app, dependencies.acceptsPublishedCredentials);
  refuseForeignHosts(app, issuer, dependencies.allowedHosts);
  limitRequests(app, limiter, limitedAddress);
  refuseCompressedBodies(app);
  boundArrivingBodies(app, {
    limitedAddress,
    cut(socket) {
      metrics.countCut("slow_body");
      answerUnreadable(TOO_SLOW, socket);
    },
  });
  overload.afterBodies(app);
  app.setErrorHandler((error, request, reply) => {
    logFailure(error, request);
    return sendProblem(reply, error);
  });
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request.headers)
      ? sendPageError(reply, dependencies.pages.site, new PageError("not_found"))
      : sendProblem(reply, new ProblemError("not_found", "check the path")),
  );

  app.register(async (oauth) => {
    acceptForms(oauth);
    oauth.setErrorHandler((error, request, reply) => {
      logFailure(error, request);
      // 405, 415 and 421 are about HTTP, not about OAuth.
      return error instanceof ProblemError ? sendProblem(reply, error) : sendOAuthError(reply, error);
    });
    addTokenRoute(oauth, dependencies.handleTokenRequest, guard, allowCors);
    addIntrospectionRoute(oauth, dependencies.introspectToken, guard);
    addRevocationRoute(oauth, dependencies.revokeToken, guard, allowCors);
    addPushedRequestRoute(oauth, dependencies.pushRequest, guard, limitedAddress);
    addUserinfoRoute(oauth, dependencies.userinfo, allowCors);
  });
  addBrowserScope(app, {
    site: dependencies.pages.site,
    logFailure,
    addRoutes: (scope) => {
      addPages(scope, dependencies.pages);
      addConsoleRoutes(scope, dependencies.console);
      addDocsRoutes(scope, dependencies.docsDirectory);
      if (dependencies.demo) addDemo(scope, dependencies.demo);
    },
  });
  addManagementApi(app, dependencies.api, guard);
  addAuthzen(app, dependencies.authzen);
  addDiscoveryRoutes(app, dependencies);
  addSecurityTextRoute(app, dependencies);
  addEndpoint(app, "/", { GET: (_request, reply) => sendTo(reply, "/console/") });
  addOperationsRoutes(app, dependencies);
  return app;
}
