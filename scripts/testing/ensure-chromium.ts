import { spawn } from "node:child_process";
import { once } from "node:events";
import { ask } from "./ask.ts";
import { decideInstall } from "./decide-install.ts";
import { findChromium, getChromium, isProgram } from "./find-chromium.ts";

const PACKAGE = "chromium-headless-shell";

/** The system's Chromium, or Debian's package where we may install it: a person at the terminal is asked first. */
export async function ensureChromium(signal: AbortSignal): Promise<string> {
  if (findChromium() === undefined && (await wantsInstall(signal))) await installFromDebian();
  return getChromium();
}

async function wantsInstall(signal: AbortSignal): Promise<boolean> {
  const decision = decideInstall({
    mayInstall: isProgram("/usr/bin/apt-get") && process.getuid?.() === 0,
    hasTerminal: process.stdin.isTTY === true,
    ci: process.env.CI,
  });
  if (decision === "cannot") return false;
  console.log(`The browser tests need Chromium, and there is none: "apt-get install ${PACKAGE}" brings it.`);
  return decision === "install" || ask("Install this package on your system?", signal);
}

async function installFromDebian(): Promise<void> {
  console.log(`Installing the package ${PACKAGE} on this system (a few minutes, once) …`);
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", PACKAGE]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn("apt-get", ["-qq", ...args], { stdio: "inherit", env });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`apt-get ${args[0]} failed; install Chromium by hand`);
  }
}
