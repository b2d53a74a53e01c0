import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import { buildPackages } from "../../../scripts/packages/build-packages.ts";

const run = promisify(execFile);
const [command = "npm", ...before] = npmCommand();

/** No scripts: nothing that is installed here needs one. */
export const npm = (folder: string, ...args: readonly string[]) =>
  run(command, [...before, ...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
  });

export interface PackedPackages {
  readonly engine: string;
  readonly sdk: string;
}

/** Builds and packs what others install. The folder has to be in the repository: the compiler looks for types above it. */
export async function packPackages(folder: string): Promise<PackedPackages> {
  const { engine, sdk } = await buildPackages((name) => join(folder, name));
  const { stdout } = await npm(folder, "pack", engine.target, sdk.target);
  const [packedEngine = "", packedSdk = ""] = stdout.trim().split("\n");
  return { engine: join(folder, packedEngine), sdk: join(folder, packedSdk) };
}
