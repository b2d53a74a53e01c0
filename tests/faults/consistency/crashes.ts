import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { type ExperimentReport, type HistoryOptions, runExperiment } from "./experiment.ts";
import { startFaultNode } from "./fault-node.ts";

/** How old an answer of another node may be: docs/guides/consistency.md. */
const BOUND_MILLISECONDS = { sqlite: 0, postgres: 2_000 } as const;

/** Two processes that write as much as they can; again and again one is killed in the middle of it. */
export async function runCrashes(engine: TestEngine, options: HistoryOptions): Promise<ExperimentReport> {
  const database = await createTestDatabase(engine);
  const databaseUrl = database.url;
  const second = engine === "sqlite" ? "command" : "server";
  const nodes = [
    await startFaultNode("the first process", { databaseUrl, as: "server" }),
    await startFaultNode("the second process", { databaseUrl, as: second }),
  ];
  try {
    return await runExperiment({
      ...options,
      databaseUrl,
      nodes,
      faults: [
        {
          name: "kill -9 of a process",
          everyMilliseconds: [300, 1_500],
          inject: () => options.random.pick(nodes).crash(),
        },
      ],
      writeShare: 0.9,
      boundMilliseconds: BOUND_MILLISECONDS[engine],
    });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await database.drop();
  }
}
