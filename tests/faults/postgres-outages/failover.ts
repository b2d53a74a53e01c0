import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createDatabaseProxy } from "../../support/database-proxy.ts";
import { createPostgresServer, type PostgresServer } from "../../support/postgres-server.ts";
import type { Measurement } from "../fault-experiment.ts";
import { startLoadedLicet } from "../ledger/loaded-licet.ts";
import type { Random } from "../support/random.ts";
import { measureOutages } from "./measure-outages.ts";

export interface FailoverOptions {
  readonly random: Random;
  readonly failovers: number;
  /** True: a commit is acknowledged when the standby has it, too. */
  readonly isSynchronous: boolean;
}

const SYNCHRONOUS = ["synchronous_standby_names=*"];
/**
 * The standby gets nothing for so long before the primary dies. The second time is longer than PostgreSQL lets a
 * statement of Licet run.
 */
const LINK_DOWN_MILLISECONDS = [2_000, 13_000] as const;
const CANCEL_EVERY_MILLISECONDS = 1_000;

/**
 * The primary is killed under load while its standby is cut off from it, and the standby is promoted. Licet reaches
 * both by one address, as behind a floating address or a proxy.
 */
export async function runFailover(options: FailoverOptions): Promise<Measurement> {
  const { random, failovers, isSynchronous } = options;
  await using started = new AsyncDisposableStack();
  let primary = started.adopt(await createPostgresServer(), ({ remove }) => remove());
  await primary.start();
  const address = started.adopt(await createDatabaseProxy(databaseOf(primary)), ({ shut }) => shut());
  const licet = started.use(await startLoadedLicet({ databaseUrl: address.url, random }));

  const recoveries: number[] = [];
  for (let failover = 0; failover < failovers; failover += 1) {
    await primary.stop();
    const link = started.adopt(await createDatabaseProxy(databaseOf(primary)), ({ shut }) => shut());
    const standby = started.adopt(await primary.createStandby(link.url), ({ remove }) => remove());
    await primary.start(isSynchronous ? SYNCHRONOUS : []);
    await standby.start();
    await licet.untilWorking();
    await sleep(random.between(2_000, 4_000));

    link.freeze();
    await cancelWaitingCommits(primary, LINK_DOWN_MILLISECONDS[failover % 2] as number);
    await primary.kill();
    const killedAt = performance.now();
    await link.shut();
    await standby.promote();
    address.redirect(standby.url);
    await licet.untilWorking();
    recoveries.push(performance.now() - killedAt);
    primary = standby;
  }
  const faults = `${failovers} times the primary killed and its ${isSynchronous ? "synchronous" : "asynchronous"} standby promoted`;
  return await measureOutages(licet, { faults, recoveries });
}

/**
 * Does what administrators do with statements that hang. PostgreSQL then answers a commit as if it were done, with a
 * warning, though the standby does not have it.
 */
async function cancelWaitingCommits({ url }: PostgresServer, milliseconds: number): Promise<void> {
  const administrator = new pg.Client(url);
  administrator.on("error", () => {});
  await administrator.connect();
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt) {
    await sleep(CANCEL_EVERY_MILLISECONDS);
    await administrator.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
  }
  await administrator.end();
}

const databaseOf = ({ url }: PostgresServer) => ({ url, drop: async () => {} });
