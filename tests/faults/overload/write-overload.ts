import { once } from "node:events";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import { createLicetNode } from "../ledger/served-licet.ts";
import type { RequestSummary } from "../support/observed-requests.ts";
import type { LoadPlan, LoadReport, Outcome } from "./load-plan.ts";
import { endChild, makeLoad, startChild } from "./make-load.ts";
import { prepareWrites, UNLIMITED_SIGN_INS, type Write } from "./prepare-writes.ts";
import { startProbes } from "./probes.ts";

export interface WriteOverloadOptions extends Pick<ExperimentOptions, "random"> {
  readonly workers: number;
  /** False: a server of one process takes on every request. */
  readonly sheds: boolean;
  readonly writes: readonly Write[];
  /** How many times the peak is sent, one after the other. */
  readonly overloads: readonly number[];
  readonly seconds: number;
}

const PEAK_CONNECTIONS = 8;
const MOST_CONNECTIONS = 2_000;
/** Longer than a response takes, and each is used before the server closes it. */
const CONNECTION_SECONDS = 6;
const WARM_UP_SECONDS = 2;
/** Callers that never give up show how late a response can be. */
const PATIENCE_MILLISECONDS = 30_000;

const LEAST_GOODPUT = 0.8;
const SLOWEST_MILLISECONDS = 10_000;
const SLOWEST_PROBE_MILLISECONDS = 2_000;

/**
 * Finds the most writes of each kind that a node answers, then sends several times as many to new nodes: a node with more
 * roles writes more slowly, so peak and overload begin alike.
 */
export async function runWriteOverload(
  engine: TestEngine,
  options: WriteOverloadOptions,
): Promise<Measurement> {
  const seen: Overload[] = [];
  for (const write of options.writes) {
    const report = await withNode(engine, write, options, ({ load }) =>
      load(options.seconds, { kind: "closed", connections: PEAK_CONNECTIONS }),
    );
    const peak = goodput(report);
    for (const overload of options.overloads)
      seen.push(
        await withNode(engine, write, options, async ({ url, load }) => {
          const probes = startProbes(url, { connectsAnew: true });
          const perSecond = overload * peak;
          const connections = Math.min(MOST_CONNECTIONS, Math.ceil(perSecond * CONNECTION_SECONDS));
          const loaded = await load(options.seconds, { kind: "open", perSecond, connections });
          return { write, overload, peak, report: loaded, probes: await probes.stop() };
        }),
      );
  }
  return describe(seen, options);
}

interface Overload {
  readonly write: Write;
  readonly overload: number;
  readonly peak: number;
  readonly report: LoadReport;
  readonly probes: RequestSummary;
}

interface LoadedNode {
  readonly url: string;
  load(seconds: number, arrivals: LoadPlan["arrivals"]): Promise<LoadReport>;
}

async function withNode<T>(
  engine: TestEngine,
  write: Write,
  options: WriteOverloadOptions,
  work: (node: LoadedNode) => Promise<T>,
): Promise<T> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const url = options.sheds
    ? await startGuarded(started, database.url, options.workers)
    : await startUnguarded(started, database.url);
  const nextPlan = await prepareWrites(write, url);
  const load: LoadedNode["load"] = async (seconds, arrivals) =>
    makeLoad({
      port: Number(new URL(url).port),
      requests: await nextPlan(),
      seconds,
      arrivals,
      seed: Math.floor(options.random.number() * 1e6),
      patienceMilliseconds: PATIENCE_MILLISECONDS,
    });
  await load(WARM_UP_SECONDS, { kind: "closed", connections: PEAK_CONNECTIONS });
  // Awaited here: a promise that is only returned would find the node stopped already.
  return await work({ url, load });
}

async function startGuarded(
  started: AsyncDisposableStack,
  databaseUrl: string,
  workers: number,
): Promise<string> {
  const environment = Object.fromEntries(
    Object.entries(UNLIMITED_SIGN_INS).map(([name, value]) => [`LICET_${name.toUpperCase()}`, value]),
  );
  const node = started.adopt(await createLicetNode({ databaseUrl, workers, environment }), ({ kill }) =>
    kill(),
  );
  await node.start();
  return node.url;
}

async function startUnguarded(started: AsyncDisposableStack, databaseUrl: string): Promise<string> {
  const server = started.adopt(startChild("server-main.ts", [databaseUrl, "false", "storefront"]), endChild);
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  return `http://127.0.0.1:${port}`;
}

function describe(
  seen: readonly Overload[],
  { workers, overloads, seconds }: WriteOverloadOptions,
): Measurement {
  const names = [...new Set(seen.map(({ write }) => write))];
  const shares = names.map((name) => {
    const own = seen.filter(({ write }) => write === name);
    return `${name} ${own.map((each) => percent(shareOf(each))).join(" and ")}`;
  });
  const peaks = names.map(
    (name) => `${Math.round(seen.find(({ write }) => write === name)?.peak ?? 0)} ${name}`,
  );
  const slowest = Math.max(...seen.map(({ report }) => report.slowestMilliseconds));
  const slowestProbe = Math.max(...seen.map(({ probes }) => probes.slowest));
  return {
    load: `peak of ${workers === 1 ? "one worker" : `${workers} workers`} ${peaks.join(", ")} a second; then ${overloads.join(" and ")} times as many for ${seconds} s each`,
    faults: `${overloads.join(" and ")} times the writes that the node can hold`,
    figure: `goodput of the peak: ${shares.join(", ")}; slowest response ${(slowest / 1_000).toFixed(1)} s, slowest probe on a new connection ${slowestProbe.toFixed(0)} ms`,
    bar: "goodput 80 % of the peak at least, every response within 10 s, probes on new connections within 2 s, nothing but success and 503",
    violations: seen.flatMap(findViolations),
  };
}

function findViolations(seen: Overload): readonly string[] {
  const { write, overload, report, probes } = seen;
  const share = shareOf(seen);
  const strange = total(report, "other status");
  const lost = total(report, "given up");
  const where = `${write} at ${overload} times the peak`;
  return [
    ...(share >= LEAST_GOODPUT ? [] : [`${where}: goodput fell to ${percent(share)} of the peak`]),
    ...(report.slowestMilliseconds <= SLOWEST_MILLISECONDS
      ? []
      : [`${where}: a response took ${(report.slowestMilliseconds / 1_000).toFixed(1)} s`]),
    ...(probes.slowest <= SLOWEST_PROBE_MILLISECONDS
      ? []
      : [`${where}: a probe took ${probes.slowest.toFixed(0)} ms`]),
    ...[...probes.byStatus.keys()].flatMap((status) =>
      status === 200 ? [] : [`${where}: a probe was answered with ${status}`],
    ),
    ...(strange === 0 ? [] : [`${where}: ${strange} responses were neither success nor 503`]),
    ...(lost === 0 ? [] : [`${where}: ${lost} requests had no response`]),
  ];
}

const percent = (value: number): string => `${Math.round(value * 100)} %`;
const shareOf = ({ report, peak }: Overload): number => goodput(report) / peak;
const goodput = (report: LoadReport): number => total(report, "answered") / report.seconds;
const total = ({ outcomes }: LoadReport, outcome: Outcome): number =>
  Object.values(outcomes).reduce((sum, counts) => sum + (counts[outcome] ?? 0), 0);
