import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface InstalledLicet {
  readonly url: string;
  /** From the start of the process to the first 200 of `/readyz`. */
  readonly readyMilliseconds: number;
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits until the standard output matches; the caller limits the time. */
  printed(pattern: RegExp): Promise<void>;
  /** Asks it to stop, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** The environment in which `licet` runs on this Node: npm's link to it starts the first Node in PATH. */
export const environmentOf = (node: string): Record<string, string> => ({
  PATH: [dirname(node), "/usr/bin", "/bin"].join(delimiter),
});

/** Starts the `licet` that is installed in a folder, as a user does who types its name in another folder. */
export async function startInstalled(options: {
  readonly install: string;
  readonly node: string;
  readonly cwd: string;
  readonly port: number;
  readonly arguments?: readonly string[];
}): Promise<InstalledLicet> {
  mkdirSync(options.cwd, { recursive: true });
  const startedAt = performance.now();
  const child = spawn(join(options.install, "node_modules/.bin/licet"), options.arguments ?? [], {
    cwd: options.cwd,
    env: { ...environmentOf(options.node), LICET_PORT: String(options.port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const url = `http://127.0.0.1:${options.port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    return child.exitCode;
  };
  try {
    await untilReady(url, () => child.exitCode !== null || child.signalCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`licet did not become ready: ${stdout()}${stderr()}`, { cause: error });
  }
  const readyMilliseconds = performance.now() - startedAt;
  const printed = async (pattern: RegExp) => {
    while (!pattern.test(stdout())) await delay(20);
  };
  return { url, readyMilliseconds, child, stdout, stderr, printed, stop };
}

const LONGEST_START_MILLISECONDS = 60_000;

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MILLISECONDS;
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error("the process ended");
    if (performance.now() > deadline) throw new Error("it took too long");
    await delay(20);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { headers: { connection: "close" } }).then(
    ({ status }) => status === 200,
    () => false,
  );

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** The memory that a process holds; undefined where the system does not say it in this file. */
export function readMemoryBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}
