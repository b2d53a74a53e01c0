import { after, before } from "node:test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { getChromium } from "../../../scripts/testing/find-chromium.ts";

/** A real Chromium for the tests of one file. Each `open` has its own cookies. */
export function useChromium(): { open(options?: BrowserContextOptions): Promise<BrowserContext> } {
  let browser: Browser | undefined;
  before(async () => {
    browser = await chromium.launch({
      executablePath: getChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  after(() => browser?.close());
  return {
    open(options) {
      if (!browser) throw new Error("Chromium runs only while tests do");
      return browser.newContext(options);
    },
  };
}
