import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPackages } from "../../../scripts/builds/ensure-built.ts";
import { CONSOLE } from "../../../scripts/console/ensure-console-built.ts";
import { DOCS } from "../../../scripts/docs/ensure-docs-built.ts";
import { root } from "../../../scripts/testing/root.ts";

const PACKAGE = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/**
 * The packages whose code is in the installed `licet`, with their versions: the source maps of the server name them,
 * and the bundlers of the console and of the documentation have noted theirs. The helpers of the bundler are in every bundle, without a map.
 */
export function readShippedPackages(installed: string): readonly string[] {
  const sources = globSync("lib/*.map", { cwd: installed }).flatMap(
    (path) => JSON.parse(readFileSync(join(installed, path), "utf8")).sources as readonly string[],
  );
  const folders = sources.flatMap((source) => PACKAGE.exec(source)?.[1] ?? []);
  const all = new Set([...folders, ...readPackages(CONSOLE), ...readPackages(DOCS), "node_modules/rolldown"]);
  return Array.from(all, (folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return `${name} ${version}`;
  }).sort();
}
