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

/** The Chromium of this process, for the tests of one file. Each `open` has its own cookies, and ends with the file. */
export function useChromium(): { open(options?: BrowserContextOptions): Promise<BrowserContext> } {
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
  return {
    async open(options) {
      if (!browser) throw new Error("Chromium runs only while tests do");
      const context = await browser.newContext(options);
      context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
      opened.add(context);
      context.once("close", () => opened.delete(context));
      return context;
    },
  };
}
