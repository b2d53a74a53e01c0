import { once } from "node:events";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { postForm } from "../../support/start-licet.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import type { RequestSummary } from "../support/observed-requests.ts";
import { type LoadPlan, type LoadReport, type Outcome, PATIENCE_MILLISECONDS } from "./load-plan.ts";
import { endChild, makeLoad, startChild } from "./make-load.ts";
import { describeMix, LOADER, type LoadKind } from "./office.ts";
import { startProbes } from "./probes.ts";

export interface OverloadOptions extends Pick<ExperimentOptions, "random"> {
  /** False: the server takes on every request. */
  readonly sheds: boolean;
  /** How many times the peak is sent. */
  readonly overload: number;
  readonly rampSeconds: number;
  readonly overloadSeconds: number;
}

const FEWEST_CONNECTIONS = 16;
const MOST_CONNECTIONS = 1_024;
/** More connections that add less than this show that the node is at its limit. */
const LEAST_GAIN = 1.05;
/** Of the answers that a node gives while its callers have patience: a queue can grow beyond their patience. */
const QUEUE = 3;
const LEAST_GOODPUT = 0.8;
const SLOWEST_PROBE_MILLISECONDS = 1_000;
const DECISIONS = ["check", "token"];
const LISTS = ["list", "simulation"];

/** Finds the most that a node answers when it refuses nothing, then sends several times as much to a new node. */
export async function runOverload(engine: TestEngine, options: OverloadOptions): Promise<Measurement> {
  const peak = await withNode(engine, false, options, async ({ load }) => {
    await load(2, { kind: "closed", connections: FEWEST_CONNECTIONS });
    return findPeak(async (connections) =>
      goodput(await load(options.rampSeconds, { kind: "closed", connections })),
    );
  });
  return withNode(engine, options.sheds, options, async ({ url, mix, load }) => {
    await load(2, { kind: "closed", connections: FEWEST_CONNECTIONS });
    const probes = startProbes(url);
    const report = await load(options.overloadSeconds, {
      kind: "open",
      perSecond: options.overload * peak,
      connections: Math.ceil((QUEUE * peak * PATIENCE_MILLISECONDS) / 1_000),
    });
    return describe({ mix, peak, overload: options.overload, report, probes: await probes.stop() });
  });
}

interface LoadedNode {
  readonly url: string;
  readonly mix: readonly LoadKind[];
  load(seconds: number, arrivals: LoadPlan["arrivals"]): Promise<LoadReport>;
}

async function withNode<T>(
  engine: TestEngine,
  sheds: boolean,
  { random }: OverloadOptions,
  work: (node: LoadedNode) => Promise<T>,
): Promise<T> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const server = started.adopt(startChild("server-main.ts", [database.url, String(sheds)]), endChild);
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  const mix = describeMix(port, await issueToken(url));
  // Awaited here: a promise that is only returned would find the node stopped already.
  return await work({
    url,
    mix,
    load: (seconds, arrivals) =>
      makeLoad({
        port,
        requests: { kind: "mix", mix },
        seconds,
        arrivals,
        seed: Math.floor(random.number() * 1e6),
        patienceMilliseconds: PATIENCE_MILLISECONDS,
      }),
  });
}

/** The most answers in a second, with as many connections as it takes: one waits for its list, others ask meanwhile. */
async function findPeak(measure: (connections: number) => Promise<number>): Promise<number> {
  let peak = await measure(FEWEST_CONNECTIONS);
  for (let connections = 4 * FEWEST_CONNECTIONS; connections <= MOST_CONNECTIONS; connections *= 4) {
    const next = await measure(connections);
    if (next < peak * LEAST_GAIN) return Math.max(peak, next);
    peak = next;
  }
  return peak;
}

function describe(seen: {
  readonly mix: readonly LoadKind[];
  readonly peak: number;
  readonly overload: number;
  readonly report: LoadReport;
  readonly probes: RequestSummary;
}): Measurement {
  const { mix, peak, overload, report, probes } = seen;
  const share = goodput(report) / peak;
  const decisions = answeredShare(report, DECISIONS);
  const lists = answeredShare(report, LISTS);
  const strange = total(
    report,
    "other status",
    mix.map(({ name }) => name),
  );
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  return {
    load: `peak ${Math.round(peak)} answers a second; then ${Math.round(overload * peak)} requests a second for ${report.seconds.toFixed(0)} s`,
    faults: `${overload} times the load that the node can hold`,
    figure: `goodput ${percent(share)} of the peak; answered: ${percent(decisions)} of checks and tokens, ${percent(lists)} of lists and simulations; p99 ${report.p99Milliseconds.toFixed(0)} ms; slowest probe ${probes.slowest.toFixed(0)} ms`,
    bar: "goodput above 80 %, more decisions than lists, probes under 1 s, nothing but 2xx and 503",
    violations: [
      ...(share > LEAST_GOODPUT ? [] : [`goodput fell to ${percent(share)} of the peak`]),
      ...(decisions >= lists ? [] : ["lists were answered before checks and tokens"]),
      ...(probes.slowest < SLOWEST_PROBE_MILLISECONDS
        ? []
        : [`a probe took ${probes.slowest.toFixed(0)} ms`]),
      ...[...probes.byStatus.keys()].flatMap((status) =>
        status === 200 ? [] : [`a probe was answered with ${status}`],
      ),
      ...(strange === 0 ? [] : [`${strange} answers were neither 2xx nor 503`]),
    ],
  };
}

/** Answers of use to somebody, in a second. */
const goodput = (report: LoadReport): number =>
  total(report, "answered", [...DECISIONS, ...LISTS]) / report.seconds;

const total = ({ outcomes }: LoadReport, outcome: Outcome, kinds: readonly string[]): number =>
  kinds.reduce((sum, kind) => sum + (outcomes[kind]?.[outcome] ?? 0), 0);

function answeredShare(report: LoadReport, kinds: readonly string[]): number {
  const all = kinds.flatMap((kind) => Object.values(report.outcomes[kind] ?? {}));
  return (
    total(report, "answered", kinds) /
    Math.max(
      1,
      all.reduce((sum, count) => sum + count, 0),
    )
  );
}

async function issueToken(url: string): Promise<string> {
  const scope = "licet:check licet:list licet:simulate";
  const { body } = await postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...LOADER,
  });
  return String(body.access_token);
}
