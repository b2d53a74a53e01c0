import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { TEST_SECRET } from "./start-licet.ts";
import { countWorkers } from "./workers/count-workers.ts";

export const MAIN = fileURLToPath(new URL("../../packages/server/bin/licet.mjs", import.meta.url));

export interface LicetProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** Asks it to stop and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Licet as a process of its own, as an operator would run it. Resolves when it is ready. */
export async function spawnLicet(options: {
  readonly databaseUrl: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The script that runs the command line; Licet's own unless another is given. */
  readonly main?: string;
  /** The limit of file descriptors of its process. */
  readonly maxOpenFiles?: number;
  /** The reason of a test about one process: this server has one worker, also in `npm run test:workers`. */
  readonly oneWorker?: string;
  /** For a test about workers, which has this many in every run. */
  readonly workers?: number;
}): Promise<LicetProcess> {
  // Chosen here: with a base URL among the arguments, the output says that one, which all nodes share.
  const port = await freePort();
  const script = options.main ?? MAIN;
  const workers = options.workers ?? countWorkers(options.oneWorker);
  // Without the option there would be one for each core. A version from before it is one process.
  const withWorkers = script === MAIN ? ["--workers", `${workers}`] : [];
  const command = [
    process.execPath,
    script,
    "serve",
    "--port",
    `${port}`,
    ...withWorkers,
    ...(options.arguments ?? []),
  ];
  const [program = "", ...args] = limitOpenFiles(command, options.maxOpenFiles);
  const child = spawn(program, args, {
    // Nothing of this process's own settings: Licet refuses variables that it does not know.
    env: {
      PATH: process.env.PATH,
      LICET_DATABASE_URL: options.databaseUrl,
      LICET_SECRET: TEST_SECRET,
      // No balancer is in front of most servers. A version from before the setting would refuse it.
      ...(script === MAIN && { LICET_SHUTDOWN_DELAY_MILLISECONDS: "0" }),
      ...options.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const started = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (/Address\s+http/.test(output)) resolve();
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("exit", (code) => reject(new Error(`licet ended with ${code}: ${output}`)));
  });
  await started;
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

/** The same command with a limit of file descriptors, which only a shell can set before it starts. */
export const limitOpenFiles = (command: readonly string[], most: number | undefined): readonly string[] =>
  most === undefined ? command : ["sh", "-c", `ulimit -n ${most}; exec "$@"`, "sh", ...command];
