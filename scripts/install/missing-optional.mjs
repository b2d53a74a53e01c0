import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUNNING } from "./extents.mjs";

/**
 * Whether a package for this platform is missing in a folder. npm leaves out an optional package that it cannot fetch,
 * and does not say so.
 */
export function lacksOptional(folder, extent) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.entries(packages).some(
    ([place, entry]) =>
      entry.optional &&
      entry.os !== undefined &&
      isForThisMachine(entry) &&
      !(extent === RUNNING && entry.dev) &&
      !existsSync(join(folder, place, "package.json")),
  );
}

/** Packages for musl do not count: the pinned Node needs glibc. */
const isForThisMachine = ({ os, cpu, libc = ["glibc"] }) =>
  [os].flat().includes(process.platform) &&
  [cpu ?? process.arch].flat().includes(process.arch) &&
  [libc].flat().includes("glibc");
