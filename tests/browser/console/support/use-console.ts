import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { ensureConsoleBuilt } from "../../../../scripts/console/ensure-console-built.ts";
import { root } from "../../../../scripts/testing/root.ts";
import { keepForProcess } from "../../../support/kept-for-process.ts";
import { type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import { useChromium } from "../../support/chromium.ts";
import { seeView, signInAsAdministrator } from "./administrator.ts";
import { listenForBrowserErrors } from "./listen-for-browser-errors.ts";

export interface Visit {
  readonly page: Page;
  /** The browser's errors so far, including CSP violations. */
  readonly browserErrors: string[];
  close(): Promise<void>;
}

export interface Console {
  readonly licet: RunningLicet;
  /** Opens a browser with its own cookies, without a signed-in user. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** Opens such a browser at a view of the console, as the demo's administrator. */
  enter(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/**
 * The demo's Licet with the released console, which the files of a process share, in any order: their tests may create
 * entities with names of their own, but no users; they delete none, and leave the entities of the demo as they were.
 */
export const useConsole = (): Console => useLicet(keepDemo, async () => {});

/** The same for a file that cannot share it. The reason says what it changes, or what others would change for it. */
export const useOwnConsole = (_reason: string): Console => useLicet(startDemo, (licet) => licet.stop());

async function startDemo(): Promise<RunningLicet> {
  await ensureConsoleBuilt();
  return await startLicet({
    state: readFileSync(join(root, "examples/demo.yaml"), "utf8"),
    consoleDirectory: join(root, "packages/console/dist"),
  });
}

const keepDemo = keepForProcess("the demo with the console", startDemo, (licet) => licet.stop());

type Cookies = Exclude<BrowserContextOptions["storageState"], string | undefined>["cookies"];
/** The cookies of the administrator at each server, so that most tests need not sign in. */
const signedIn = new WeakMap<RunningLicet, Cookies>();

function useLicet(
  start: () => Promise<RunningLicet>,
  leave: (licet: RunningLicet) => Promise<void>,
): Console {
  const chromium = useChromium();
  let licet: RunningLicet | undefined;
  before(async () => {
    licet = await start();
  });
  after(() => licet && leave(licet));

  const running = (): RunningLicet => {
    if (!licet) throw new Error("the console is served only while tests run");
    return licet;
  };
  const visit = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await chromium.open({ ...WINDOW, ...options });
    const page = await context.newPage();
    return { page, browserErrors: await listenForBrowserErrors(page), close: () => context.close() };
  };
  /** The window that is not in use: in a new one, Chromium would load and compile the console again. */
  let free: Visit | undefined;
  const openWindow = async (): Promise<Visit> => {
    const cookies = signedIn.get(running()) ?? [];
    const opened = free ?? (await visit());
    free = undefined;
    await opened.page.context().addCookies(cookies);
    return { ...opened, close: () => closeWindow(opened) };
  };
  const closeWindow = async (opened: Visit): Promise<void> => {
    if (free !== undefined || !(await resetWindow(opened))) return opened.close();
    free = opened;
  };
  return {
    get licet() {
      return running();
    },
    visit,
    async enter(path, options) {
      const cookies = signedIn.get(running()) ?? [];
      const visited = options
        ? await visit({ ...options, storageState: { cookies, origins: [] } })
        : await openWindow();
      const { page } = visited;
      await page.goto(`${running().url}/console${path}`);
      await page.locator("#login-submit, #main h1").first().waitFor();
      if (await page.locator("#login-submit").isVisible()) {
        await signInAsAdministrator(page);
        signedIn.set(running(), await page.context().cookies());
      } else await seeView(page);
      return visited;
    },
  };
}

const WINDOW: BrowserContextOptions = {
  locale: "en-GB",
  viewport: { width: 1440, height: 900 },
  reducedMotion: "reduce",
  permissions: ["clipboard-read", "clipboard-write"],
};

/** Makes a window as good as new for the next test. False if it cannot be: other windows of it are open. */
async function resetWindow({ page, browserErrors }: Visit): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return false;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const event of ["dialog", "request", "response"] as const) page.removeAllListeners(event);
  await context.setOffline(false);
  await page.setViewportSize(WINDOW.viewport as { width: number; height: number });
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
  await context.clearCookies();
  browserErrors.length = 0;
  return true;
}
