import type { Clock } from "@licet/engine/internal/values/time.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import { RESET_LIFETIME_SECONDS } from "../../accounts/passwords/password-resets.ts";
import { LIVE_PUSHED_REQUESTS_PER_ADDRESS } from "../../oauth/authorize/pushed-request.ts";
import { INTERACTIONS_PER_ADDRESS, INTERACTIONS_PER_BROWSER } from "../../oauth/interactions.ts";
import { joinWorkers } from "../../operations/join-workers.ts";
import { NODE_LISTED_SECONDS, type NodeStore, type ServerNode } from "../../operations/stores.ts";
import { METRICS_ACCESS, type MetricsAccess, type Settings } from "../../settings/settings.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { MAX_LIMIT } from "../json/paging.ts";
import { count, list, revision, time } from "../json/wire-values.ts";
import { BODY_LIMIT_BYTES } from "../oauth/form-body.ts";

const tag = "installation";
const engine = z.enum(["sqlite", "postgres"]);

const node = z
  .strictObject({
    id: z.string(),
    host: z.string(),
    version: z.string(),
    engine,
    started_at: time,
    seen_at: time,
    revision,
  })
  .meta({ title: "Node" });
const nodeList = list("NodeList", node);

const brand = z.strictObject({ name: z.string(), colour: z.string().optional() }).meta({ title: "Brand" });
const metrics = z
  .strictObject({
    access: z.enum(METRICS_ACCESS).meta({ description: "Who can read /metrics" }),
    own_listener: z
      .boolean()
      .meta({ description: "Whether /metrics is at an address of its own, and not at that of the issuer" }),
  })
  .meta({ title: "MetricsAccess" });
const about = z
  .strictObject({
    version: z.string(),
    issuer: z.string(),
    engine,
    brand,
    metrics,
    lifetimes: z.record(z.string(), count).meta({ description: "In seconds" }),
    limits: z.record(z.string(), count),
  })
  .meta({ title: "About" });

export interface InstallationFacts {
  readonly settings: Settings;
  readonly metricsAccess: MetricsAccess;
  readonly version: string;
  readonly engine: ServerNode["engine"];
}

/** The nodes, the version and the settings in force. No answer has a secret or the URL of the database. */
export function createInstallationRoutes({
  nodes,
  clock,
  ...facts
}: InstallationFacts & {
  readonly nodes: Pick<NodeStore, "listSeenSince">;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "listNodes",
      method: "GET",
      path: "/nodes",
      permission: "licet:stats.read",
      tag,
      summary: "List the servers that run on this database",
      answers: {
        200: {
          description: `Those seen within the last ${NODE_LISTED_SECONDS} seconds, the longest running first`,
          schema: nodeList,
        },
      },
      async handle() {
        const items = joinWorkers(await nodes.listSeenSince(clock.seconds() - NODE_LISTED_SECONDS));
        return { status: 200, body: { items: items.map(writeNode) } };
      },
    }),
    apiRoute({
      operation: "getAbout",
      method: "GET",
      path: "/about",
      permission: "licet:stats.read",
      tag,
      summary: "Read which version this is, and the lifetimes and limits in force",
      answers: { 200: { description: "As this server was started", schema: about } },
      handle: async () => ({ status: 200, body: describeInstallation(facts) }),
    }),
  ];
}

const writeNode = ({ startedAt, seenAt, secretIds: _, schema: __, ...rest }: ServerNode) => ({
  ...rest,
  started_at: writeTime(startedAt),
  seen_at: writeTime(seenAt),
});

const describeInstallation = ({ settings, metricsAccess, version, engine }: InstallationFacts) => ({
  version,
  issuer: settings.baseUrl,
  engine,
  brand: {
    name: settings.brandName,
    ...(settings.brandColour !== undefined && { colour: settings.brandColour }),
  },
  metrics: { access: metricsAccess, own_listener: settings.metrics.listen !== undefined },
  lifetimes: {
    access_token_seconds: settings.accessTokenSeconds,
    code_seconds: settings.codeSeconds,
    refresh_idle_seconds: settings.refreshIdleSeconds,
    refresh_seconds: settings.refreshSeconds,
    session_idle_seconds: settings.sessionIdleSeconds,
    session_seconds: settings.sessionSeconds,
    consent_seconds: settings.consentSeconds,
    jwks_max_age_seconds: settings.jwksMaxAgeSeconds,
    key_propagation_seconds: settings.keyPropagationSeconds,
    key_rotation_seconds: settings.keyRotationSeconds,
    reset_link_seconds: RESET_LIFETIME_SECONDS,
    limit_window_seconds: settings.limits.windowSeconds,
    limit_sign_in_window_seconds: settings.limits.signInWindowSeconds,
  },
  limits: {
    audit_retention_days: settings.auditRetentionDays,
    audit_queue_events: settings.auditQueueEvents,
    body_bytes: BODY_LIMIT_BYTES,
    page_items: MAX_LIMIT,
    pushed_requests_per_client: settings.pushedRequestsPerClient,
    pushed_requests_per_address: LIVE_PUSHED_REQUESTS_PER_ADDRESS,
    begun_sign_ins_per_address: INTERACTIONS_PER_ADDRESS,
    begun_sign_ins_per_browser: INTERACTIONS_PER_BROWSER,
    limit_client_failures: settings.limits.clientFailures,
    limit_address_failures: settings.limits.addressFailures,
    limit_anonymous_requests: settings.limits.anonymousRequests,
    limit_account_sign_ins: settings.limits.accountSignIns,
    limit_address_sign_ins: settings.limits.addressSignIns,
    limit_client_requests: settings.limits.clientRequests,
    limit_address_requests: settings.limits.addressRequests,
  },
});
