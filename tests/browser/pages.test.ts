import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { useChromium } from "./support/chromium.ts";
import { type Demo, type DemoPage, startDemo, visitDemoPages } from "./support/demo-pages.ts";
import { fits } from "./support/fits.ts";
import { showScheme } from "./support/show-scheme.ts";

const WIDTHS = [360, 1440];
/** The dark scheme differs only in its colours. */
const COLOURS = { runOnly: ["color-contrast"] };
const LANGUAGES = [
  { locale: "en-GB", tag: "en", heading: /^[\p{Script=Latin}\p{P}\s]+$/u },
  { locale: "zh-CN", tag: "zh-Hans", heading: /\p{Script=Han}/u },
] as const;
/** Chromium logs a page with one of these statuses as an error. */
const PAGES_WITH_A_PROBLEM: readonly DemoPage[] = [
  "login-missing",
  "login-wrong",
  "account-problem",
  "error",
  "error-expired",
  "error-not-found",
];

const chromium = useChromium();
let demo: Demo;
before(async () => {
  demo = await startDemo();
});
after(() => demo.stop());

for (const { locale, tag, heading } of LANGUAGES) {
  describe(`every page, in a browser with the language ${locale}`, () => {
    test("is accessible, fits and causes no browser error, light and dark, narrow and wide", async (t) => {
      const context = await chromium.open({ locale, reducedMotion: "reduce", colorScheme: "light" });
      const page = await context.newPage();
      // axe-core is an init script, because the pages' CSP allows no script element.
      await page.addInitScript(axe.source);
      const browserErrors: string[] = [];
      page.on(
        "console",
        (message) => void (message.type() === "error" && browserErrors.push(message.text())),
      );
      page.on("pageerror", (error) => void browserErrors.push(String(error)));

      await visitDemoPages(page, demo, async (name) => {
        await t.test(name, async () => {
          assert.equal(await page.getAttribute("html", "lang"), tag);
          assert.match((await page.locator("h1").textContent()) ?? "", heading);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            assert.ok(await fits(page), `nothing is cut off at ${width} px`);
            assert.deepEqual(await findViolations(page, {}), [], `${width} px, light`);
            await showScheme(page, "dark");
            assert.deepEqual(await findViolations(page, COLOURS), [], `${width} px, dark`);
            await showScheme(page, "light");
          }
          assert.deepEqual(await findMotion(page), [], "a user who prefers reduced motion sees none");
          const expected = PAGES_WITH_A_PROBLEM.includes(name) ? /status of 40[04]/ : /^$/;
          assert.deepEqual(
            browserErrors.splice(0).filter((text) => !expected.test(text)),
            [],
          );
        });
      });
      await context.close();
    });
  });
}

const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("*")]
    .filter((element) => getComputedStyle(element).transitionDuration !== "0s")
    .map((element) => element.outerHTML)`);

/**
 * Returns the violations that axe-core finds against WCAG 2.2 AA and its best practices. It would also load the style
 * sheets, for an experimental rule that is off.
 */
const findViolations = (page: Page, options: object): Promise<string[]> =>
  page.evaluate(`axe
    .run(document, ${JSON.stringify({ ...options, resultTypes: ["violations"], preload: { assets: ["media"] } })})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join()))`);
