/**
 * `node scripts/run.mjs [--everything] FILE [ARGUMENTS]`: installs what is missing, then runs FILE on the Node that
 * Licet pins. Without `--everything` only what running needs is installed, without all devDependencies; with `OTEL_*`
 * set, running needs some of those.
 *
 * This file and everything it imports run before the install: Node 20 is enough, and no package is needed.
 */

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { ensureInstalled } from "./install/ensure-installed.mjs";
import { EVERYTHING, RUNNING } from "./install/extents.mjs";
import { InstallError } from "./install/install-error.mjs";
import { pinnedNode, root } from "./install/places.mjs";

const given = process.argv.slice(2);
const saysEverything = given[0] === "--everything";
const [file, ...rest] = saysEverything ? given.slice(1) : given;
// The exporters of OpenTelemetry are large, and few servers use them.
const exportsTelemetry = Object.keys(process.env).some((name) => name.startsWith("OTEL_"));
const needed = saysEverything || exportsTelemetry ? EVERYTHING : RUNNING;

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new InstallError(
      `Licet needs Node 20 or newer to set itself up; this is Node ${process.versions.node}.`,
    );
  }
  if (file === undefined)
    throw new InstallError("Usage: node scripts/run.mjs [--everything] FILE [ARGUMENTS]", { exitCode: 2 });
  await ensureInstalled(needed);
  // Warnings about experimental features are for developers of Licet, not for its users.
  becomeNode(["--disable-warning=ExperimentalWarning", resolve(root, file), ...rest]);
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Replaces this process if Node supports that, so that signals and exit codes need no forwarding. */
function becomeNode(args) {
  if (process.execve === undefined || process.platform === "win32") return runAsChild(args);
  process.removeAllListeners("warning"); // Node 22 and 24 call execve experimental, aloud
  process.execve(pinnedNode, [pinnedNode, ...args], process.env);
}

function runAsChild(args) {
  const child = spawn(pinnedNode, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl+C to the whole group: the child has it already, and a second one may mean "at once".
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on("error", (error) => {
    console.error(`The pinned Node could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    // The parent process must see the same signal that ended the child.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
