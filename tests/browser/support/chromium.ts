import { after, before } from "node:test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { getChromium } from "../../../scripts/testing/find-chromium.ts";
import { holdProcess, keepForProcess } from "../../support/kept-for-process.ts";

/** A passing test never waits so long; on a busy machine a page may need much of it. */
const TIMEOUT_MILLISECONDS = 60_000;

const keepChromium = keepForProcess(
  "Chromium",
  () =>
    chromium.launch({
      executablePath: getChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    }),
  (browser) => browser.close(),
  (browser) => browser.isConnected(),
);

export interface UsedChromium {
  /** Opens a browser context with its own cookies, which ends with the file. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens one that ends with the process. */
  openForProcess(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** The Chromium of this process, for the tests of one file. */
export function useChromium(): UsedChromium {
  let browser: Browser | undefined;
  let release: (() => void) | undefined;
  const opened = new Set<BrowserContext>();
  before(async () => {
    release = holdProcess();
    browser = await keepChromium();
  });
  after(async () => {
    browser = undefined;
    await Promise.all(Array.from(opened, (context) => context.close()));
    release?.();
  });
  const openForProcess = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    if (!browser) throw new Error("Chromium runs only while tests do");
    const context = await browser.newContext(options);
    context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
    return context;
  };
  return {
    async open(options) {
      const context = await openForProcess(options);
      opened.add(context);
      context.once("close", () => opened.delete(context));
      return context;
    },
    openForProcess,
  };
}
