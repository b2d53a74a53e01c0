import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase } from "../../support/databases.ts";
import { limitOpenFiles, spawnLicet } from "../../support/spawn-licet.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import type { Measurement } from "../fault-experiment.ts";
import { observeRequests } from "../support/observed-requests.ts";

const MAX_OPEN_FILES = 128;
const PROBES = 5;
const UNBOUNDED = fileURLToPath(new URL("../overload/server-main.ts", import.meta.url));

interface Target {
  readonly url: string;
  readonly output: () => string;
  stop(): Promise<unknown>;
}

/** Opens more connections than the process has descriptors for, leaves them idle, and asks whether the node lives. */
export async function runDescriptors({ connections = 500, bounded = true } = {}): Promise<Measurement> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase("sqlite"), ({ drop }) => drop());
  const target = await (bounded ? startBounded : startUnbounded)(database.url);
  started.defer(async () => void (await target.stop()));
  // The limit is one of each process.
  const workers = bounded ? countWorkers() : 1;
  const idle = await openIdle(target.url, workers * connections);
  started.defer(() => idle.forEach((socket) => void socket.destroy()));
  const observed = observeRequests();
  for (let probe = 0; probe < PROBES; probe += 1) {
    await observed.send("probe", `${target.url}/livez`, { headers: { connection: "close" } });
    await observed.send("probe", `${target.url}/readyz`, { headers: { connection: "close" } });
  }
  const { slowest, byStatus } = observed.summary();
  const lines = target.output().match(/limit of file descriptors/g)?.length ?? 0;
  return {
    load: `${connections} idle connections, ${2 * PROBES} probes over new ones`,
    faults: `a limit of ${MAX_OPEN_FILES} file descriptors`,
    figure: `${byStatus.get(200) ?? 0} probes answered, the slowest in ${slowest.toFixed(0)} ms; ${lines} log lines`,
    bar: "every probe is answered, one log line",
    violations: [
      ...observed.violations(),
      ...[...byStatus.keys()].flatMap((status) => (status === 503 ? ["a probe was answered with 503"] : [])),
      ...(lines === workers ? [] : [`${lines} log lines of ${workers} processes`]),
    ],
  };
}

const startBounded = (databaseUrl: string): Promise<Target> =>
  spawnLicet({ databaseUrl, maxOpenFiles: MAX_OPEN_FILES });

/** The same server without the bound. */
async function startUnbounded(databaseUrl: string): Promise<Target> {
  const command = [process.execPath, UNBOUNDED, databaseUrl, "true"];
  const [program = "", ...args] = limitOpenFiles(command, MAX_OPEN_FILES);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let output = "";
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Fewer at once than the process that accepts them for workers has descriptors for. */
const OPENED_AT_ONCE = 32;

async function openIdle(url: string, count: number): Promise<readonly Socket[]> {
  const port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    for (let opened = 0; opened < OPENED_AT_ONCE; opened += 1)
      sockets.push(connect(port, "127.0.0.1").on("error", () => undefined));
    await delay(50);
  }
  await delay(1_500);
  return sockets;
}
