/**
 * Windows for the tests of all files of a process. In a new window, Chromium starts a process and compiles the console
 * again, which takes longer than most tests.
 */

import type { BrowserContextOptions, Page } from "playwright-core";
import type { UsedChromium } from "../../support/chromium.ts";
import { listenForBrowserErrors } from "./listen-for-browser-errors.ts";

export interface Visit {
  readonly page: Page;
  /** The browser's errors so far, including CSP violations. */
  readonly browserErrors: string[];
  close(): Promise<void>;
}

const WINDOW = {
  locale: "en-GB",
  viewport: { width: 1440, height: 900 },
  colorScheme: "light",
  reducedMotion: "reduce",
  permissions: ["clipboard-read", "clipboard-write"],
} satisfies BrowserContextOptions;

type WindowOptions = BrowserContextOptions & typeof WINDOW;

/** By their options. */
const unused = new Map<string, Visit[]>();

/** Opens a window without cookies. `url` is an address of the server: a page without scripts. */
export async function openWindow(
  chromium: UsedChromium,
  url: string,
  more: BrowserContextOptions = {},
): Promise<Visit> {
  const options = { ...WINDOW, ...more } as WindowOptions;
  const key = JSON.stringify(options);
  const same = unused.get(key) ?? [];
  unused.set(key, same);
  const reused = same.pop();
  const opened = reused?.page.isClosed() === false ? reused : await createWindow(chromium, options);
  return {
    ...opened,
    async close() {
      if (await resetWindow(opened, url, options)) same.push(opened);
      else await opened.close();
    },
  };
}

async function createWindow(chromium: UsedChromium, options: BrowserContextOptions): Promise<Visit> {
  const context = await chromium.openForProcess(options);
  const page = await context.newPage();
  return { page, browserErrors: await listenForBrowserErrors(page), close: () => context.close() };
}

/**
 * Makes a window as good as new for the next test. False if it cannot be: other windows of it are open, or its clock is
 * replaced. It stays at a page of the server: for a page of another site, Chromium would start a new process.
 */
async function resetWindow(
  { page, browserErrors }: Visit,
  url: string,
  options: WindowOptions,
): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return false;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const event of ["dialog", "request", "response"] as const) page.removeAllListeners(event);
  await context.setOffline(false);
  await page.goto(url);
  if ((await page.evaluate("String(Date).includes('native code')")) === false) return false;
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await context.clearCookies();
  const { viewport, colorScheme, reducedMotion } = options;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  browserErrors.length = 0;
  return true;
}
