import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { hasMachineAlone } from "../support/machine-alone.ts";
import type { Random } from "../support/random.ts";
import { loadWorkers } from "./loaded-workers.ts";
import { serveWorkers } from "./served-workers.ts";
import { findAlive, millisecondsUntil } from "./worker-processes.ts";

/** The death of the parent ends the workers: nobody could stop or replace them. */
const GONE_WITHIN_MILLISECONDS = hasMachineAlone ? 10_000 : 30_000;

/**
 * The parent is ended by `kill -9` under load. Its workers end by themselves, and the next server has the database. While
 * one of the workers still lives, the SQLite file is refused to another server. `workersStop`: the control, in which the
 * workers cannot end.
 */
export async function runKilledParent(
  engine: TestEngine,
  options: { readonly random: Random; readonly kills: number; readonly workersStop?: boolean },
): Promise<Measurement> {
  const { random, kills, workersStop = false } = options;
  await using server = await serveWorkers(engine);
  await using load = await loadWorkers(server.url, random, { probes: false });
  const violations: string[] = [];
  let slowest = 0;
  let refused = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.between(500, 1_500));
    const workers = await server.workers();
    const stopped = workersStop ? workers : engine === "sqlite" ? workers.slice(0, 1) : [];
    for (const id of stopped) process.kill(id, "SIGSTOP");
    const cuts = setInterval(load.allowCuts, 100);
    load.allowCuts();
    await server.node.kill();
    if (!workersStop && stopped.length > 0) {
      // The suspended worker still has its share of the file, and its copy of the socket.
      const refusal = await server.node.start(await freePort()).then(
        () => "it started",
        ({ message }: Error) => message,
      );
      if (/already in use/.test(refusal)) refused += 1;
      else violations.push(`a second server beside a worker of the first: ${refusal}`);
      // Not SIGCONT: it would answer requests that wait since its suspension, only to be late.
      for (const id of stopped) process.kill(id, "SIGKILL");
    }
    const gone = await millisecondsUntil(
      async () => (await findAlive(workers)).length === 0,
      GONE_WITHIN_MILLISECONDS,
    );
    if (gone === undefined) violations.push("a worker lives without its parent");
    slowest = Math.max(slowest, gone ?? GONE_WITHIN_MILLISECONDS);
    for (const id of await findAlive(workers)) process.kill(id, "SIGKILL");
    await server.node.start();
    await server.untilReplaced(workers);
    clearInterval(cuts);
    load.allowCuts();
  }
  violations.push(...(await load.finish()));
  return {
    load: load.describe(),
    faults: `${kills} times \`kill -9\` of the parent${engine === "sqlite" ? ", each time with one worker suspended while another server starts" : ""}`,
    figure: `${violations.length} violations, workers gone after ${(slowest / 1_000).toFixed(1)} s at most${engine === "sqlite" ? `, ${refused} starts beside a worker refused` : ""}`,
    bar: `workers gone within 10 s${engine === "sqlite" ? ", no server beside a worker of another" : ""}, every acknowledged write there, nothing given twice, nothing revoked accepted`,
    violations,
  };
}
