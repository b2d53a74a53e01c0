import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { createLicetNode, type LicetNode } from "../ledger/served-licet.ts";
import { listWorkers, millisecondsUntil } from "./worker-processes.ts";

const WORKERS = 2;
/** A busy machine starts a process slowly, and a worker that stops waits up to 15 s for its slowest client. */
const START_WITHIN_MILLISECONDS = 120_000;

/** A `licet serve` with two workers, whose processes an experiment ends and suspends. */
export interface ServedWorkers extends AsyncDisposable {
  readonly url: string;
  readonly node: LicetNode;
  /** The process id of the parent. */
  parent(): number;
  workers(): Promise<readonly number[]>;
  /** The milliseconds until it has all its workers, none of these among them, and is ready. Rejects after two minutes. */
  untilReplaced(old: readonly number[]): Promise<number>;
  /** The milliseconds until one worker is there, and none of these, and it is ready. Rejects after two minutes. */
  untilServed(old: readonly number[]): Promise<number>;
}

export async function serveWorkers(
  engine: TestEngine,
  options: { readonly applications?: string } = {},
): Promise<ServedWorkers> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const node = started.adopt(
    await createLicetNode({ databaseUrl: database.url, workers: WORKERS, ...options }),
    ({ kill }) => kill(),
  );
  await node.start();
  const parent = () => node.pid ?? Number.NaN;
  const workers = () => listWorkers(parent());
  const isWhole = async (old: readonly number[]) => {
    const present = await workers();
    return present.length === WORKERS && !present.some((id) => old.includes(id)) && (await isReady(node.url));
  };
  const untilReplaced = async (old: readonly number[]) => {
    const milliseconds = await millisecondsUntil(() => isWhole(old), START_WITHIN_MILLISECONDS);
    if (milliseconds !== undefined) return milliseconds;
    throw new Error(`the workers ${old.join(", ")} were not replaced: ${node.output().slice(-2_000)}`);
  };
  const isServed = async (old: readonly number[]) => {
    const present = await workers();
    const isNew = present.length > 0 && !present.some((id) => old.includes(id));
    return isNew && (await ask(`${node.url}/readyz`)) !== undefined;
  };
  const untilServed = async (old: readonly number[]) => {
    const milliseconds = await millisecondsUntil(() => isServed(old), START_WITHIN_MILLISECONDS);
    if (milliseconds !== undefined) return milliseconds;
    throw new Error(`no worker took the place of ${old.join(", ")}: ${node.output().slice(-2_000)}`);
  };
  await untilReplaced([]);
  const running = started.move();
  return {
    url: node.url,
    node,
    parent,
    workers,
    untilReplaced,
    untilServed,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** `/readyz` speaks for all workers that serve. One that still starts has no figures yet. */
async function isReady(url: string): Promise<boolean> {
  if ((await ask(`${url}/readyz`)) === undefined) return false;
  const metrics = (await ask(`${url}/metrics`)) ?? "";
  return metrics.match(/^process_resident_memory_bytes\{/gm)?.length === WORKERS;
}

/** The text of an answer with 200. */
async function ask(url: string): Promise<string | undefined> {
  try {
    const headers = { connection: "close" };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    const text = await answer.text();
    return answer.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}
