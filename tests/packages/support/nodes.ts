import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The variable of `npm run test:packages`; without it, the Node that Licet pins. */
export const NODES_VARIABLE = "LICET_TEST_NODES";

export interface TestedNode {
  readonly path: string;
  readonly version: string;
}

/** The programs on which the packed `licet` is tried. */
export const readTestedNodes = (): readonly TestedNode[] =>
  (process.env[NODES_VARIABLE] ?? process.execPath).split(delimiter).map((path) => ({
    path,
    version: readNodeVersion(path),
  }));

export const readNodeVersion = (path: string): string =>
  execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);

/** The versions of Node 24 in the folder of the packages: the oldest that is supported, where npm has it, and the LTS. */
export function findInstalledNodes(packages: string): readonly string[] {
  const machine = `${process.platform}-${process.arch}`;
  const found = ["24.7", "24.21"]
    .map((version) => join(packages, `node-${version}-${machine}`, "bin/node"))
    .filter((path) => existsSync(path));
  if (found.length === 0)
    throw new Error(
      `npm has no Node 24 for this machine (${machine}): name one, as in npm run test:packages -- /usr/bin/node`,
    );
  return found;
}
