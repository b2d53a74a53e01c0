import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readArchive } from "../../../packages/server/src/backup/archive/read-archive.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { createTestDatabase } from "../../support/databases.ts";
import type { Engine } from "../../support/engines.ts";
import { type CommandResult, runCommandProcess, startCommand } from "../../support/licet-command.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import { type LoadedLicet, startLoadedLicet } from "../ledger/loaded-licet.ts";
import { percentile } from "../support/percentile.ts";
import type { Random } from "../support/random.ts";

/** A backup that ended by itself, with the roles that were acknowledged before it began. */
interface CompleteBackup {
  readonly file: string;
  readonly milliseconds: number;
  readonly present: readonly string[];
}

/** A comparison with nothing would always hold. */
const FIRST_ROLES = 10;

/**
 * Backups again and again beside a server under load, some of them killed with SIGKILL. A file under the name of a backup
 * is complete; the last one, restored elsewhere, has every role that was acknowledged before it began, and a server
 * starts on it.
 */
export async function runKilledBackups(
  engine: Engine,
  { random, seconds }: Pick<ExperimentOptions, "random" | "seconds">,
): Promise<Measurement> {
  const [database, elsewhere] = [await createTestDatabase(engine), await createTestDatabase(engine)];
  const folder = await mkdtemp(join(tmpdir(), "licet-backups-"));
  try {
    await using licet = await startLoadedLicet({ databaseUrl: database.url, random });
    while (presentRoles(licet.load).length < FIRST_ROLES) await sleep(50);
    const { complete, killed, violations } = await backUpRepeatedly(database, licet, {
      folder,
      random,
      seconds,
    });
    const wrong = await licet.finish();
    const last = complete.at(-1);
    const lost = last ? await restoreAndCompare(elsewhere, last) : ["no backup was complete"];
    const times = complete.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const { slowest } = licet.requests.summary("write");
    return {
      load: licet.describeLoad(),
      faults: `${complete.length + killed} backups, ${killed} of them killed`,
      figure: `a backup took ${percentile(times, 0.5).toFixed(0)} ms (slowest ${(times.at(-1) ?? 0).toFixed(0)} ms), slowest write ${slowest.toFixed(0)} ms, ${last?.present.length ?? 0} roles acknowledged before the last one, ${lost.length} lost`,
      bar: "every request answered; no incomplete file under the name of a backup; nothing acknowledged is missing",
      violations: [...violations, ...wrong, ...lost],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await database.drop();
    await elsewhere.drop();
  }
}

async function backUpRepeatedly(
  database: { readonly url: string },
  { load }: LoadedLicet,
  options: { readonly folder: string; readonly random: Random; readonly seconds: number },
) {
  const { folder, random, seconds } = options;
  const complete: CompleteBackup[] = [];
  const violations: string[] = [];
  let killed = 0;
  const end = performance.now() + seconds * 1_000;
  for (let number = 1; performance.now() < end || complete.length === 0; number += 1) {
    const file = join(folder, `backup-${number}.tar`);
    const present = presentRoles(load);
    const startedAt = performance.now();
    const { child, result } = startCommand(database, ["backup", file]);
    // The first one is never killed, and tells how long one takes.
    const longest = complete[0]?.milliseconds;
    if (longest !== undefined && random.chance(0.5)) {
      await Promise.race([result, sleep(random.between(0, longest))]);
      child.kill("SIGKILL");
    }
    const { code, stderr } = await result;
    if (code === 0) complete.push({ file, milliseconds: performance.now() - startedAt, present });
    else if (code === null) killed += 1;
    else violations.push(`a backup failed: ${stderr}`);
    if (code === null && existsSync(file)) violations.push(...(await requireComplete(file)));
    if (code !== null) await Promise.all(complete.slice(0, -1).map((old) => rm(old.file, { force: true })));
  }
  return { complete, killed, violations };
}

/** Killed after it had published the file: then the file is a backup like any other. */
async function requireComplete(file: string): Promise<readonly string[]> {
  try {
    for await (const _ of readArchive(createReadStream(file))) {
      // Its end says whether everything was there.
    }
    return [];
  } catch (error) {
    return [`a killed backup left a file: ${(error as Error).message}`];
  }
}

/** A role that is being deleted may be either. */
const presentRoles = ({ ledger }: LoadedLicet["load"]): readonly string[] =>
  [...ledger.expectedRoles()].flatMap(([name, wanted]) => (wanted === "present" ? [name] : []));

async function restoreAndCompare(
  elsewhere: { readonly url: string },
  { file, present }: CompleteBackup,
): Promise<readonly string[]> {
  const restored: CommandResult = await runCommandProcess(elsewhere, ["restore", file]);
  if (restored.code !== 0) return [`the last backup could not be restored: ${restored.stderr}`];
  const rows = await runSql(elsewhere.url, "select id from roles");
  const log = await runSql(elsewhere.url, "select target from audit_events where type = 'role.deleted'");
  const found = new Set([...rows.map(({ id }) => id), ...log.map(({ target }) => nameOf(target))]);
  const server = await spawnLicet({ databaseUrl: elsewhere.url });
  await server.stop();
  return present.filter((name) => !found.has(name)).map((name) => `${name} was acknowledged, and is missing`);
}

const nameOf = (target: unknown): string => String(target).replace(/^role:/, "");
