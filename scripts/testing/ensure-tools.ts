import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCi } from "../install/npm-ci.mjs";
import { root } from "./root.ts";

/**
 * Installs the tools of a folder of tests, once per lock file. They have their own folder, because they need another
 * TypeScript than Licet. Returns the folder of the packages.
 */
async function ensureTools(path: string, what: string): Promise<string> {
  const folder = join(root, path);
  const stampFile = join(folder, "node_modules/.installed-from");
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== lock) {
    await npmCi({ folder, need: `${what} (once, some seconds)` });
    writeFileSync(stampFile, lock);
  }
  return join(folder, "node_modules");
}

export const ensureOpenapiTools = (): Promise<string> =>
  ensureTools("tests/openapi", "what reads the OpenAPI document");

export const ensureMonitoringTools = (): Promise<string> =>
  ensureTools("tests/monitoring", "what reads PromQL");

export const ensurePackageTools = (): Promise<string> =>
  ensureTools("tests/packages", "what reads the packages that others install");

export const ensurePackageNodes = (): Promise<string> =>
  ensureTools("tests/packages/nodes", "the versions of Node that run the packages");

export const ensureDeployTools = (): Promise<string> =>
  ensureTools("tests/deploy", "what reads and runs the files of deploy/");
