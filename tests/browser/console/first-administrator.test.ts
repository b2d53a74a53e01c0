import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { createSetup } from "../../../packages/server/src/setup/create-setup.ts";
import { setupUrl } from "../../../packages/server/src/setup/setup-path.ts";
import { ensureConsoleBuilt } from "../../../scripts/console/ensure-console-built.ts";
import { root } from "../../../scripts/testing/root.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { useChromium } from "../support/chromium.ts";
import { fits } from "../support/fits.ts";
import { showScheme } from "../support/show-scheme.ts";
import { seeView } from "./support/administrator.ts";

const OWN_CONFIGURATION = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
users: [{ username: alice }]
`;

const chromium = useChromium();
let licet: RunningLicet;
before(async () => {
  await ensureConsoleBuilt();
  const consoleDirectory = join(root, "packages/console/dist");
  licet = await startLicet({ state: OWN_CONFIGURATION, consoleDirectory });
});
after(() => licet.stop());

async function look(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await fits(page), `nothing is cut off at ${width} px`);
    for (const colorScheme of ["light", "dark"] as const) {
      await showScheme(page, colorScheme);
      const violations = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`,
      );
      assert.deepEqual(violations, [], `${await page.title()}, ${width} px, ${colorScheme}`);
    }
  }
}

test("an operator comes to a console without an administrator, and is its administrator a minute later", async () => {
  const { setupLinks } = createSetup(licet.services);
  for (const locale of ["zh-CN", "en-GB"]) {
    const context = await chromium.open({ locale, reducedMotion: "reduce" });
    const page = await context.newPage();
    // axe-core is an init script, because the pages' CSP allows no script element.
    await page.addInitScript(axe.source);
    await page.goto(`${licet.url}/console/`);
    await page.waitForSelector("#no-administrator");
    assert.match(
      (await page.textContent("#no-administrator")) ?? "",
      /licet admin link.*licet admin create/s,
    );
    await look(page);

    await page.goto(setupUrl(licet.url, (await setupLinks.issue()).token));
    assert.equal(page.url(), `${licet.url}/setup`, "the token is not in the address");
    assert.equal(await page.evaluate("history.length"), 3, "nor in the history");
    await look(page);
    // With the keyboard alone: the first field has the focus.
    await page.keyboard.type("alice");
    await page.keyboard.press("Tab");
    await page.keyboard.type("a password of some words");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".field-problem");
    await look(page);
    if (locale === "zh-CN") {
      await context.close();
      continue;
    }
    assert.equal(await page.evaluate("document.activeElement.id"), "username", "what is wrong has the focus");
    await page.fill("#username", "olga");
    await page.fill("#new-password", "a password of some words");
    await page.click("#setup-submit");
    await page.waitForURL("**/console/**");
    await seeView(page);
    await page.goto(`${licet.url}/console/users`);
    await seeView(page);
    assert.match((await page.textContent("#main")) ?? "", /olga/);
    await context.close();
  }
});
