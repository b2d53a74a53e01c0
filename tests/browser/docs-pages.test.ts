import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { DOCS, ensureDocsBuilt } from "../../scripts/docs/ensure-docs-built.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";
import { useChromium } from "./support/chromium.ts";
import { fits } from "./support/fits.ts";

const chromium = useChromium();
let licet: RunningLicet;
before(async () => {
  await ensureDocsBuilt();
  licet = await startLicet({ state: "", docsDirectory: join(DOCS.folder, DOCS.output) });
});
after(() => licet.stop());

async function visit(path: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await chromium.open({ viewport: { width: 400, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(licet.url + path);
  await work(page);
  await context.close();
}

describe("the documentation on a phone", () => {
  for (const path of ["/docs/concepts", "/docs/zh/concepts"])
    test(`${path}: drawings keep their size and scroll in their own box, by keyboard as well`, () =>
      visit(path, async (page) => {
        const figures = page.locator(".vp-doc .figure");
        await figures.first().waitFor();
        for (const image of await page.locator('.vp-doc img[src$=".svg"]').all()) {
          await image.scrollIntoViewIfNeeded();
          const { width = 0 } = (await image.boundingBox()) ?? {};
          assert.ok(width >= 720, `${await image.getAttribute("src")}: ${width} px`);
        }
        assert.ok(await fits(page), "the page itself does not scroll sideways");
        await page.evaluate("scrollTo(0, 0)");
        const first = figures.first();
        await first.focus();
        const scrolled = page.evaluate(
          'new Promise((done) => { document.querySelector(".vp-doc .figure").onscroll = () => done(true); })',
        );
        await page.keyboard.press("ArrowRight");
        assert.equal(await scrolled, true);
        assert.ok(await first.getAttribute("aria-label"));
      }));
});

describe("an address without a page", () => {
  for (const [path, heading, link, home] of [
    ["/docs/no-such-page", "Page not found", "Go to the home page", "/docs/"],
    ["/docs/zh/no-such-page", "没有找到页面", "前往首页", "/docs/zh/"],
  ] as const)
    test(`${path} says what happened, and leads home in the language of the address`, () =>
      visit(path, async (page) => {
        await page.getByRole("heading", { name: heading }).waitFor();
        await page.getByRole("link", { name: link }).click();
        await page.waitForURL(licet.url + home);
      }));
});
