import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { ensureConsoleBuilt } from "../../../../scripts/console/ensure-console-built.ts";
import { root } from "../../../../scripts/testing/root.ts";
import { keepForProcess } from "../../../support/kept-for-process.ts";
import { type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import { useChromium } from "../../support/chromium.ts";
import { seeView, signInAsAdministrator } from "./administrator.ts";
import { openWindow, type Visit } from "./windows.ts";

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

type Cookies = Parameters<BrowserContext["addCookies"]>[0];
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
  const visit = (options?: BrowserContextOptions): Promise<Visit> =>
    openWindow(chromium, `${running().url}/healthz`, options);
  return {
    get licet() {
      return running();
    },
    visit,
    async enter(path, options) {
      const visited = await visit(options);
      const { page } = visited;
      await page.context().addCookies(signedIn.get(running()) ?? []);
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
