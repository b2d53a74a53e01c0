import type { FastifyInstance } from "fastify";
import type { HashingOptions } from "../accounts/passwords/hashing-thread.ts";
import { confirmClock } from "../core/time/confirm-clock.ts";
import { type DelayGauge, startDelayGauge } from "../http/admission/delay-gauge.ts";
import type { LoadClass } from "../http/admission/load-class.ts";
import { createLoadGuard, type LoadBounds, type LoadGuard } from "../http/admission/load-guard.ts";
import { createDrain, type Drain, type DrainOptions } from "../http/connection/drain.ts";
import type { Listener } from "../http/connection/listener.ts";
import { readConsole } from "../http/console/read-console.ts";
import type { DemoShop } from "../http/demo/demo-shop.ts";
import { createRequestOutcomes, type RequestOutcomes } from "../http/request-outcomes.ts";
import { createHttpServer } from "../http/server.ts";
import type { Telemetry } from "../observability/telemetry/start-telemetry.ts";
import type { Services } from "../services.ts";
import { readVersion } from "../version.ts";
import type { WorkerGroup } from "../workers/parent-link.ts";
import { type BackgroundJobs, startBackgroundJobs } from "./background-jobs.ts";
import { type AccountParts, composeAccounts } from "./compose-accounts.ts";
import { composeApi } from "./compose-api.ts";
import { composeBrowser } from "./compose-browser.ts";
import { composeDemo } from "./compose-demo.ts";
import { composeLimits, type LimitParts } from "./compose-limits.ts";
import { composeMetricsEndpoint } from "./compose-metrics.ts";
import {
  composeMonitoring,
  composeOperations,
  type Monitoring,
  type Operations,
} from "./compose-monitoring.ts";
import { composeOauth, type OauthParts } from "./compose-oauth.ts";

export interface Server {
  readonly app: FastifyInstance;
  readonly jobs: Pick<BackgroundJobs, "run">;
  /** `/readyz` answers 503 from now on. Everything else goes on. */
  announceStop(): void;
  /** Finishes the running requests within a time, writes pending data and closes the database. */
  stop(options?: DrainOptions): Promise<void>;
  /** The metrics of all workers as text, whoever may read them on the port of the server. */
  renderMetrics(): Promise<string>;
}

export { describeProxyRisk } from "../http/admission/limited-address.ts";
export { DEMO_PATHS, demoAddresses } from "../http/demo/demo-addresses.ts";
export type { DemoShop, HandleDemo } from "../http/demo/demo-shop.ts";

export interface ServerOptions {
  /** The demo's shop. If given, the server serves it below the path of the demo. */
  readonly shop?: DemoShop | undefined;
  /** The folder of the built console. Without a build, the server shows a page that says so. */
  readonly consoleDirectory?: string;
  /** The folder of the built documentation. Without a build, the server shows a page that says so. */
  readonly docsDirectory?: string;
  /** The words that start the command line of this installation, as pages show them; `licet` if not given. */
  readonly program?: string;
  /** How much of each class the server takes on; the default bounds if not given. */
  readonly loadBounds?: Readonly<Record<LoadClass, LoadBounds>>;
  /** How passwords wait to be hashed; as in production if not given. */
  readonly hashing?: HashingOptions | undefined;
  /** How long a text of the metrics is used again; a second if not given. */
  readonly metricsEveryMilliseconds?: number | undefined;
  /** Given where traces or metrics are exported by OTLP. */
  readonly telemetry?: Telemetry | undefined;
  /** Given where this process is one of several workers of a server. */
  readonly group?: WorkerGroup | undefined;
}

/** Creates the server from its services: protocol, routes and background jobs. */
export async function createServer(
  opened: Services,
  listener: Listener,
  options: ServerOptions = {},
): Promise<Server> {
  const services = refuseInDoubt(opened);
  const version = readVersion();
  const stopping = new AbortController();
  const monitoring = composeMonitoring(services, listener);
  options.telemetry?.exportMetrics(monitoring.metrics);
  const limits = await composeLimits(services, monitoring);
  const accounts = composeAccounts(services, monitoring);
  const oauth = composeOauth(services, { ...monitoring, ...limits, ...accounts });
  const shared = { ...monitoring, ...limits, ...accounts, ...oauth, version, stopping: stopping.signal };
  const delay = startDelayGauge();
  const loadGuard = createLoadGuard({
    delay,
    log: services.log,
    onRefused: monitoring.metrics.countShed,
    ...(options.loadBounds && { bounds: options.loadBounds }),
  });
  const outcomes = createRequestOutcomes();
  let drain: Drain | undefined;
  const operations = composeOperations({
    ...shared,
    ...options,
    storage: services.storage,
    clock: services.clock,
    outcomes,
    isStopping: () => drain?.draining === true,
  });
  const app = await composeHttp(services, listener, {
    ...shared,
    ...operations,
    options,
    delay,
    loadGuard,
    outcomes,
  });
  drain = createDrain(listener);
  const jobs = await startBackgroundJobs(services, shared);
  // The other workers tell this one of their commits from here on. It reads those from before.
  if (options.group) await services.storage.feed.refresh();
  await app.ready();
  return {
    app,
    jobs,
    renderMetrics: operations.renderMetrics,
    announceStop: drain.announce,
    async stop(draining) {
      stopping.abort();
      await drain.drain(draining);
      await app.close();
      delay.stop();
      await jobs.stop();
      await options.telemetry?.stop();
      await services.storage.close();
      services.failures.close();
    },
  };
}

/** From here on, the time must be trusted. A start and a command go on without: they may be what helps. */
const refuseInDoubt = (services: Services): Services => {
  const { storage, clock } = services;
  const feed = confirmClock(storage.feed, clock, { readsMachine: storage.engine === "sqlite" });
  return { ...services, storage: { ...storage, feed } };
};

interface HttpParts extends Monitoring, Operations, LimitParts, AccountParts, OauthParts {
  readonly version: string;
  readonly stopping: AbortSignal;
  readonly options: ServerOptions;
  readonly delay: DelayGauge;
  readonly loadGuard: LoadGuard;
  readonly outcomes: RequestOutcomes;
}

async function composeHttp(
  services: Services,
  listener: Listener,
  parts: HttpParts,
): Promise<FastifyInstance> {
  const { settings, storage, keyRing, log, failures, clock } = services;
  const { verifyBearer, limitClient, recordRefusal, version } = parts;
  const { shop, consoleDirectory, docsDirectory, program, hashing } = parts.options;
  const issuer = settings.baseUrl;
  const { routes, clientRoutes, authzen } = composeApi(services, { ...parts, counters: parts.audit });
  const pages = composeBrowser(services, {
    ...parts,
    program,
    hashing,
    reportFull: parts.reportFull("open_sign_ins"),
  });
  return createHttpServer({
    listener,
    issuer,
    allowedHosts: settings.allowedHosts,
    requestDeadlineMilliseconds: settings.requestDeadlineMilliseconds,
    trustedProxies: settings.trustedProxies,
    acceptsPublishedCredentials: parts.acceptsPublishedCredentials,
    delay: parts.delay,
    loadGuard: parts.loadGuard,
    limiter: parts.limiter,
    limitedAddress: parts.limitedAddress,
    ...parts.endpoints,
    pages,
    console: consoleDirectory === undefined ? undefined : await readConsole(consoleDirectory),
    docsDirectory,
    demo: shop && composeDemo(services, { ...parts, shop, site: pages.site }),
    keyRing,
    securityText: { contacts: settings.securityContacts, policy: settings.securityPolicy },
    readiness: parts.readiness,
    outcomes: parts.outcomes,
    metricsEndpoint: composeMetricsEndpoint(services, parts.renderMetrics),
    api: {
      routes,
      clientRoutes,
      authenticateClient: parts.authenticateClient,
      verifyBearer,
      limitClient,
      recordRefusal,
      feed: storage.feed,
      issuer,
      version,
    },
    authzen: { ...authzen, limitClient },
    metrics: parts.metrics,
    tracing: parts.options.telemetry?.tracing,
    log,
    failures,
    clock,
  });
}
