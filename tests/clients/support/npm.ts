import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import type { Workspace } from "../client.ts";
import { runProgram } from "./run-program.ts";
import { installOnce } from "./workspace.ts";

/** Installs exactly what the lock file of the folder says. */
export const installPackages = (workspace: Workspace): Promise<void> =>
  installOnce(workspace, ["package.json", "package-lock.json"], async () => {
    const [command = "npm", ...before] = npmCommand();
    const { folder } = workspace;
    await runProgram(command, [...before, "ci", "--include=dev", "--no-audit", "--no-fund"], { folder });
  });

export function describeVersion({ folder }: Workspace, name: string): string {
  const manifest = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
  return `${name} ${JSON.parse(manifest).version}`;
}
