import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import { createTestDatabase } from "../../support/databases.ts";
import type { Engine } from "../../support/engines.ts";
import { runCommandProcess, startCommand } from "../../support/licet-command.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";

type Address = { readonly url: string };

/** The users of a database, each of one of two installations. */
export interface Users {
  readonly old: number;
  readonly restored: number;
}

/**
 * A restore in the place of a database, killed with SIGKILL at a random moment, again and again. The database is the old
 * one or the restored one, whole and usable.
 */
export async function runKilledRestores(
  engine: Engine,
  {
    random,
    rounds,
    users = 1_000,
  }: Pick<ExperimentOptions, "random" | "rounds"> & { readonly users?: number },
): Promise<Measurement> {
  const [target, source] = [await createTestDatabase(engine), await createTestDatabase(engine)];
  const folder = await mkdtemp(join(tmpdir(), "licet-restores-"));
  const backups = { old: join(folder, "old.tar"), restored: join(folder, "restored.tar") };
  const counts = { old: 0, restored: 0 };
  const violations: string[] = [];
  const replace = (file: string) => startCommand(target, ["restore", file, "--force"]);
  const mustReplace = async (file: string) => requireDone(await replace(file).result);
  try {
    await fill(target, "old", users, folder);
    await fill(source, "restored", users, folder);
    requireDone(await runCommandProcess(target, ["backup", backups.old]));
    requireDone(await runCommandProcess(source, ["backup", backups.restored]));
    const startedAt = performance.now();
    await mustReplace(backups.old);
    const longest = performance.now() - startedAt;
    for (let round = 0; round < rounds; round += 1) {
      const { child, result } = replace(backups.restored);
      await Promise.race([result, sleep(random.between(0.2, 1.05) * longest)]);
      child.kill("SIGKILL");
      await result;
      if (engine === "postgres") await untilAlone(target);
      const found = await readUsers(target);
      const wrong = judge(found, users);
      if (wrong !== undefined) violations.push(`round ${round}: ${wrong}`);
      counts[found.restored > 0 ? "restored" : "old"] += 1;
      if (found.old !== users) await mustReplace(backups.old);
    }
    return {
      load: `${users.toLocaleString("en")} users in each of two databases`,
      faults: `${rounds} restores killed within ${longest.toFixed(0)} ms`,
      figure: `${counts.old} times the old database, ${counts.restored} times the restored one, ${violations.length} times neither`,
      bar: "the old one or the restored one, whole; the next restore works",
      violations,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await target.drop();
    await source.drop();
  }
}

/** What is wrong with a database that should be one of two; undefined when nothing is. */
export function judge({ old, restored }: Users, users: number): string | undefined {
  const isOne = (old === users && restored === 0) || (old === 0 && restored === users);
  return isOne ? undefined : `${old} users of the old database and ${restored} of the restored one`;
}

async function fill(database: Address, prefix: string, users: number, folder: string): Promise<void> {
  const file = join(folder, `${prefix}.yaml`);
  const lines = Array.from({ length: users }, (_, index) => `  - { username: ${prefix}-${index} }`);
  await writeFile(file, ["users:", ...lines, ""].join("\n"));
  requireDone(await runCommandProcess(database, ["apply", file, "--output", "json"]));
}

function requireDone({ code, stderr }: { readonly code: number | null; readonly stderr: string }): void {
  if (code !== 0) throw new Error(`a command ended with ${code}: ${stderr}`);
}

/** Opened as a server does, which also reads the change log and the revision. */
async function readUsers({ url }: Address): Promise<Users> {
  const storage = await openStorage({ databaseUrl: url, clock: systemClock, hashName: testHashName });
  await storage.state.revision().finally(() => storage.close());
  const rows = await runSql(url, "select username from users");
  const count = (prefix: string) => rows.filter(({ username }) => String(username).startsWith(prefix)).length;
  if (url.startsWith("sqlite:")) {
    const [checked] = await runSql(url, "select integrity_check as said from pragma_integrity_check");
    if (checked?.said !== "ok") return { old: -1, restored: -1 };
  }
  return { old: count("old-"), restored: count("restored-") };
}

/** PostgreSQL may still run what it was sent before its client was killed. */
async function untilAlone({ url }: Address): Promise<void> {
  const sessions =
    "select pid from pg_stat_activity where application_name = 'licet' and datname = current_database()";
  const giveUpAt = performance.now() + 30_000;
  while ((await runSql(url, sessions)).length > 0) {
    if (performance.now() > giveUpAt) throw new Error("a session of a killed restore does not end");
    await sleep(50);
  }
}
