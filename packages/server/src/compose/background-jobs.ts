import { hostname } from "node:os";
import { traced } from "../core/async/trace.ts";
import { InvalidInputError } from "../core/errors/errors.ts";
import { type Periodic, startPeriodic } from "../core/time/periodic.ts";
import { createLogoutDeliverer } from "../oauth/logout/deliver-logouts.ts";
import { createPostForm } from "../oauth/outbound/post-form.ts";
import { createSweep } from "../operations/create-sweep.ts";
import { createHeartbeat, HEARTBEAT_SECONDS, type Heartbeat } from "../operations/heartbeat.ts";
import { createKeepHistory } from "../operations/keep-history.ts";
import type { Services } from "../services.ts";
import type { LimitParts } from "./compose-limits.ts";
import type { Monitoring } from "./compose-monitoring.ts";

/** `audit` writes queued events; `expiry` deletes expired rows; `limits` exchanges counts with other servers. */
export type JobName =
  | "audit"
  | "clock"
  | "clock_mark"
  | "expiry"
  | "heartbeat"
  | "keys"
  | "limits"
  | "logouts"
  | "look_alikes"
  | "schema"
  | "secret_uses";

export interface BackgroundJobs {
  /** Runs one job now and resolves when it has ended. For tests: nothing in a running server calls it. */
  run(name: JobName): Promise<void>;
  /** Ends the jobs, and writes the data that they still hold in memory. */
  stop(): Promise<void>;
}

interface JobDependencies extends Pick<Monitoring, "audit" | "logError">, Pick<LimitParts, "limiter"> {
  readonly version: string;
  readonly stopping: AbortSignal;
}

/** Starts the periodic jobs of a server. Resolves when the other nodes can see this one. */
export async function startBackgroundJobs(
  services: Services,
  dependencies: JobDependencies,
): Promise<BackgroundJobs> {
  const { clients } = services;
  const { audit, logError, limiter, version } = dependencies;
  const heartbeat = composeHeartbeat(services, version);
  await heartbeat.beat();
  await requireUsableTables(services, heartbeat);
  const keepHistory = composeKeepHistory(services);
  await keepHistory();
  audit.start();
  const jobs = new Map(
    listJobs(services, dependencies, { beat: heartbeat.beat, keepHistory }).map(
      ({ name, everyMilliseconds, job, failureMessage }): [JobName, Periodic] => [
        name,
        startPeriodic({ everyMilliseconds, job, onError: logError(failureMessage) }),
      ],
    ),
  );
  // It may take a while, and the server does not wait for it.
  getJob(jobs, "look_alikes").run().catch(logError(LOOK_ALIKES_FAILED));
  return {
    run: (name) => (name === "audit" ? audit.run() : getJob(jobs, name).run()),
    async stop() {
      await Promise.all(Array.from(jobs.values(), (job) => job.stop()));
      await keepHistory().catch(logError("the time of the stop could not be stored"));
      await heartbeat
        .leave()
        .catch(logError("the end of this server could not be recorded for the other servers"));
      await limiter.exchange().catch(logError("the last counts of the rate limits could not be written"));
      await audit.stop().catch(logError("the last audit events could not be written"));
      await clients.flushUse().catch(logError("last uses of secrets could not be written"));
    },
  };
}

const LOOK_ALIKES_FAILED = "users whose names look alike could not be searched";

function getJob(jobs: ReadonlyMap<JobName, Periodic>, name: JobName): Periodic {
  const job = jobs.get(name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job;
}

const composeKeepHistory = ({ storage, clock }: Services) =>
  createKeepHistory({
    clockMark: storage.clockMark,
    clock,
    findIdentity: async () => (await storage.rootKeys.list()).find(({ name }) => name === "main")?.createdAt,
    onBroken: storage.history.break,
  });

/** After the heartbeat, which a migration that contracts looks for: one of the two sees the other. */
async function requireUsableTables({ storage: { schema } }: Services, heartbeat: Heartbeat): Promise<void> {
  await schema.check();
  if (schema.refusal === undefined) return;
  await heartbeat.leave();
  throw new InvalidInputError(schema.refusal);
}

/** A newer version may contract the tables while this server runs, by an explicit command. */
const createWatchSchema =
  ({ storage: { schema }, log }: Services) =>
  async (): Promise<void> => {
    const before = schema.refusal;
    await schema.check();
    if (schema.refusal !== undefined && schema.refusal !== before)
      log.fatal({ reason: schema.refusal }, "this server is not ready any more");
  };

const composeHeartbeat = ({ storage, rootKeys, clock, serverId }: Services, version: string) =>
  createHeartbeat({
    store: storage.nodes,
    facts: {
      host: hostname(),
      version,
      engine: storage.engine,
      secretIds: rootKeys.opens,
      schema: storage.schema.schema,
    },
    feed: storage.feed,
    clock,
    serverId,
  });

function listJobs(
  services: Services,
  { limiter, audit, stopping }: JobDependencies,
  { beat, keepHistory }: Readonly<Record<"beat" | "keepHistory", () => Promise<void>>>,
) {
  const { settings, storage, clients, keyRing, clock } = services;
  const logoutDeliverer = createLogoutDeliverer({
    store: storage.logoutDeliveries,
    clients,
    keyRing,
    send: traced(
      services.trace,
      { name: "POST", kind: "client", attributes: { "http.request.method": "POST" }, beginsTrace: true },
      createPostForm({ allowPrivate: settings.outboundPrivate }),
    ),
    audit,
    clock,
    issuer: settings.baseUrl,
    stopping,
  });
  const sweep = createSweep({
    audit: storage.audit,
    sweeper: storage.sweeper,
    clock,
    auditRetentionDays: settings.auditRetentionDays,
    stopping,
  });
  /** What was deleted too early does not come back. */
  const ifTrusted = (job: () => Promise<unknown>) => async () => clock.state.trusted && (await job());
  return [
    {
      name: "clock" as const,
      everyMilliseconds: 1_000,
      // On PostgreSQL, the readings of the change log compare.
      job: async () => storage.engine === "sqlite" && clock.compare(),
      failureMessage: "the clocks could not be compared",
    },
    {
      name: "clock_mark" as const,
      everyMilliseconds: HEARTBEAT_SECONDS * 1_000,
      job: keepHistory,
      failureMessage: "the time could not be stored for the next start",
    },
    {
      name: "heartbeat" as const,
      everyMilliseconds: HEARTBEAT_SECONDS * 1_000,
      job: beat,
      failureMessage: "the heartbeat of this server could not be written",
    },
    {
      name: "schema" as const,
      everyMilliseconds: HEARTBEAT_SECONDS * 1_000,
      job: createWatchSchema(services),
      failureMessage: "the migrations of the database could not be read",
    },
    {
      name: "keys" as const,
      everyMilliseconds: 10_000,
      job: ifTrusted(keyRing.maintain),
      failureMessage: "signing keys could not be maintained",
    },
    {
      name: "secret_uses" as const,
      everyMilliseconds: 5_000,
      job: clients.flushUse,
      failureMessage: "last uses of secrets could not be written",
    },
    {
      name: "limits" as const,
      everyMilliseconds: 1_000,
      job: limiter.exchange,
      failureMessage:
        "the counts of the rate limits could not be exchanged with the other servers; they are kept and sent later",
    },
    {
      name: "logouts" as const,
      everyMilliseconds: 1_000,
      job: logoutDeliverer.deliverDue,
      failureMessage: "back-channel logouts could not be delivered; they will be tried again",
    },
    {
      name: "look_alikes" as const,
      everyMilliseconds: 60_000,
      job: () => services.lookAlikes.run(stopping),
      failureMessage: LOOK_ALIKES_FAILED,
    },
    {
      name: "expiry" as const,
      everyMilliseconds: 60_000,
      job: ifTrusted(sweep),
      failureMessage: "expired rows could not be deleted",
    },
  ];
}
