import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { DatabaseGate } from "../support/database-gate.ts";
import type { Fault } from "./fault.ts";
import type { FaultNode } from "./fault-node.ts";
import type { Random } from "./random.ts";

const LISTENING = "query ilike 'listen %'";

export interface PostgresFaults {
  readonly faults: readonly Fault[];
  close(): Promise<void>;
}

/** The faults between two nodes and their PostgreSQL. */
export async function createPostgresFaults(options: {
  readonly databaseUrl: string;
  readonly nodes: readonly FaultNode[];
  /** The gate of each node to the database, in the same order. */
  readonly gates: readonly DatabaseGate[];
  readonly random: Random;
}): Promise<PostgresFaults> {
  const { nodes, gates, random } = options;
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
  const cutOffOne = (how: (gate: DatabaseGate) => Promise<void> | void) => {
    cutOff = cutOff.then(async () => {
      const gate = random.pick(gates);
      await how(gate);
      await delay(random.between(1_000, 4_000));
      await gate.open();
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
        inject: () => cutOffOne((gate) => gate.shut()),
      },
      {
        name: "a node cut off, nothing passes",
        everyMilliseconds: [2_000, 8_000],
        inject: () => cutOffOne((gate) => gate.freeze()),
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
