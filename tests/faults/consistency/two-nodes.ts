import { createDatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { type ExperimentReport, type HistoryOptions, runExperiment } from "./experiment.ts";
import { startFaultNode } from "./fault-node.ts";
import { createPostgresFaults } from "./postgres-faults.ts";

/** The promise of a node about changes of other nodes: docs/guides/consistency.md. */
const BOUND_MILLISECONDS = 2_000;

/** Two servers on one PostgreSQL, with frequent faults of their connections to it. */
export async function runTwoNodes(options: HistoryOptions): Promise<ExperimentReport> {
  const database = await createTestDatabase("postgres");
  const proxies = [await createDatabaseProxy(database), await createDatabaseProxy(database)];
  const nodes = await Promise.all(
    proxies.map(({ url }, index) => startFaultNode(`node ${index + 1}`, { databaseUrl: url, as: "server" })),
  );
  const { faults, close } = await createPostgresFaults({
    databaseUrl: database.url,
    nodes,
    proxies,
    random: options.random,
  });
  try {
    return await runExperiment({
      ...options,
      databaseUrl: database.url,
      nodes,
      faults,
      writeShare: 0.15,
      boundMilliseconds: BOUND_MILLISECONDS,
    });
  } finally {
    await close();
    await Promise.all(nodes.map((node) => node.kill()));
    for (const proxy of proxies) await proxy.shut();
    await database.drop();
  }
}
