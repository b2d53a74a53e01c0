import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TEST_SECRET } from "./start-licet.ts";

const MAIN = fileURLToPath(new URL("../../packages/server/bin/licet.mjs", import.meta.url));

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
  /** The limit of file descriptors of its process. */
  readonly maxOpenFiles?: number;
}): Promise<LicetProcess> {
  const command = [process.execPath, MAIN, "serve", "--port", "0", ...(options.arguments ?? [])];
  const [program = "", ...args] = limitOpenFiles(command, options.maxOpenFiles);
  const child = spawn(program, args, {
    // Nothing of this process's own settings: Licet refuses variables that it does not know.
    env: {
      PATH: process.env.PATH,
      LICET_DATABASE_URL: options.databaseUrl,
      LICET_SECRET: TEST_SECRET,
      ...options.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /Address\s+(http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("exit", (code) => reject(new Error(`licet ended with ${code}: ${output}`)));
  });
  const url = await address;
  return {
    child,
    url,
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
