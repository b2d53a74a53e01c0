import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresServer } from "../../support/postgres-server.ts";
import type { Measurement } from "../fault-experiment.ts";
import { startLoadedLicet } from "../ledger/loaded-licet.ts";
import type { Random } from "../support/random.ts";
import { measureOutages } from "./measure-outages.ts";

export interface PostgresKilledOptions {
  readonly random: Random;
  readonly kills: number;
  /** False: PostgreSQL acknowledges a commit before it is on the disk. */
  readonly waitsForDisk: boolean;
}

/** Acknowledged commits stay in memory for as long as PostgreSQL permits. */
const WITHOUT_WAITING = ["synchronous_commit=off", "wal_writer_delay=10s", "wal_writer_flush_after=1GB"];

/** All processes of PostgreSQL are killed under load, and it is started again. */
export async function runPostgresKilled(options: PostgresKilledOptions): Promise<Measurement> {
  const { random, kills } = options;
  await using started = new AsyncDisposableStack();
  const postgres = started.adopt(await createPostgresServer(), ({ remove }) => remove());
  const settings = options.waitsForDisk ? [] : WITHOUT_WAITING;
  await postgres.start(settings);
  const licet = started.use(await startLoadedLicet({ databaseUrl: postgres.url, random }));
  // What the experiment itself needs is not lost in a control.
  await postgres.flush();

  const recoveries: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.between(2_000, 5_000));
    await postgres.kill();
    await sleep(random.between(200, 3_000));
    await postgres.start(settings);
    recoveries.push(await licet.untilWorking());
  }
  const faults = `PostgreSQL killed ${kills} times and started again`;
  return await measureOutages(licet, { faults, recoveries });
}
