import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getOnce } from "./loads/get-once.ts";
import { readProcessUsage } from "./process-usage.ts";

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** From the spawn to the first 200 of `readyPath`. */
  readonly startMilliseconds: number;
  stop(): Promise<void>;
}

export interface ServerCommand {
  /** The Node of this process by default. */
  readonly program?: string;
  readonly args: readonly string[] | ((port: number) => readonly string[]);
  readonly env: (port: number) => Readonly<Record<string, string>>;
  readonly readyPath: string;
  /** 60 by default. */
  readonly startLimitSeconds?: number;
}

const STOP_LIMIT_MILLISECONDS = 10_000;
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) killTree(child);
});

/** Starts a server. Its environment has only what the command names. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const port = await findFreePort();
  const program = command.program ?? process.execPath;
  const args = typeof command.args === "function" ? command.args(port) : command.args;
  const startedAt = performance.now();
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...command.env(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));

  let output = "";
  const keepOutput = (text: Buffer): void => {
    output = (output + text).slice(-2000);
  };
  child.stdout.on("data", keepOutput);
  child.stderr.on("data", keepOutput);

  const url = `http://127.0.0.1:${port}${command.readyPath}`;
  const { startLimitSeconds = 60 } = command;
  const startMilliseconds = await waitUntilReady(child, url, startedAt, startLimitSeconds).catch(
    (error: unknown) => {
      killTree(child);
      throw new Error(`${[program, ...args].join(" ")} did not start. It printed:\n${output}`, {
        cause: error,
      });
    },
  );
  return { pid: child.pid as number, port, startMilliseconds, stop: () => stop(child) };
}

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  startedAt: number,
  limitSeconds: number,
): Promise<number> {
  for (;;) {
    const answer = await getOnce(url).catch(() => undefined);
    const elapsed = performance.now() - startedAt;
    if (answer?.status === 200) return elapsed;
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    if (elapsed > limitSeconds * 1_000) throw new Error(`${url} did not answer 200 in ${limitSeconds} s`);
    // The row `start` counts milliseconds. Whatever takes longer than Licet does not need that.
    await sleep(elapsed < 10_000 ? 5 : 100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => killTree(child), STOP_LIMIT_MILLISECONDS);
  await exited;
  clearTimeout(killTimer);
}

/** The process and all that it started, since some would go on without it. */
function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  for (const { pid } of readProcessUsage(child.pid).processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
