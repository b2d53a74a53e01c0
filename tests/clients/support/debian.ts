import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MissingTool, type Workspace } from "../client.ts";
import { isProgram, runProgram } from "./run-program.ts";

/** Debian's own Python: the one that sees Debian's packages. */
export const DEBIAN_PYTHON = "/usr/bin/python3";

/** Installs the packages of `debian-packages.txt` as root; otherwise says what to install. */
export async function ensureDebianPackages(
  { folder, say }: Workspace,
  isRoot = process.getuid?.() === 0,
): Promise<void> {
  const packages = readPackages(folder);
  const missing = packages.filter((name) => findVersion(name) === undefined);
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(" ")}`;
  if (!isProgram("/usr/bin/apt-get"))
    throw new MissingTool(`these packages of Debian are needed: ${missing.join(", ")}`);
  if (!isRoot) throw new MissingTool(`${missing.join(", ")} missing; install as root: ${command}`);
  say(`installing ${missing.join(", ")} from Debian`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runProgram("apt-get", ["-qq", "update"], { folder, env });
  await runProgram("apt-get", ["-qq", "install", "--yes", "--no-install-recommends", ...missing], {
    folder,
    env,
  });
}

const readPackages = (folder: string): readonly string[] =>
  readFileSync(join(folder, "debian-packages.txt"), "utf8").split("\n").filter(Boolean);

/** `1.2.0-1+deb12u2`; undefined when it is not installed. */
export function findVersion(name: string): string | undefined {
  const { status, stdout } = spawnSync("dpkg", ["--status", name], { encoding: "utf8" });
  const isInstalled = status === 0 && /^Status: install ok installed$/m.test(stdout);
  return isInstalled ? /^Version: (.+)$/m.exec(stdout)?.[1] : undefined;
}
