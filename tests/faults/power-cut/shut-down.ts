import { setTimeout as delay } from "node:timers/promises";
import { spawnLicet } from "../../support/spawn-licet.ts";
import { postForm } from "../../support/start-licet.ts";
import type { Measurement } from "../fault-experiment.ts";
import { mountLoopFileSystem } from "./loop-file-system.ts";

/** The file system below a server shuts down, and is mounted again. */
export async function runShutDown(counts: readonly number[]): Promise<Measurement> {
  const violations: string[] = [];
  for (const workers of counts) violations.push(...(await findViolations(workers)));
  return {
    load: `10 requests to a server with ${counts.join(" and ")} workers`,
    faults: "the file system shut down (`xfs_io -x -c shutdown`), and mounted again",
    figure: `${violations.length} answers or lines that say something else`,
    bar: "503, a log that names the file system and calls nothing damaged, ready after the mount",
    violations,
  };
}

async function findViolations(workers: number): Promise<readonly string[]> {
  await using fileSystem = await mountLoopFileSystem();
  const databaseUrl = `sqlite:${fileSystem.path}/licet.db`;
  const licet = await spawnLicet({ databaseUrl, workers, environment: { LICET_LOG_LEVEL: "warn" } });
  const violations: string[] = [];
  try {
    await fileSystem.cutPower();
    for (let turn = 0; turn < 10; turn += 1) {
      const form = { grant_type: "client_credentials", client_id: `nobody-${turn}`, client_secret: "none" };
      const { status } = await postForm(`${licet.url}/oidc/token`, form);
      if (status !== 503) violations.push(`a token request was answered with ${status}`);
    }
    // The jobs of the server write their lines within a second.
    await delay(2_000);
    const { status } = await fetch(`${licet.url}/readyz`);
    if (status !== 503) violations.push(`/readyz was answered with ${status}`);
  } finally {
    await licet.stop();
  }
  const output = licet.output();
  if (!/the file system of \S+licet\.db does not answer \(EIO\)/.test(output))
    violations.push("nothing says that the file system has shut down");
  if (/database file is damaged|\.recover/.test(output)) violations.push("the database is called damaged");
  await fileSystem.restart();
  const again = await spawnLicet({ databaseUrl, workers });
  if ((await fetch(`${again.url}/readyz`)).status !== 200) violations.push("it is not ready after the mount");
  await again.stop();
  return violations;
}
