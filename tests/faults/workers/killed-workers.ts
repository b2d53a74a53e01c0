import { setTimeout as sleep } from "node:timers/promises";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import type { Random } from "../support/random.ts";
import { loadWorkers } from "./loaded-workers.ts";
import { serveWorkers } from "./served-workers.ts";

/** One worker after the other is ended by `kill -9` under load. The other one goes on, and the parent replaces it. */
export async function runKilledWorkers(
  engine: TestEngine,
  options: {
    readonly random: Random;
    readonly kills: number;
    /** For the control: the killed one is the only one. */
    readonly workers?: number;
  },
): Promise<Measurement> {
  const { random, kills } = options;
  await using server = await serveWorkers(engine, options);
  await using load = await loadWorkers(server.url, random);
  let slowest = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.between(300, 1_000));
    const victim = random.pick(await server.workers());
    load.allowCuts();
    process.kill(victim, "SIGKILL");
    slowest = Math.max(slowest, await server.untilReplaced([victim]));
  }
  const violations = await load.finish();
  return {
    load: load.describe(),
    faults: `${kills} times \`kill -9\` of a worker, with ${options.workers ?? 2} of them`,
    figure: `${violations.length} violations, ${load.load.ledger.unknown} writes without an answer, slowest probe over a new connection ${load.slowestProbeMilliseconds.toFixed(0)} ms, all workers there again after ${(slowest / 1_000).toFixed(1)} s at most`,
    bar: "only requests on connections of the killed worker are cut, probes under 5 s, every acknowledged write there, nothing given twice, nothing revoked accepted",
    violations,
  };
}
