import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { EVERYTHING, includes, RUNNING } from "./extents.mjs";
import { InstallError } from "./install-error.mjs";
import { findInstalled, hadEverything, npmInstalled, rememberInstall } from "./installed-state.mjs";
import { withLock } from "./lock.mjs";
import { npmAdd, npmCi } from "./npm-ci.mjs";
import { nodePackage, pinnedNode } from "./places.mjs";

/** Installs once per lock file, machine and extent; the usual case reads two small files and returns. */
export async function ensureInstalled(needed) {
  if (includes(findInstalled(), needed)) return;
  await withLock(async () => {
    const installed = findInstalled();
    if (includes(installed, needed)) return; // another run has just finished it
    const extent = hadEverything() ? EVERYTHING : needed;
    if (extent === EVERYTHING) assertScriptsRun();
    if (installed === RUNNING) await addTheRest();
    else await installAnew(extent);
  });
}

/**
 * Adds what is missing and leaves the rest in place: a server may be running from it. The record of the smaller install
 * stays true until the end, so that one that fails or is interrupted, or a network that is not there, costs nothing.
 */
async function addTheRest() {
  await npmAdd();
  if (npmInstalled(EVERYTHING)) rememberInstall(EVERYTHING);
  // npm has another opinion than the lock file; `npm ci` has none, or says what is wrong with the lock file.
  else await installAnew(EVERYTHING);
}

async function installAnew(extent) {
  await npmCi({ extent });
  assertNodeRuns();
  rememberInstall(extent);
}

function assertScriptsRun() {
  if (process.env.npm_config_ignore_scripts !== "true") return;
  throw new InstallError(
    "npm skips install scripts (ignore-scripts is on), and one of them completes the PostgreSQL of the tests.\n" +
      "Run the command again with npm_config_ignore_scripts=false in front.",
  );
}

function assertNodeRuns() {
  if (!existsSync(pinnedNode)) {
    throw new InstallError(
      `npm did not install ${nodePackage}, the Node that Licet runs on.\n` +
        "There is one for Linux with glibc and for macOS, x64 and arm64. On such a machine, try again: npm leaves it out when it cannot be fetched.",
    );
  }
  const { error, status } = spawnSync(pinnedNode, ["--version"], { stdio: "ignore" });
  if (error === undefined && status === 0) return;
  throw new InstallError(
    `The Node that Licet pins does not run on this machine (${process.platform}-${process.arch}).\n` +
      "It is known to run on Linux with glibc and on macOS, x64 and arm64.",
  );
}
