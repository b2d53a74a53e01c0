import { setTimeout as sleep } from "node:timers/promises";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { hasMachineAlone } from "../support/machine-alone.ts";
import type { Random } from "../support/random.ts";
import { loadWorkers } from "./loaded-workers.ts";
import { serveWorkers } from "./served-workers.ts";

/** A worker starts within a second or two; only a busy machine takes longer. */
const SERVED_WITHIN_MILLISECONDS = hasMachineAlone ? 10_000 : 60_000;
const PARENT_STOPS_MILLISECONDS = 7_000;

/**
 * All workers end together, again and again, as by a request that none of them survives. The parent answers meanwhile,
 * and one worker starts at once. `parentStops`: the control, in which the parent stands still.
 */
export async function runNoWorkerLeft(
  engine: TestEngine,
  options: { readonly random: Random; readonly times: number; readonly parentStops?: boolean },
): Promise<Measurement> {
  const { random, times, parentStops = false } = options;
  await using server = await serveWorkers(engine);
  await using load = await loadWorkers(server.url, random);
  const violations: string[] = [];
  let slowest = 0;
  for (let time = 0; time < times; time += 1) {
    await sleep(random.between(300, 1_000));
    const workers = await server.workers();
    const cuts = setInterval(load.allowCuts, 100);
    load.allowCuts();
    if (parentStops) process.kill(server.parent(), "SIGSTOP");
    for (const id of workers) process.kill(id, "SIGKILL");
    if (parentStops) {
      await sleep(PARENT_STOPS_MILLISECONDS);
      process.kill(server.parent(), "SIGCONT");
    }
    const milliseconds = await server.untilServed(workers);
    clearInterval(cuts);
    load.allowCuts();
    slowest = Math.max(slowest, milliseconds);
    if (milliseconds > SERVED_WITHIN_MILLISECONDS)
      violations.push(`a worker serves after ${(milliseconds / 1_000).toFixed(1)} s`);
  }
  violations.push(...(await load.finish()));
  return {
    load: load.describe(),
    faults: `${times} times \`kill -9\` of all workers`,
    figure: `${violations.length} violations, at most ${load.longestSilenceMilliseconds.toFixed(0)} ms without an answer over a new connection, a worker serves after ${(slowest / 1_000).toFixed(1)} s at most`,
    bar: "new connections answered within 5 s, a worker serves within 10 s, every acknowledged write there, nothing given twice, nothing revoked accepted",
    violations,
  };
}
