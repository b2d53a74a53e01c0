import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import { observeRequests } from "../support/observed-requests.ts";
import { prepareStorefront } from "../support/prepared-storefront.ts";
import { ageExpiredRows, countOverdueRows, preventSweeping } from "./expired-rows.ts";
import {
  judgeUsage,
  LEAST_SAMPLES,
  megabytes,
  type UsageBars,
  type UsageKind,
  type UsageVerdict,
} from "./judge-usage.ts";
import { createPacedRequests } from "./paced-requests.ts";
import { type SteadyLoad, startSteadyLoad } from "./steady-load.ts";
import { readDatabase, readProcess, type UsageSample } from "./usage-sample.ts";

const REQUESTS_PER_SECOND = 40;
const SAMPLE_MILLISECONDS = 5_000;
const SAMPLES_PER_LINE = 6;
/** In less time memory still grows because the server is new. */
const LEAST_SECONDS_FOR_GROWTH = 180;
/** Long enough for two turns of sweeping, of which the second is late. */
const CONTROL_SECONDS = 240;
const LEAK = new URL("./leak.ts", import.meta.url).href;

const BARS: Readonly<Record<TestEngine, UsageBars>> = {
  sqlite: { memoryGrowth: 0.1, moreDescriptors: 16, walBytes: 32 * 2 ** 20, transactionSeconds: 10 },
  // PostgreSQL itself keeps a gigabyte of WAL (max_wal_size).
  postgres: { memoryGrowth: 0.1, moreDescriptors: 16, walBytes: 1.25 * 2 ** 30, transactionSeconds: 10 },
};

/** Short lifetimes, so that most of what is written also expires during the experiment. */
const LIFETIMES = {
  LICET_ACCESS_TOKEN_SECONDS: "30",
  LICET_CODE_SECONDS: "30",
  LICET_REFRESH_IDLE_SECONDS: "60",
  LICET_REFRESH_SECONDS: "120",
  LICET_SESSION_IDLE_SECONDS: "60",
  LICET_SESSION_SECONDS: "120",
  LICET_CONSENT_SECONDS: "60",
  LICET_LIMIT_WINDOW_SECONDS: "10",
  LICET_LIMIT_SIGN_IN_WINDOW_SECONDS: "10",
};

interface SoakOptions extends Pick<ExperimentOptions, "seconds" | "random"> {
  /** The control: the server leaks, nothing is swept, and a transaction stays open. */
  readonly leaks?: boolean;
}

/** A server under a steady moderate load; what it takes of the machine must stay within bounds. */
export async function runSoak(engine: TestEngine, options: SoakOptions): Promise<Measurement> {
  const { seconds, random, leaks = false } = options;
  const database = await prepareStorefront(await createTestDatabase(engine));
  if (leaks) await preventSweeping(database.url);
  const licet = await spawnLicet({
    databaseUrl: database.url,
    environment: { ...LIFETIMES, ...(leaks && { NODE_OPTIONS: `--import=${LEAK}` }) },
  });
  const requests = observeRequests();
  const paced = createPacedRequests({ url: licet.url, requests, perSecond: REQUESTS_PER_SECOND });
  const transaction = leaks ? await holdTransaction(database.url) : undefined;
  const load = startSteadyLoad(paced, random);
  try {
    const samples = await sampleUsage({ pid: licet.child.pid ?? 0, databaseUrl: database.url, seconds });
    await load.stop();
    const judged = seconds >= LEAST_SECONDS_FOR_GROWTH;
    const bars = judged ? BARS[engine] : { ...BARS[engine], memoryGrowth: Number.POSITIVE_INFINITY };
    const verdict = judgeUsage(samples, bars);
    const violations = [...requests.violations(), ...load.wrong, ...verdict.exceeded.values()];
    return {
      load: describeLoad(load, requests.summary().count, seconds),
      faults: leaks ? "a leak in the server, no sweeping, an open transaction" : "none: only time",
      figure: `${describeUsage(verdict)}, slowest answer ${(requests.summary().slowest / 1_000).toFixed(1)} s`,
      bar: describeBars(bars),
      violations: leaks ? sightedViolations(engine, verdict) : violations,
    };
  } finally {
    await load.stop();
    await transaction?.end();
    await licet.stop();
    await database.drop();
  }
}

/** The control is only convincing when it exceeded every bar. */
export const runSoakControl = (engine: TestEngine, options: ExperimentOptions): Promise<Measurement> =>
  runSoak(engine, { ...options, seconds: CONTROL_SECONDS, leaks: true });

function sightedViolations(engine: TestEngine, { exceeded }: UsageVerdict): readonly string[] {
  const expected: readonly UsageKind[] = [
    "memory",
    "descriptors",
    "expired rows",
    engine === "sqlite" ? "WAL" : "transactions",
  ];
  const unseen = expected.filter((kind) => !exceeded.has(kind));
  if (unseen.length === 0) return [...exceeded.values()];
  console.log(`not seen: ${unseen.join(", ")}`);
  return [];
}

async function sampleUsage(options: {
  readonly pid: number;
  readonly databaseUrl: string;
  readonly seconds: number;
}): Promise<readonly UsageSample[]> {
  const { pid, databaseUrl, seconds } = options;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  // A short run also needs enough samples to compare.
  const pause = Math.min(SAMPLE_MILLISECONDS, (seconds * 1_000) / 24);
  const samples: UsageSample[] = [];
  while (elapsed() < seconds || samples.length < LEAST_SAMPLES) {
    await delay(pause);
    await ageExpiredRows(databaseUrl);
    const sample = {
      seconds: elapsed(),
      ...(await readProcess(pid)),
      ...(await readDatabase(databaseUrl)),
      overdueRows: await countOverdueRows(databaseUrl),
    };
    samples.push(sample);
    if (samples.length % SAMPLES_PER_LINE === 0 && pause === SAMPLE_MILLISECONDS) showProgress(sample);
  }
  return samples;
}

function showProgress({ seconds, memoryBytes, descriptors, walBytes, overdueRows }: UsageSample): void {
  const overdue = [...overdueRows].map(([table, count]) => `${table} ${count}`).join(", ") || "none";
  console.log(
    `${seconds.toFixed(0)} s: memory ${megabytes(memoryBytes)} MB, descriptors ${descriptors}, WAL ${megabytes(walBytes)} MB, expired rows left: ${overdue}`,
  );
}

/** A reader that never ends: the WAL of SQLite cannot start again, and PostgreSQL cannot remove old rows. */
async function holdTransaction(databaseUrl: string): Promise<{ end(): Promise<void> }> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length));
    database.exec("begin; select count(*) from revision");
    return { end: async () => database.close() };
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("begin; select count(*) from revision");
  return { end: () => client.end() };
}

function describeLoad({ finished }: SteadyLoad, requests: number, seconds: number): string {
  const flows = [...finished].map(([name, count]) => `${name} ${count}`).sort();
  return `${requests.toLocaleString("en")} requests in ${seconds.toFixed(0)} s (${flows.join(", ")})`;
}

const describeUsage = (verdict: UsageVerdict): string => {
  const [memory, laterMemory] = verdict.memoryBytes.map(megabytes);
  const [descriptors, laterDescriptors] = verdict.descriptors;
  return `memory ${memory} → ${laterMemory} MB, descriptors ${descriptors} → ${laterDescriptors}, WAL at most ${megabytes(verdict.largestWalBytes)} MB, oldest transaction ${verdict.longestTransactionSeconds.toFixed(1)} s, ${verdict.mostOverdueRows} expired rows left`;
};

function describeBars({ memoryGrowth, moreDescriptors, walBytes, transactionSeconds }: UsageBars): string {
  const memory = Number.isFinite(memoryGrowth) ? `memory +${(memoryGrowth * 100).toFixed(0)} %, ` : "";
  return `${memory}descriptors +${moreDescriptors}, WAL ${megabytes(walBytes)} MB, transactions ${transactionSeconds} s, no row expired for 2 min longer than sweeping keeps it; every request answered within 10 s`;
}
