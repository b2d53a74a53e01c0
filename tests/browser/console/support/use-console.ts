import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { ensureConsoleBuilt } from "../../../../scripts/console/ensure-console-built.ts";
import { root } from "../../../../scripts/testing/root.ts";
import { type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import { useChromium } from "../../support/chromium.ts";
import { signInAsAdministrator } from "./administrator.ts";
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

/** The demo's Licet with the released console, while the tests of a file run. */
export function useConsole(): Console {
  const chromium = useChromium();
  let licet: RunningLicet | undefined;
  before(async () => {
    await ensureConsoleBuilt();
    licet = await startLicet({
      state: readFileSync(join(root, "examples/demo.yaml"), "utf8"),
      consoleDirectory: join(root, "packages/console/dist"),
    });
  });
  after(() => licet?.stop());

  const running = (): RunningLicet => {
    if (!licet) throw new Error("the console is served only while tests run");
    return licet;
  };
  const visit = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await chromium.open({
      locale: "en-GB",
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MILLISECONDS);
    return { page, browserErrors: await listenForBrowserErrors(page), close: () => context.close() };
  };
  return {
    get licet() {
      return running();
    },
    visit,
    async enter(path, options) {
      const visited = await visit(options);
      await visited.page.goto(`${running().url}/console${path}`);
      await signInAsAdministrator(visited.page);
      return visited;
    },
  };
}

const TIMEOUT_MILLISECONDS = 15_000;
