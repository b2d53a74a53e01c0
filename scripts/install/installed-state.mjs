import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./places.mjs";

// Inside node_modules, so that whatever removes the install removes the claim that it is there.
const stamp = join(root, "node_modules/.licet-install");

const machine = `${process.platform}-${process.arch}`;

export function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  const [lockHash, installedOn = machine] = (readOrUndefined(stamp) ?? "").trim().split(" ");
  // A folder that moved to another kind of machine is not an install there.
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

/** Somebody ran `npm ci` or `npm install` by hand: npm notes what it installed, and that may be all we need. */
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
