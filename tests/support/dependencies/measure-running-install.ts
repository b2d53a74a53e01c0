import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const BLOCK = 4096;

/**
 * Measures the packages that are installed without development dependencies, as `du -m` does on a usual disk: a file
 * takes whole blocks of 4 KiB, and a folder takes one.
 */
export function measureRunningInstall(
  root: string,
  isExempt: (name: string) => boolean,
): { readonly megabytes: number; readonly packages: number } {
  const lock = JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  const places = Object.entries(lock.packages)
    .filter(([place, { dev, link }]) => !(dev || link) && !isExempt(place.replace(/^.*node_modules\//, "")))
    // The packages of workspaces are links, and their sources are no part of an install.
    .filter(([place]) => place.startsWith("node_modules/"));
  const blocks = places.reduce((sum, [place]) => sum + countBlocks(join(root, place)), 0);
  return { megabytes: Math.ceil((blocks * BLOCK) / 1024 / 1024), packages: places.length };
}

function countBlocks(folder: string): number {
  // Packages inside of a package have places of their own.
  const entries = globSync("**", { cwd: folder, exclude: (name) => name === "node_modules" });
  return entries.reduce((sum, entry) => {
    const stats = statSync(join(folder, entry));
    return sum + (stats.isFile() ? Math.ceil(stats.size / BLOCK) : 1);
  }, 0);
}
