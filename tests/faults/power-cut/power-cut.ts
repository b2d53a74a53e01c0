import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import { observeRequests } from "../support/observed-requests.ts";
import { prepareStorefront } from "../support/prepared-storefront.ts";
import { compareFile, compareServer } from "./compare-ledger.ts";
import { mountLoopFileSystem } from "./loop-file-system.ts";
import { countWrites, startWrites, type WriteLedger } from "./write-ledger.ts";

/** Each round starts a server twice. */
const MOST_ROUNDS = 10;
const MOST_WARM_UP_MILLISECONDS = 60_000;
const LOAD_MILLISECONDS = [1_500, 4_000] as const;
const WITHOUT_WAITING = new URL("./synchronous-normal.ts", import.meta.url).href;

interface PowerCutOptions extends Pick<ExperimentOptions, "random" | "rounds"> {
  /** The control: commits do not wait for the disk. */
  readonly waitsForDisk?: boolean;
}

/** A server on a file system that loses everything that was not flushed, at a random moment under load. */
export async function runPowerCuts(options: PowerCutOptions): Promise<Measurement> {
  const { random, waitsForDisk = true } = options;
  const rounds = Math.min(options.rounds, MOST_ROUNDS);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using fileSystem = await mountLoopFileSystem();
  const file = join(fileSystem.path, "licet.db");
  const databaseUrl = `sqlite:${file}`;
  await prepareStorefront({ url: databaseUrl, drop: async () => {} });
  const start = () =>
    spawnLicet({
      databaseUrl,
      // The address stays the same, because it is the issuer of the tokens.
      arguments: ["--port", `${port}`, "--base-url", url],
      environment: waitsForDisk ? {} : { NODE_OPTIONS: `--import=${WITHOUT_WAITING}` },
    });

  const violations: string[] = [];
  let writes = 0;
  for (let round = 1; round <= rounds; round += 1) {
    let isCut = false;
    const requests = observeRequests({ mayBeCut: () => isCut });
    const running = await withServer(start, async () => {
      const started = startWrites(url, requests);
      await everyKindWritten(started.ledger);
      await delay(random.between(...LOAD_MILLISECONDS));
      isCut = true;
      await fileSystem.cutPower();
      return started;
    });
    // Only now: until the server was killed, nothing that came after the cut may be acknowledged either.
    await running.stop();
    const { ledger } = running;
    await fileSystem.restart();
    writes += countWrites(ledger);
    violations.push(...requests.violations(), ...compareFile(file, ledger));
    violations.push(...(await withServer(start, () => compareServer(url, ledger))));
  }
  return {
    load: `${writes.toLocaleString("en")} acknowledged writes of 5 callers in ${rounds} rounds`,
    faults: `${rounds} times the file system lost what was not flushed`,
    figure: `${violations.length} lost, damaged or accepted again`,
    bar: "0",
    violations,
  };
}

/** Kills the server after the work, also when the work fails: it would keep the file system in use. */
async function withServer<T>(start: () => Promise<LicetProcess>, work: () => Promise<T>): Promise<T> {
  const { child } = await start();
  try {
    return await work();
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

async function everyKindWritten(ledger: WriteLedger): Promise<void> {
  const endsAt = performance.now() + MOST_WARM_UP_MILLISECONDS;
  while (Object.values(ledger).some((values) => values.length === 0)) {
    if (performance.now() > endsAt)
      throw new Error(`not every kind of write is acknowledged: ${JSON.stringify(ledger)}`);
    await delay(50);
  }
}
