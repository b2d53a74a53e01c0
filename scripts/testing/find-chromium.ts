import { accessSync, constants } from "node:fs";

/**
 * The usual paths of Chromium; `LICET_TEST_CHROMIUM` names another one. The headless build is first: it has the same
 * engine and does half of the work.
 */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser that the browser tests drive. */
export function getChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  throw new Error("the browser tests need Chromium: install it, or name it in LICET_TEST_CHROMIUM");
}

export function findChromium(): string | undefined {
  const given = process.env.LICET_TEST_CHROMIUM;
  if (given === undefined) return PLACES.find(isProgram);
  if (isProgram(given)) return given;
  throw new Error(`LICET_TEST_CHROMIUM is ${given}, which is not a program`);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
