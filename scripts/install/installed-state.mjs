import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVERYTHING, RUNNING } from "./extents.mjs";
import { pinnedNode, root } from "./places.mjs";

// The file is inside node_modules, so that removing the install removes its record, too.
const stamp = join(root, "node_modules/.licet-install");

const machine = `${process.platform}-${process.arch}`;

/** Returns the extent of the install of this lock file; undefined if it must be made. */
export function findInstalled() {
  if (!existsSync(pinnedNode)) return undefined;
  const { lockHash, installedOn = machine, extent } = readStamp();
  // An install of another platform does not count.
  if (installedOn !== machine) return undefined;
  if (lockHash === hashOfLockFile()) return extent;
  const byHand = [EVERYTHING, RUNNING].find(npmInstalled);
  if (byHand !== undefined) rememberInstall(byHand);
  return byHand;
}

/** Whether the last install, perhaps of another lock file, had everything: the next one must not have less. */
export const hadEverything = () => readStamp().extent === EVERYTHING;

export const rememberInstall = (extent) => writeFileSync(stamp, `${hashOfLockFile()} ${machine} ${extent}\n`);

/**
 * Whether the packages of this extent are there in the versions of the lock file, and npm's own record has no others:
 * after an install by hand (`npm ci` or `npm install`), or after one that has just ended.
 */
export function npmInstalled(extent) {
  const note = readOrUndefined(join(root, "node_modules/.package-lock.json"));
  if (note === undefined) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const isComplete = Object.entries(wanted).every(
    ([place, { version, optional, dev, devOptional, link }]) =>
      !place.includes("node_modules/") ||
      optional ||
      (extent === RUNNING && (dev || devOptional)) ||
      // The record alone is not enough: `npm install --package-lock-only` writes it and installs nothing.
      (link ? existsSync(join(root, place)) : installedVersion(place) === version),
  );
  return isComplete && Object.keys(JSON.parse(note).packages).every((place) => place in wanted);
}

function installedVersion(place) {
  const manifest = readOrUndefined(join(root, place, "package.json"));
  return manifest && JSON.parse(manifest).version;
}

function readStamp() {
  const [lockHash, installedOn, extent = EVERYTHING] = (readOrUndefined(stamp) ?? "").trim().split(" ");
  // Records without an extent are of a time when every install had everything.
  return lockHash ? { lockHash, installedOn, extent } : {};
}

const hashOfLockFile = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

function readOrUndefined(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
