import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import type { Locator } from "playwright-core";
import { bulkTexts } from "../../../packages/console/src/components/bulk/texts.ts";
import { listTexts } from "../../../packages/console/src/components/lists/texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { userTexts } from "../../../packages/console/src/features/users/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { fits } from "../support/fits.ts";
import { seeView } from "./support/administrator.ts";
import { findViolations } from "./support/test-views.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const PHONE = { width: 390, height: 844 };
const ui = uiTexts.en;

/** Like the role of the demo, so that its form is longer than a phone. */
const WAITER = `
roles:
  - name: waiter
    description: Serves guests
    inherits: [viewer]
    grants: [orders:write, { permission: orders:refund, when: 'subject.attributes.department == "sales"' }]`;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, "it is shown");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test("the save bar appears with the first change, opaque and in one row, and no toast lies on it", async () => {
  await consoles.licet.apply(WAITER);
  const { page, close } = await consoles.enter("/roles/waiter", { viewport: PHONE });
  const save = page.getByRole("button", { name: ui.save, exact: true });
  const description = page.getByRole("textbox", { name: rolesTexts.en.descriptionLabel });
  assert.equal(await save.count(), 0, "nothing is unsaved");
  await description.fill("Serves customers in the shop");
  const bar = page.locator("[data-save-bar]");
  const buttons = await Promise.all(
    [
      save,
      page.getByRole("button", { name: ui.discard }),
      page.getByRole("button", { name: rolesTexts.en.tryFirst }),
    ].map(boxOf),
  );
  assert.equal(new Set(buttons.map(({ y }) => Math.round(y))).size, 1, "one row");
  assert.ok(
    buttons.every(({ right }) => right <= PHONE.width),
    "nothing is cut",
  );
  assert.ok((await boxOf(bar)).bottom <= PHONE.height, "it stays at the lower edge while the form is longer");
  assert.doesNotMatch(
    String(
      await page.evaluate(
        "getComputedStyle(document.querySelector('[data-save-bar] > :last-child')).backgroundColor",
      ),
    ),
    /transparent|, 0\)|\/ 0/,
  );
  await save.click();
  const toast = page.getByText(rolesTexts.en.saved);
  // It stays for as long as the pointer is on it.
  await toast.hover();
  await bar.waitFor({ state: "detached" });
  await description.fill("Serves customers at the counter");
  await bar.waitFor();
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    // The toasts move with the next frame.
    await page.evaluate("new Promise(requestAnimationFrame)");
    await toast.hover();
    const [above, below] = [await boxOf(toast), await boxOf(bar)];
    assert.ok(
      above.bottom <= below.y || above.x >= below.right,
      `${viewport.width}: the toast is beside the bar`,
    );
  }
  await close();
});

test("on a phone the current tab is in view, rows are cards with every value, and the text of charts is readable", async () => {
  const { page, browserErrors, close } = await consoles.enter("/applications/reports/activity", {
    viewport: PHONE,
  });
  const tab = await boxOf(page.locator("#main nav [aria-current=page]"));
  assert.ok(tab.x >= 0 && tab.right <= PHONE.width, "the last tab is in view");

  await page.goto(`${consoles.licet.url}/console/users`);
  await seeView(page);
  const row = page.getByRole("row").filter({ hasText: "alice@example.test" });
  const cells = row.getByRole("cell");
  assert.equal(await cells.count(), await page.getByRole("columnheader").count(), "no column is left out");
  for (const cell of await cells.all()) {
    const { x, right } = await boxOf(cell);
    assert.ok(x >= 0 && right <= PHONE.width, "nothing is cut");
  }
  assert.equal(
    await page.evaluate(
      "getComputedStyle(document.querySelector('#main tbody tr').cells[2], '::before').content.split(' / ')[0]",
    ),
    JSON.stringify(await page.getByRole("columnheader").nth(2).innerText()),
  );
  assert.ok(await fits(page));

  await page.goto(`${consoles.licet.url}/console/`);
  await seeView(page);
  const chart = page.locator("#main figure svg[role=img]").first();
  await chart.waitFor();
  const sizes = (await page.evaluate(
    "[...document.querySelectorAll('#main figure svg[role=img] text')].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)",
  )) as number[];
  assert.ok(sizes.length > 0 && sizes.every((size) => size >= 11), `${sizes}`);
  assert.ok(await fits(page));
  assert.deepEqual(browserErrors, []);
  await close();
});

test("on a phone a list is sorted and selected as a whole above its cards, and messages cover no action", async () => {
  const { page, browserErrors, close } = await consoles.enter("/users", { viewport: PHONE });
  await page.evaluate(axe.source);
  const first = page.getByRole("row").nth(1);
  await first.filter({ hasText: "ada@example.test" }).waitFor();
  await page.getByLabel(listTexts.en.sortBy).selectOption(userTexts.en.columns.username);
  await page.waitForURL(/\?sort=username$/);
  await page.getByRole("button", { name: listTexts.en.ascending }).click();
  await page.waitForURL(/\?sort=-username$/);
  await first.filter({ hasText: "bob@example.test" }).waitFor();
  // The hidden heads are no stops of the keyboard.
  assert.equal(await page.locator("thead :is(button, input):visible").count(), 0);
  assert.deepEqual(await findViolations(page), []);

  await page.getByRole("checkbox", { name: ui.selectAll }).check();
  const bar = page.getByRole("region", { name: bulkTexts.en.barLabel });
  await bar.getByText(bulkTexts.en.selected(3)).waitFor();
  await bar.getByRole("button", { name: bulkTexts.en.export }).click();
  const toast = page.getByText(bulkTexts.en.exported(3));
  await toast.hover();
  assert.ok((await boxOf(page.locator("[data-toasts]"))).bottom <= (await boxOf(bar)).y, "above the bar");
  await bar.getByRole("button", { name: bulkTexts.en.delete, exact: true }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: bulkTexts.en.delete });
  await confirm.waitFor();
  const [message, button] = [await boxOf(page.locator("[data-toasts]")), await boxOf(confirm)];
  assert.ok(message.bottom <= button.y || message.y >= button.bottom, "not on the buttons of the dialog");
  assert.ok(await fits(page));
  assert.deepEqual(browserErrors, []);
  await close();
});
