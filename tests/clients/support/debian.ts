import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "../../../scripts/testing/ask.ts";
import { decideInstall, type Surroundings } from "../../../scripts/testing/decide-install.ts";
import { isProgram } from "../../../scripts/testing/find-chromium.ts";
import { MissingTool, type Workspace } from "../client.ts";
import { runProgram } from "./run-program.ts";

/** Debian's own Python: the one that sees Debian's packages. */
export const DEBIAN_PYTHON = "/usr/bin/python3";
export const isDebian = (): boolean => isProgram("/usr/bin/apt-get");

/** Installs the packages of `debian-packages.txt` where we may: a person at the terminal is asked first. */
export async function ensureDebianPackages(
  { folder, say }: Workspace,
  surroundings: Surroundings = findSurroundings(),
): Promise<void> {
  const packages = readFileSync(join(folder, "debian-packages.txt"), "utf8").split("\n").filter(Boolean);
  const missing = packages.filter((name) => findVersion(name) === undefined);
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(" ")}`;
  const decision = decideInstall(surroundings);
  // Interrupting the question ends the run.
  const isMeant = decision === "ask" && (await ask(`${command}?`, new AbortController().signal));
  if (decision !== "install" && !isMeant)
    throw new MissingTool(`packages of Debian are missing; as root: ${command}`);
  say(`installing ${missing.join(", ")} from Debian`);
  const options = { folder, env: { DEBIAN_FRONTEND: "noninteractive" } };
  await runProgram("apt-get", ["-qq", "update"], options);
  await runProgram("apt-get", ["-qq", "install", "--yes", "--no-install-recommends", ...missing], options);
}

const findSurroundings = (): Surroundings => ({
  mayInstall: isDebian() && process.getuid?.() === 0,
  hasTerminal: process.stdin.isTTY === true,
  ci: process.env.CI,
});

/** `1.2.0-1+deb12u2`; undefined when it is not installed. */
export function findVersion(name: string): string | undefined {
  const { status, stdout } = spawnSync("dpkg", ["--status", name], { encoding: "utf8" });
  const isInstalled = status === 0 && /^Status: install ok installed$/m.test(stdout);
  return isInstalled ? /^Version: (.+)$/m.exec(stdout)?.[1] : undefined;
}
