import { spawnSync } from "node:child_process";
import { InstallError } from "./install-error.mjs";
import { isInstalled, rememberInstall } from "./installed-state.mjs";
import { withLock } from "./lock.mjs";
import { npmCi } from "./npm-ci.mjs";
import { pinnedNode } from "./places.mjs";

/** Installs once per lock file and machine; the usual case reads two small files and returns. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return; // another run has just finished it
    await npmCi();
    assertNodeRuns();
    rememberInstall();
  });
}

function assertNodeRuns() {
  const { error, status } = spawnSync(pinnedNode, ["--version"], { stdio: "ignore" });
  if (error === undefined && status === 0) return;
  if (process.env.npm_config_ignore_scripts === "true") {
    throw new InstallError(
      "npm skipped install scripts (ignore-scripts is on), and one of them brings the Node that Licet runs on.\n" +
        "Run the command again with npm_config_ignore_scripts=false in front.",
    );
  }
  throw new InstallError(
    `The Node that Licet pins does not run on this machine (${process.platform}-${process.arch}).\n` +
      "It is known to run on Linux with glibc and on macOS, x64 and arm64.",
  );
}
