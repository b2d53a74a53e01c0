import { SIGN_IN_LIMIT_NAMES } from "../accounts/login-throttle.ts";
import { createAuditRecorder } from "../audit/recorder.ts";
import { UnavailableError } from "../core/errors/errors.ts";
import { LOAD_CLASSES } from "../http/admission/load-class.ts";
import type { Listener } from "../http/connection/listener.ts";
import { createRecordRefusal } from "../http/json/record-refusal.ts";
import type { Readiness } from "../http/operations-routes.ts";
import type { RequestOutcomes } from "../http/request-outcomes.ts";
import { clientNetwork } from "../limits/client-network.ts";
import { HOLD_NAMES, LIMIT_NAMES } from "../limits/limits.ts";
import { REPLAYED_KINDS } from "../oauth/replay-error.ts";
import { createMetrics, type Metrics } from "../observability/metrics.ts";
import { renderOnceASecond } from "../observability/render-once-a-second.ts";
import { renderReadings } from "../observability/render-readings.ts";
import type { Services } from "../services.ts";
import { mergeMetrics } from "../workers/merge-metrics.ts";
import type { WorkerGroup } from "../workers/parent-link.ts";

export type Monitoring = ReturnType<typeof composeMonitoring>;

/** Composes the audit log, the metrics and the log. */
export function composeMonitoring(
  services: MonitoredServices,
  listener: Pick<Listener, "findCertificateExpiry">,
) {
  const { settings, failures, clock, storage } = services;
  const metrics = createMetrics([...LIMIT_NAMES, ...HOLD_NAMES, ...SIGN_IN_LIMIT_NAMES], LOAD_CLASSES);
  const logError = (message: string) => (error: unknown) => failures.error({ err: error }, message);
  const audit = createAuditRecorder({
    store: storage.audit,
    clock,
    networkOf: clientNetwork,
    queueCapacity: settings.auditQueueEvents,
    onCount: metrics.count,
    onError: logError("the audit log could not be written; it will be tried again"),
  });
  metrics.gauge("licet_revision", () => storage.feed.revision);
  metrics.gauge("licet_feed_age_seconds", () => storage.feed.ageMilliseconds() / 1000);
  metrics.gauge("licet_clock_offset_seconds", () => clock.offsetSeconds);
  metrics.gauge("licet_audit_dropped", () => audit.dropped);
  metrics.gauge("licet_audit_waiting", () => audit.waiting);
  if (settings.tls)
    metrics.gauge(
      "licet_tls_certificate_expiry_timestamp_seconds",
      () => (listener.findCertificateExpiry() ?? 0) / 1000,
    );
  addKeyMetrics(metrics, services);
  addConnectionMetrics(metrics, storage);
  // From 0: the first replay is the one to be seen, and an increase needs the value before it.
  for (const kind of REPLAYED_KINDS) metrics.count("tokens_replayed", kind, 0);
  const recordRefusal = createRecordRefusal({ audit, clock });
  return { audit, metrics, onLimited: metrics.countLimited, logError, recordRefusal };
}

type MonitoredServices = Pick<Services, "settings" | "failures" | "clock" | "storage" | "keyRing">;

function addKeyMetrics(metrics: Metrics, { keyRing, clock, settings }: MonitoredServices): void {
  metrics.labelledGauge("licet_signing_key_age_seconds", () => {
    const now = clock.milliseconds();
    return keyRing
      .list(now)
      .filter(({ stage }) => stage === "current")
      .map(({ algorithm, createdAt }) => ({ labels: { algorithm }, value: (now - createdAt) / 1000 }));
  });
  metrics.gauge("licet_signing_key_rotation_seconds", () => settings.keyRotationSeconds);
}

/** Only PostgreSQL has a pool. */
function addConnectionMetrics(metrics: Metrics, { countConnections }: Services["storage"]): void {
  if (countConnections === undefined) return;
  metrics.labelledGauge("licet_database_connections", () => {
    const { used, idle, waiting } = countConnections();
    return Object.entries({ used, idle, waiting }).map(([state, value]) => ({ labels: { state }, value }));
  });
  metrics.gauge("licet_database_connections_max", () => countConnections().most);
}

interface ReadinessParts {
  readonly storage: Pick<Services["storage"], "ping" | "requireReadable" | "feed" | "schema">;
  readonly outcomes: Pick<RequestOutcomes, "failure" | "forget">;
  readonly clock: Pick<Services["clock"], "state">;
  readonly audit: Monitoring["audit"];
  readonly isStopping: () => boolean;
}

interface OperationsParts extends ReadinessParts, Pick<Monitoring, "metrics"> {
  readonly group?: WorkerGroup | undefined;
  /** How long a text of the metrics is used again, for tests. */
  readonly metricsEveryMilliseconds?: number | undefined;
}

/** What /readyz and /metrics answer. */
export interface Operations {
  readonly readiness: Readiness;
  readonly renderMetrics: () => Promise<string>;
}

/** A worker speaks for all of its server. */
export function composeOperations(parts: OperationsParts): Operations {
  const { group, metrics, metricsEveryMilliseconds: everyMilliseconds } = parts;
  const readiness = createReadiness(parts);
  const shareRendering = (read: Metrics["read"]) =>
    renderOnceASecond(async () => renderReadings(await read()), {
      now: () => performance.now(),
      ...(everyMilliseconds !== undefined && { everyMilliseconds }),
    });
  if (group === undefined) return { readiness, renderMetrics: shareRendering(metrics.read) };
  group.answerWith({
    readMetrics: metrics.read,
    checkReadiness: readiness.check,
    catchUp: async (revision) => parts.storage.feed.confirm(revision),
  });
  return {
    readiness: { ...readiness, check: async () => (await readiness.check()) ?? (await group.findNotReady()) },
    renderMetrics: shareRendering(async () => {
      const all = await group.collectMetrics();
      if (all === undefined) throw new UnavailableError("the parent process does not answer");
      return mergeMetrics(all);
    }),
  };
}

function createReadiness(parts: ReadinessParts): Readiness {
  const { storage, clock, audit, outcomes, isStopping } = parts;
  return {
    async check() {
      if (isStopping()) return { reason: "stopping" };
      const { trusted, warning } = clock.state;
      if (!trusted) return { reason: `the clocks are apart: ${warning}`, detail: warning };
      const { refusal } = storage.schema;
      if (refusal !== undefined) return { reason: refusal, detail: "the database is newer than this server" };
      if (!(await canAnswer(storage))) return { reason: "the database does not answer" };
      const failure = await findFailedRead(storage, outcomes);
      if (failure !== undefined) return { reason: `requests fail: ${failure}` };
      return audit.isFull ? AUDIT_QUEUE_FULL : undefined;
    },
    findWarning: () => clock.state.warning,
  };
}

/** A node that cannot confirm that it is current answers every check with 503, even while the database answers. */
async function canAnswer({ ping, feed }: Pick<Services["storage"], "ping" | "feed">): Promise<boolean> {
  try {
    await ping();
    await feed.confirm();
    return true;
  } catch {
    return false;
  }
}

/**
 * Why requests fail although the database answers: pages that they need are damaged, or cannot be read from the disk. It
 * is over when what they could not read can be read again: a node that is not ready gets no requests that would show it.
 */
async function findFailedRead(
  { requireReadable }: Pick<Services["storage"], "requireReadable">,
  outcomes: ReadinessParts["outcomes"],
): Promise<string | undefined> {
  const { failure } = outcomes;
  if (failure === undefined) return undefined;
  try {
    await requireReadable();
  } catch {
    return failure;
  }
  outcomes.forget();
  return undefined;
}

/** The response contains the detail as well: it reveals nothing to a caller, and an operator sees the cause at once. */
const AUDIT_QUEUE_FULL = {
  reason: "the audit queue is full: events are being dropped",
  detail: "the audit queue is full",
};
