import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTestDatabase } from "../../support/databases.ts";
import type { PoolMode, StartPooler } from "../../support/small-pooler.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import type { Measurement } from "../fault-experiment.ts";
import { startFaults } from "../support/fault.ts";
import { observeRequests } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";
import { startLoad } from "./pooler-load.ts";
import { WORLD } from "./world.ts";

/** What a node says that has only a pooler in transaction mode. */
const REFUSAL = /leads to a pooler in transaction mode.*Set LICET_DATABASE_DIRECT_URL/s;

export interface PoolerOptions {
  readonly mode: PoolMode;
  readonly startPooler: StartPooler;
  readonly random: Random;
  readonly seconds: number;
}

/** Two nodes on PostgreSQL behind a pooler that is killed and started again, with callers at both. */
export async function runPooler({ mode, startPooler, random, seconds }: PoolerOptions): Promise<Measurement> {
  await using rig = new AsyncDisposableStack();
  const database = rig.adopt(await createTestDatabase("postgres"), ({ drop }) => drop());
  const pooler = rig.adopt(await startPooler(database.url, mode), ({ stop }) => stop());
  const folder = rig.adopt(await mkdtemp(join(tmpdir(), "licet-pooler-")), (path) =>
    rm(path, { recursive: true }),
  );
  const file = join(folder, "world.yaml");
  await writeFile(file, WORLD);

  const violations: string[] = [];
  const direct = mode === "transaction" ? { LICET_DATABASE_DIRECT_URL: database.url } : undefined;
  if (direct !== undefined) violations.push(...(await expectRefusal(pooler.url)));
  const start = async (...more: string[]): Promise<LicetProcess> =>
    rig.adopt(
      await spawnLicet({ databaseUrl: pooler.url, arguments: more, ...(direct && { environment: direct }) }),
      async ({ stop }) => void (await stop()),
    );
  const one = await start("--apply", file);
  const two = await start("--base-url", one.url);

  const requests = observeRequests();
  const load = await startLoad([one, two], requests);
  const restarts = { name: "restarts", everyMilliseconds: [1_500, 3_000], inject: pooler.restart } as const;
  const faults = startFaults([restarts], random);
  await delay(seconds * 1_000);
  await faults.stop();
  await delay(2_500);
  await load.stop();
  violations.push(...requests.violations(), ...load.wrong, ...(await load.findLost(two)));

  const { count, slowest, byStatus } = requests.summary();
  return {
    load: `two nodes, ${count} requests and ${load.writes} writes in ${seconds.toFixed(0)} s`,
    faults: `the pooler killed and started again, ${faults.counts.get("restarts")} times`,
    figure: `${violations.length} violations, ${byStatus.get(503) ?? 0} answered with 503, slowest answer ${slowest.toFixed(0)} ms`,
    bar: "only 2xx, 4xx and 503, nothing above 10 s, no acknowledged write lost, none unknown to the other node after 2 s",
    violations,
  };
}

async function expectRefusal(databaseUrl: string): Promise<readonly string[]> {
  try {
    const licet = await spawnLicet({ databaseUrl });
    await licet.stop();
    return ["a node without a direct address has started"];
  } catch (error) {
    const { message } = error as Error;
    return REFUSAL.test(message)
      ? []
      : [`a node without a direct address ended with another reason: ${message}`];
  }
}
