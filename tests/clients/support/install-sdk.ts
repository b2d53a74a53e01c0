import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import { type PackedLibraries, packLibraries } from "../../../scripts/packages/pack-packages.ts";
import { root } from "../../../scripts/testing/root.ts";
import type { Workspace } from "../client.ts";
import { describeVersion } from "./npm.ts";
import { runProgram } from "./run-program.ts";

let packed: Promise<PackedLibraries> | undefined;

/** Installs the SDK of this tree as others get it: built, packed, with its dependencies from the registry. */
export async function installSdk(workspace: Workspace): Promise<string> {
  const folder = join(root, ".cache/clients/packed-sdk");
  mkdirSync(folder, { recursive: true });
  packed ??= packLibraries(folder);
  const { engine, sdk } = await packed;
  const [command = "npm", ...before] = npmCommand();
  const options = ["--no-save", "--no-audit", "--no-fund"];
  await runProgram(command, [...before, "install", ...options, engine.path, sdk.path], {
    folder: workspace.folder,
  });
  return describeVersion(workspace, "@licet/sdk");
}
