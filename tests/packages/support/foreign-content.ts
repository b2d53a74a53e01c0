import { readFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join, posix } from "node:path";
import { root } from "../../../scripts/testing/root.ts";

/** Names of files that are not for users of a package. */
const FOREIGN_NAME =
  /(^|\/)\.|\.test\.|(^|\/)(testing|contract|tests?|node_modules)\/|\.(pem|key|db|log|tsbuildinfo)$/;

/** The projects that `licet init` writes have tests of their own, and the container is built from two files alone. */
const EXPECTED_NAME =
  /^templates\/common\/test\/api\.test\.mjs$|^deploy\/container\/\.(?:container|docker)ignore$/;

/** Finds what must not be in a package: files for developers, and paths of the machine that built it. */
export function findForeignContent(folder: string, files: readonly string[]): readonly string[] {
  const home = homedir();
  const traces = [
    root.replace(/\/$/, ""),
    home.length > 1 ? `${home}/` : undefined,
    `/home/${userInfo().username}`,
  ];
  return files.flatMap((path) => {
    if (FOREIGN_NAME.test(path) && !EXPECTED_NAME.test(path)) return [path];
    const text = readFileSync(join(folder, path), "utf8");
    const found = traces.find((trace) => trace !== undefined && text.includes(trace));
    if (found !== undefined) return [`${path} contains ${found}`];
    return path.endsWith(".map")
      ? findForeignSources(path, text).map((source) => `${path} names ${source}`)
      : [];
  });
}

/** The sources of a map that lead out of the package. */
function findForeignSources(path: string, map: string): readonly string[] {
  const { sources, sourceRoot = "" } = JSON.parse(map) as { sources: readonly string[]; sourceRoot?: string };
  const isForeign = (source: string) =>
    /^\w+:|^\//.test(source) || posix.join(posix.dirname(path), source).startsWith("..");
  return sources.filter((source) => isForeign(sourceRoot + source));
}
