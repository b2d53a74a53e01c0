import { setTimeout as sleep } from "node:timers/promises";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import type { Random } from "../support/random.ts";
import { loadWorkers } from "./loaded-workers.ts";
import { serveWorkers } from "./served-workers.ts";
import { findAlive, millisecondsUntil } from "./worker-processes.ts";

/** How long a worker may say nothing before it is replaced, with the time for a busy machine. */
const REPLACED_WITHIN_MILLISECONDS = 40_000;

/**
 * A worker is suspended, so that its event loop stands still as it does in an endless loop. The parent notices, ends it
 * and starts another. `parentStops`: the control, in which nobody notices.
 */
export async function runSilentWorker(
  engine: TestEngine,
  options: { readonly random: Random; readonly times: number; readonly parentStops?: boolean },
): Promise<Measurement> {
  const { random, times, parentStops = false } = options;
  await using server = await serveWorkers(engine);
  await using load = await loadWorkers(server.url, random, { probes: !parentStops });
  const violations: string[] = [];
  let slowest = 0;
  for (let time = 0; time < times; time += 1) {
    await sleep(500);
    const silent = random.pick(await server.workers());
    const within = parentStops ? 10_000 : REPLACED_WITHIN_MILLISECONDS;
    process.kill(silent, "SIGSTOP");
    if (parentStops) process.kill(server.parent(), "SIGSTOP");
    const ended = await millisecondsUntil(async () => {
      load.allowCuts();
      return (await findAlive([silent])).length === 0;
    }, within);
    if (parentStops) process.kill(server.parent(), "SIGCONT");
    if (ended === undefined) {
      violations.push(`a worker that says nothing still lives after ${within / 1_000} s`);
      process.kill(silent, "SIGCONT");
    } else await server.untilReplaced([silent]);
    slowest = Math.max(slowest, ended ?? within);
  }
  violations.push(...(await load.finish()));
  return {
    load: load.describe(),
    faults: `${times} times a worker that stands still, as in an endless loop`,
    figure: `${violations.length} violations, a silent worker ended after ${(slowest / 1_000).toFixed(1)} s at most, at most ${load.longestSilenceMilliseconds.toFixed(0)} ms without an answer over a new connection`,
    bar: "ended and replaced within 40 s, new connections answered within 5 s, every acknowledged write there, nothing given twice, nothing revoked accepted",
    violations,
  };
}
