import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";

/**
 * Where systems keep it; `LICET_TEST_CHROMIUM` names another place. First the one without windows: the same engine for
 * half of the work.
 */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser that the browser tests drive: the system's, or Debian's package where we may install it. */
export async function ensureChromium(): Promise<string> {
  const given = process.env.LICET_TEST_CHROMIUM;
  if (given !== undefined) {
    if (isProgram(given)) return given;
    throw new Error(`LICET_TEST_CHROMIUM is ${given}, which is not a program`);
  }
  const found = PLACES.find(isProgram);
  if (found !== undefined) return found;
  await installFromDebian();
  const installed = PLACES.find(isProgram);
  if (installed !== undefined) return installed;
  throw new Error("the browser tests need Chromium: install it, or name it in LICET_TEST_CHROMIUM");
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installFromDebian(): Promise<void> {
  if (!isProgram("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log("No Chromium here; installing Debian's (a few minutes, once) …");
  for (const args of [
    ["update"],
    ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"],
  ]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn("apt-get", ["-qq", ...args], { stdio: "inherit", env });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`apt-get ${args[0]} failed; install Chromium by hand`);
  }
}
