import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import type { Assignment } from "@licet/engine/internal/entities.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { type ExperimentReport, type HistoryOptions, runExperiment } from "./experiment.ts";
import { startFaultNode } from "./fault-node.ts";
import { licetApply } from "./licet-apply.ts";
import { createSqliteFaults } from "./sqlite-faults.ts";
import type { Workload } from "./workload.ts";

/** SQLite tells at once: there is no moment in which a process may know less than the file. */
const BOUND_MILLISECONDS = 0;
const PAUSE_BETWEEN_APPLIES_MILLISECONDS = 2_000;

/** A server on a SQLite file, a process beside it that writes as commands do, and `licet apply` now and then. */
export async function runServerAndCommands(options: HistoryOptions): Promise<ExperimentReport> {
  const database = await createTestDatabase("sqlite");
  const folder = await mkdtemp(join(tmpdir(), "licet-apply-"));
  const databaseUrl = database.url;
  const nodes = [
    await startFaultNode("the server", { databaseUrl, as: "server" }),
    await startFaultNode("the command", { databaseUrl, as: "command" }),
  ];
  try {
    return await runExperiment({
      ...options,
      databaseUrl,
      nodes,
      faults: createSqliteFaults({ databaseUrl, nodes, random: options.random }),
      writeShare: 0.15,
      boundMilliseconds: BOUND_MILLISECONDS,
      beside: (workload) => applyAgainAndAgain(workload, databaseUrl, folder),
    });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function applyAgainAndAgain(workload: Workload, databaseUrl: string, folder: string): Promise<void> {
  for (let turn = 1; workload.running; turn += 1) {
    // Never twice the same, so that every file changes something.
    const described = {
      principal: "application:machine-a",
      permission: "orders:read",
      at: `orders/applied-${turn}`,
    } as const;
    const value: Assignment = { id: assignmentId(described), ...described };
    const fileName = `applied-${turn}.yaml`;
    const startedAt = performance.now();
    const yaml = `assignments: [${JSON.stringify(described)}]`;
    // Applying plans against one revision; between hundreds of writes a second it would give up.
    const result = await workload.withoutWrites(() => licetApply({ databaseUrl, folder, fileName, yaml }));
    workload.history.writes.push({
      actor: `file:${fileName}`,
      node: "licet apply",
      changes: [{ op: "put", kind: "assignment", value }],
      startedAt,
      endedAt: performance.now(),
      result,
    });
    await delay(PAUSE_BETWEEN_APPLIES_MILLISECONDS);
  }
}
