import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { EVERYTHING, RUNNING } from "./extents.mjs";
import { InstallError } from "./install-error.mjs";
import { lacksOptional } from "./missing-optional.mjs";
import { npmCommand } from "./npm-command.mjs";
import { root } from "./places.mjs";
import { showProgress } from "./progress.mjs";

// Both are said in full, because NODE_ENV and the settings of npm would decide otherwise.
const EXTENTS = {
  [RUNNING]: ["--omit=dev", "--include=optional"],
  [EVERYTHING]: ["--include=dev", "--include=optional"],
};
const NEEDS = {
  [RUNNING]: "what Licet needs to run (once, less than a minute)",
  [EVERYTHING]: "what Licet and its tests need (once, about a minute)",
};

/** Installs exactly the lock file of a folder, in place of what is there. */
export const npmCi = ({ folder = root, extent = EVERYTHING, need = NEEDS[extent] } = {}) =>
  install("ci", extent, folder, need);

/** Adds everything that is missing at the root, and leaves what is there. */
export const npmAdd = () =>
  install("install", EVERYTHING, root, "what tests, checks and examples need (once, about a minute)");

/** The output of npm is shown only if it fails. */
async function install(command, extent, folder, need) {
  const args = [command, "--no-save", ...EXTENTS[extent], "--no-audit", "--no-fund", "--loglevel=warn"];
  const endProgress = showProgress(`Installing ${need} …`);
  try {
    // The lock file has no addresses, so npm would ask the registry about every package, even about those in its cache.
    let { code, output } = await run(npmCommand(), [...args, "--prefer-offline"], folder);
    // What the cache knows of a package may be older than the version in the lock file.
    if (code === 0 ? lacksOptional(folder, extent) : /ETARGET/.test(output))
      ({ code, output } = await run(npmCommand(), args, folder));
    if (code !== 0) throw new InstallError(`${output.trimEnd()}\n\n${explain(output)}`, { exitCode: code });
    endProgress("done");
  } catch (error) {
    endProgress("failed");
    throw error;
  }
}

const PATIENCE_MILLISECONDS = 1_000;
const hasGroups = process.platform !== "win32";

function run([command, ...before], args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], {
      cwd,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      shell: command.endsWith(".cmd"),
      // Its own group: a signal then reaches the install scripts that npm runs, too, and each of them once.
      detached: hasGroups,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    let interrupted = false;
    const send = (signal) => (hasGroups ? process.kill(-child.pid, signal) : child.kill(signal));
    let impatience;
    const stop = (signal) => {
      interrupted = true;
      send(signal);
      // npm would first unpack everything, and then remove it again.
      impatience ??= setTimeout(send, PATIENCE_MILLISECONDS, "SIGKILL");
    };
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
    child.on("error", (error) => reject(error.code === "ENOENT" ? npmIsMissing() : error));
    child.on("close", (code, signal) => {
      clearTimeout(impatience);
      process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", stop);
      if (interrupted || signal !== null)
        reject(new InstallError("The install was interrupted.", { exitCode: 130 }));
      else resolve({ code, output });
    });
  });
}

const npmIsMissing = () =>
  new InstallError("npm was not found. It comes with Node: see https://nodejs.org/en/download.", {
    exitCode: 127,
  });

/** Options of `npm start -w …` or `npm test --dry-run` must not apply to the install. */
const NOT_FOR_THE_INSTALL =
  /^npm_config_(workspaces?|include_workspace_root|dry_run|global|location|local_prefix|loglevel|json|omit|include|only|save|package_lock_only)$/i;

function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_THE_INSTALL.test(name));
  const env = Object.fromEntries(kept);
  // npm puts node_modules/.bin first in PATH; npm would then run on the Node that it is about to remove.
  const ours = join(root, "node_modules");
  env.PATH = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter);
  return env;
}

function explain(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output)) {
    return "npm could not reach its registry. Check the network (and a proxy, if you need one), then try again.";
  }
  if (/EBADPLATFORM/.test(output) || new RegExp(`404[^\n]*node(-bin)?-${process.platform}`).test(output)) {
    return `Licet's Node is not available for this machine (${process.platform}-${process.arch}).`;
  }
  if (/ENOSPC/.test(output)) return "The disk is full: the install needs about 400 MB, with tests 600 MB.";
  return "npm failed; its words are above. Nothing was started.";
}
