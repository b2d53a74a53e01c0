import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../support/fault.ts";
import type { Random } from "../support/random.ts";
import type { FaultNode } from "./fault-node.ts";

/** The faults of processes that share one SQLite file. */
export function createSqliteFaults(options: {
  readonly databaseUrl: string;
  readonly nodes: readonly FaultNode[];
  readonly random: Random;
}): readonly Fault[] {
  const { nodes, random } = options;
  const file = options.databaseUrl.slice("sqlite:".length);
  return [
    {
      name: "the write lock held by somebody else",
      everyMilliseconds: [1_000, 4_000],
      inject: () => holdWriteLock(file, random.between(100, 1_500)),
    },
    {
      name: "a process standing still",
      everyMilliseconds: [1_500, 5_000],
      inject: () => random.pick(nodes).pause(random.between(100, 1_500)),
    },
  ];
}

async function holdWriteLock(file: string, milliseconds: number): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin immediate");
    await delay(milliseconds);
    database.exec("rollback");
  } catch (error) {
    // Another process has the lock; it blocks the nodes as well.
    if (!String(error).includes("locked")) throw error;
  } finally {
    database.close();
  }
}
