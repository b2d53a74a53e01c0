import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { closeListener } from "../../packages/server/src/cli/listen.ts";
import type { JobName } from "../../packages/server/src/compose/background-jobs.ts";
import { createServer, type Server } from "../../packages/server/src/compose/create-server.ts";
import { createListener } from "../../packages/server/src/http/connection/listener.ts";
import { createLog, type LogLevel } from "../../packages/server/src/observability/log.ts";
import { openTelemetry } from "../../packages/server/src/observability/telemetry/open-telemetry.ts";
import { currentTraceIds } from "../../packages/server/src/observability/trace-context.ts";
import { openServices, type Services } from "../../packages/server/src/services.ts";
import {
  parseTelemetrySettings,
  type RawSettings,
  readSettings,
  SETTING_DEFINITIONS,
  type TlsFiles,
} from "../../packages/server/src/settings/settings.ts";
import { applyFile } from "./apply-file.ts";
import type { TestDatabase } from "./databases.ts";
import { ENGINE } from "./engines.ts";
import { EAGER_HASHING, NO_LOAD_BOUNDS } from "./no-load-bounds.ts";
import { sendHttp } from "./send-http.ts";
import { createDatabaseWithKeys, createServerDatabase, TEST_SECRET } from "./server-database.ts";
import { countWorkers } from "./workers/count-workers.ts";
import { openWorkers } from "./workers/open-workers.ts";
import { shareListener } from "./workers/share-listener.ts";

export { ENGINE, type Engine } from "./engines.ts";

export { TEST_SECRET } from "./server-database.ts";

/** All requests of a test come from one address, and many fail on purpose. Tests of limits use the defaults. */
export const UNLIMITED: RawSettings = {
  limit_client_failures: "1000000",
  limit_address_failures: "1000000",
  limit_anonymous_requests: "1000000",
};
export const DEFAULT_LIMITS: RawSettings = {
  limit_client_failures: SETTING_DEFINITIONS.limit_client_failures.default,
  limit_address_failures: SETTING_DEFINITIONS.limit_address_failures.default,
  limit_anonymous_requests: SETTING_DEFINITIONS.limit_anonymous_requests.default,
};

export interface RunningLicet {
  readonly url: string;
  /** Those of the first worker; a test that writes by them is heard by all. */
  readonly services: Services;
  readonly workers: number;
  readonly database: TestDatabase;
  /** All log lines so far, of a server that was started with `readsLog`. */
  readonly logged: () => string;
  /** Runs a background job of every worker now. What it did is done when the promise resolves. */
  runJob(name: JobName): Promise<void>;
  /** Resolves when every worker knows all that is committed now, by whatever process. */
  catchUp(): Promise<void>;
  apply(yaml: string): Promise<void>;
  stop(): Promise<void>;
}

/** A real Licet in this process, on a real database, listening on a free port of the loopback. */
export async function startLicet(options: {
  readonly state: string;
  readonly settings?: RawSettings;
  /** Keeps what is logged, at every level. To write a line for each request takes a twentieth of the time of the tests. */
  readonly readsLog?: boolean;
  readonly clock?: Clock;
  /** An existing database, for a second node on it or a restart. The caller drops it. */
  readonly database?: TestDatabase;
  /** The base URL, which several nodes share; the address of this server if not given. */
  readonly baseUrl?: string;
  /** Another deadline than the settings allow, to see what happens without one. */
  readonly requestDeadlineMilliseconds?: number;
  /** Refuses what is too much at once. Otherwise it does not: tests share the machine, and send much at once. */
  readonly shedsLoad?: boolean;
  /** Keeps the first text of the metrics. Otherwise each scrape has a new one: tests read what has just been counted. */
  readonly keepsMetrics?: boolean;
  /** The files of a console; without them there is a page that says so. */
  readonly consoleDirectory?: string;
  readonly docsDirectory?: string;
  /** Variables of OpenTelemetry, such as OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly telemetry?: Readonly<Record<string, string>>;
  /** The files of its certificate; it looks at them twenty times a second. */
  readonly tls?: TlsFiles;
  /** Protections that are switched off, for the control of an experiment. */
  readonly storage?: NonNullable<Parameters<typeof openServices>[0]["storage"]>;
  /** Gives the server other stores than the real ones, for the control of an experiment. */
  readonly replaceStores?: (services: Services) => Services;
  /** The reason of a test about one process: this server has one worker, also in `npm run test:workers`. */
  readonly oneWorker?: string | undefined;
  /** For a test about workers, which has this many in every run. */
  readonly workers?: number;
}): Promise<RunningLicet> {
  // Released in reverse order, also when something below fails: an open server would keep the test run waiting.
  await using started = new AsyncDisposableStack();
  // By another clock the keys may be of the future, and by another secret they cannot be opened.
  const needsOwnKeys = options.clock !== undefined || options.settings?.secret !== undefined;
  const createDatabase = needsOwnKeys ? createServerDatabase : createDatabaseWithKeys;
  const database = options.database ?? started.adopt(await createDatabase(ENGINE), ({ drop }) => drop());
  const { tls } = options;
  const lines: string[] = [];
  const { readsLog = false } = options;
  const { log_level = readsLog ? "trace" : "info" } = options.settings ?? {};
  const exported = parseTelemetrySettings(options.telemetry ?? {});
  const log = createLog(log_level as LogLevel, collect(lines), {
    describeContext: exported?.traces && currentTraceIds,
  });
  const listener = createListener({
    host: "127.0.0.1",
    port: 0,
    ...(tls && { tls, log, lookEveryMilliseconds: 50 }),
  });
  started.adopt(listener, closeListener);
  await listener.listen();
  const { port } = listener.server.address() as AddressInfo;
  const url = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  const read = readSettings({
    flags: {
      base_url: options.baseUrl ?? url,
      database_url: database.url,
      secret: TEST_SECRET,
      log_level,
      ...(tls && { tls_cert: tls.certificate, tls_key: tls.key }),
      ...UNLIMITED,
      ...options.settings,
    },
    env: {},
    cwd: process.cwd(),
  });
  const { requestDeadlineMilliseconds = read.requestDeadlineMilliseconds } = options;
  const settings = { ...read, requestDeadlineMilliseconds };
  const { consoleDirectory, docsDirectory, shedsLoad = false, replaceStores = (real) => real } = options;
  const count = options.workers ?? countWorkers(options.oneWorker);
  const workers = count === 1 ? undefined : openWorkers(database.url, count);
  if (workers) started.defer(workers.release);
  const opened: Services[] = [];
  const servers: Server[] = [];
  const stops: (() => Promise<void>)[] = [];
  // At the same time: all of them have the connections of one listener.
  started.defer(async () => void (await Promise.all(stops.map((stop) => stop()))));
  for (const [index, own] of shareListener(listener, count).entries()) {
    const { serverId, group } = workers?.identities[index] ?? {};
    const telemetry = await openTelemetry(exported, {
      version: "0.0.0",
      log,
      worker: workers ? index + 1 : undefined,
    });
    const services = await openServices({
      settings,
      log,
      clock: options.clock,
      serverPid: process.pid,
      serverId,
      siblings: group?.siblings,
      trace: telemetry?.tracing?.trace,
      ...(options.storage && { storage: options.storage }),
    });
    let server: Server | undefined;
    stops.push(() => server?.stop() ?? services.storage.close());
    opened.push(services);
    if (index === 0 && options.state !== "") await applyFile(services, options.state);
    server = await createServer(replaceStores(services), own, {
      ...(consoleDirectory !== undefined && { consoleDirectory }),
      ...(docsDirectory !== undefined && { docsDirectory }),
      ...(!shedsLoad && { loadBounds: NO_LOAD_BOUNDS, hashing: EAGER_HASHING }),
      metricsEveryMilliseconds: options.keepsMetrics ? Number.POSITIVE_INFINITY : 0,
      telemetry,
      group,
    });
    servers.push(server);
    // The server does not wait for this search, which stores its result once. Tests that compare rows begin after it.
    await server.jobs.run("look_alikes");
  }
  // Emptied when the server has stopped: the variables of a test file hold it until the process ends, and a large heap
  // makes the files that follow slower.
  const services = { ...opened[0] } as Services;
  started.adopt(listener, ({ server }) => server.closeIdleConnections());
  const running = started.move();
  return {
    url,
    services,
    workers: count,
    database,
    logged() {
      if (!readsLog) throw new Error("this server keeps no log; start it with readsLog");
      return lines.join("");
    },
    async runJob(name) {
      await Promise.all(servers.map(({ jobs }) => jobs.run(name)));
    },
    async catchUp() {
      const revision = await services.storage.state.revision();
      await Promise.all(opened.map(({ storage }) => storage.feed.confirm(revision)));
    },
    apply: (yaml) => applyFile(services, yaml),
    async stop() {
      await running.disposeAsync();
      for (const list of [opened, servers, stops]) list.length = 0;
      for (const name of Object.keys(services)) Reflect.deleteProperty(services, name);
    },
  };
}

const collect = (lines: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });

/** Posts a form and reads the answer, whatever it is. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown>; text: string }> {
  const sent = { "content-type": "application/x-www-form-urlencoded", ...headers };
  const answer = await sendHttp(
    "POST",
    url,
    sent,
    typeof form === "string" ? form : new URLSearchParams(form).toString(),
  );
  const body = answer.text.startsWith("{") ? (JSON.parse(answer.text) as Record<string, unknown>) : {};
  return { ...answer, body };
}
