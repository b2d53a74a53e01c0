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
 * Whether npm's own record has the packages of this extent in the versions of the lock file, and no others: the record
 * of an install by hand (`npm ci` or `npm install`), or of one that has just ended.
 */
export function npmInstalled(extent) {
  const note = readOrUndefined(join(root, "node_modules/.package-lock.json"));
  if (note === undefined) return false;
  const installed = JSON.parse(note).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const isComplete = Object.entries(wanted).every(
    ([place, { version, optional, dev, devOptional, link }]) =>
      !place.includes("node_modules/") ||
      optional ||
      link ||
      (extent === RUNNING && (dev || devOptional)) ||
      installed[place]?.version === version,
  );
  return isComplete && Object.keys(installed).every((place) => place in wanted);
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
