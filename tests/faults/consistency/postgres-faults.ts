import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { DatabaseProxy } from "../../support/database-proxy.ts";
import type { Fault } from "../support/fault.ts";
import type { Random } from "../support/random.ts";
import type { FaultNode } from "./fault-node.ts";

const LISTENING = "query ilike 'listen %'";

export interface PostgresFaults {
  readonly faults: readonly Fault[];
  close(): Promise<void>;
}

/** The faults between two nodes and their PostgreSQL. */
export async function createPostgresFaults(options: {
  readonly databaseUrl: string;
  readonly nodes: readonly FaultNode[];
  /** What stands between each node and the database, in the same order. */
  readonly proxies: readonly DatabaseProxy[];
  readonly random: Random;
}): Promise<PostgresFaults> {
  const { nodes, proxies, random } = options;
  const administrator = new pg.Client(options.databaseUrl);
  await administrator.connect();

  /** Ends connections of the nodes, each with this probability. */
  const terminate = (which: string, probability: number) =>
    administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'licet' and ${which} and random() < $1`,
      [probability],
    );

  let cutOff: Promise<void> = Promise.resolve();
  /** One node at a time: the other goes on writing what this one does not hear. */
  const cutOffOne = (how: (proxy: DatabaseProxy) => Promise<void> | void) => {
    cutOff = cutOff.then(async () => {
      const proxy = random.pick(proxies);
      await how(proxy);
      await delay(random.between(1_000, 4_000));
      await proxy.open();
    });
    return cutOff;
  };

  return {
    faults: [
      {
        name: "connections that listen ended",
        everyMilliseconds: [100, 500],
        inject: () => terminate(LISTENING, 0.7),
      },
      {
        name: "connections of the pools ended",
        everyMilliseconds: [1_500, 4_000],
        inject: () => terminate(`not (${LISTENING})`, 0.5),
      },
      {
        name: "a node cut off, connections refused",
        everyMilliseconds: [1_000, 5_000],
        inject: () => cutOffOne((proxy) => proxy.shut()),
      },
      {
        name: "a node cut off, nothing passes",
        everyMilliseconds: [2_000, 8_000],
        inject: () => cutOffOne((proxy) => proxy.freeze()),
      },
      {
        name: "a node standing still",
        everyMilliseconds: [2_000, 6_000],
        inject: () => random.pick(nodes).pause(random.between(500, 3_500)),
      },
    ],
    close: () => administrator.end(),
  };
}
