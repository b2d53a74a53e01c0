import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TEST_SECRET } from "../../support/start-licet.ts";
import type { Failure, WriteResult } from "./history.ts";

const LICET = fileURLToPath(new URL("../../../packages/server/bin/licet.mjs", import.meta.url));

/** Runs the real `licet apply` on a file of this name; the change log then names the file. */
export async function licetApply(options: {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly fileName: string;
  readonly yaml: string;
}): Promise<WriteResult> {
  const file = join(options.folder, options.fileName);
  await writeFile(file, options.yaml);
  const env = {
    PATH: process.env.PATH,
    LICET_DATABASE_URL: options.databaseUrl,
    LICET_SECRET: TEST_SECRET,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [LICET, "apply", file, "--output", "json"],
      // The answer names every change.
      { env, maxBuffer: 64 * 1_024 * 1_024 },
      (error, stdout, stderr) => {
        if (!error) return resolve({ revision: (JSON.parse(stdout) as { revision: number }).revision });
        resolve({ failure: failureOf(error.code, stderr), message: `licet apply: ${stderr}` });
      },
    );
  });
}

function failureOf(exitCode: number | string | null | undefined, stderr: string): Failure {
  if (exitCode === 3) return "unavailable";
  return stderr.includes("the state has changed") ? "refused" : "unexpected";
}
