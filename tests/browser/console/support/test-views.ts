import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { shellTexts } from "../../../../packages/console/src/shell/texts.ts";
import { fits } from "../../support/fits.ts";
import { showScheme } from "../../support/show-scheme.ts";
import { seeView } from "./administrator.ts";
import type { Console } from "./use-console.ts";
import type { Visit } from "./windows.ts";

/** Adds a test for each view. `USER` in a path is a placeholder for a user id. */
export function testViews(consoles: Console, views: readonly string[]): void {
  describe("every view is accessible in both themes, fits a tablet, and causes no browser error:", () => {
    let visit: Visit;
    let userId: string;
    before(async () => {
      visit = await consoles.enter("/users", { colorScheme: "light" });
      await visit.page.evaluate(axe.source);
      const alice = await visit.page.getByRole("link", { name: "Alice" }).getAttribute("href");
      userId = alice?.split("/").at(-1) ?? "";
    });
    after(() => visit.close());

    for (const view of views)
      test(view, async () => {
        const { page, browserErrors } = visit;
        await goTo(page, view.replace("USER", userId));
        assert.deepEqual(await findViolations(page, {}), [], "light");
        await showScheme(page, "dark");
        // The dark scheme differs only in its colours.
        assert.deepEqual(await findViolations(page, { runOnly: ["color-contrast"] }), [], "dark");
        await showScheme(page, "light");
        await page.setViewportSize({ width: 768, height: 1024 });
        assert.ok(await fits(page), "the view fits 768 px without horizontal scrolling");
        await page.setViewportSize({ width: 1440, height: 900 });
        assert.deepEqual(browserErrors.splice(0), []);
      });
  });
}

const NOWHERE = "/no-such-view";

/**
 * Navigates like a link: a page load would sign in again each time, which takes longer than the test. It goes through a
 * view that does not exist, so that the previous view is gone.
 */
async function goTo(page: Page, view: string): Promise<void> {
  const follow = (path: string) => page.evaluate(`history.pushState(null, "", "/console${path}")`);
  const nowhere = page.getByRole("heading", { level: 1, name: shellTexts.en.noSuchView });
  await follow(NOWHERE);
  await nowhere.waitFor();
  if (view !== NOWHERE) {
    await follow(view);
    await nowhere.waitFor({ state: "detached" });
    await seeView(page);
  }
}

/**
 * Returns the violations that axe-core finds against WCAG 2.2 AA and its best practices. It would also load the style
 * sheets, for an experimental rule that is off.
 */
export const findViolations = (page: Page, options: object = {}): Promise<string[]> =>
  page.evaluate(`axe
    .run({ exclude: "[data-base-ui-focus-guard]" }, ${JSON.stringify({ ...options, resultTypes: ["violations"], preload: { assets: ["media"] } })})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join()))`);
