import { setTimeout as sleep } from "node:timers/promises";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import type { Random } from "../support/random.ts";
import { loadWorkers } from "./loaded-workers.ts";
import { serveWorkers } from "./served-workers.ts";

/** Longer than a probe may take. */
const PARENT_STOPS_MILLISECONDS = 7_000;

/**
 * One worker after the other is ended by `kill -9` under load. The other one goes on, and the parent replaces it.
 * `parentStops`: the control, in which both end, and nobody answers in their place.
 */
export async function runKilledWorkers(
  engine: TestEngine,
  options: {
    readonly random: Random;
    readonly kills: number;
    readonly parentStops?: boolean;
  },
): Promise<Measurement> {
  const { random, kills, parentStops = false } = options;
  await using server = await serveWorkers(engine);
  await using load = await loadWorkers(server.url, random);
  let slowest = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.between(300, 1_000));
    const workers = await server.workers();
    const victim = random.pick(workers);
    load.allowCuts();
    const victims = parentStops ? workers : [victim];
    const stopped = parentStops && suspend(server.parent(), PARENT_STOPS_MILLISECONDS);
    for (const id of victims) process.kill(id, "SIGKILL");
    await stopped;
    slowest = Math.max(slowest, await server.untilReplaced(victims));
  }
  const violations = await load.finish();
  return {
    load: load.describe(),
    faults: `${kills} times \`kill -9\` of one of two workers`,
    figure: `${violations.length} violations, ${load.load.ledger.unknown} writes without an answer, at most ${load.longestSilenceMilliseconds.toFixed(0)} ms without an answer over a new connection, all workers there again after ${(slowest / 1_000).toFixed(1)} s at most`,
    bar: "only requests on connections of the killed worker are cut, new connections answered within 5 s, every acknowledged write there, nothing given twice, nothing revoked accepted",
    violations,
  };
}

async function suspend(id: number, milliseconds: number): Promise<void> {
  process.kill(id, "SIGSTOP");
  await sleep(milliseconds);
  process.kill(id, "SIGCONT");
}
