import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./places.mjs";

// The file is inside node_modules, so that removing the install removes its record, too.
const stamp = join(root, "node_modules/.licet-install");

const machine = `${process.platform}-${process.arch}`;

export function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  const [lockHash, installedOn = machine] = (readOrUndefined(stamp) ?? "").trim().split(" ");
  // An install of another platform does not count.
  if (installedOn !== machine) return false;
  if (lockHash === hashOfLockFile()) return true;
  if (!npmInstalledTheLockFile()) return false;
  rememberInstall();
  return true;
}

export const rememberInstall = () => writeFileSync(stamp, `${hashOfLockFile()} ${machine}\n`);

const hashOfLockFile = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

/**
 * Detects an install by hand (`npm ci` or `npm install`): npm records the installed versions, and they may be enough.
 */
function npmInstalledTheLockFile() {
  const note = readOrUndefined(join(root, "node_modules/.package-lock.json"));
  if (note === undefined) return false;
  const installed = JSON.parse(note).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([place, { version, optional, link }]) =>
      !place.startsWith("node_modules/") || optional || link || installed[place]?.version === version,
  );
}

function readOrUndefined(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
