import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { credentialsTexts } from "../../../packages/console/src/features/applications/credentials/texts.ts";
import { userActionTexts } from "../../../packages/console/src/features/users/actions/texts.ts";
import { actionTexts } from "../../../packages/console/src/shell/actions/action-texts.ts";
import { keysTexts } from "../../../packages/console/src/shell/keys-texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole("it disables Bob");
const texts = actionTexts.en;
const shell = shellTexts.en;

/** Types into the palette and follows the hit with this name. */
async function run(page: Page, typed: string, hit: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: shell.search }).getByRole("combobox").fill(typed);
  await page.getByRole("option", { name: hit }).first().click();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("the palette runs actions up to their confirmation, and the keys lead to views and can be turned off", async () => {
  const { licet } = consoles;
  const { page, browserErrors, close } = await consoles.enter("/users");
  // A toast is a dialog, too, but not a modal one.
  const dialog = page.locator("[role=dialog]:not([aria-modal=false])");

  await run(page, "create role", texts.create.role);
  await heading(page, rolesTexts.en.create).waitFor();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("assign");
  await page.getByRole("option", { name: texts.commands.assign }).click();
  await page.keyboard.type("cler");
  await page.getByRole("option", { name: texts.assignRole("clerk") }).click();
  await page.keyboard.type("bob");
  await page.getByRole("option", { name: texts.assignTo("clerk", "Bob") }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/assignments\/new\?principal=user%3Ausr_\w+&role=clerk/);

  await run(page, "rotate secret of rep", texts.rotateOf("Nightly reports"));
  await dialog.getByRole("heading", { name: credentialsTexts.en.addTitle }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await run(page, "disable user bo", texts.disableUser("Bob"));
  await dialog.getByRole("heading", { name: userActionTexts.en.disableTitle("Bob") }).waitFor();
  const bob = () => licet.services.users.find("bob");
  assert.notEqual((await bob())?.enabled, false, "nothing happens before the confirmation");
  await dialog.getByRole("button", { name: userActionTexts.en.disable }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal((await bob())?.enabled, false);
  await page.waitForURL(/users\/usr_\w+$/);

  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await heading(page, shell.applications).waitFor();
  await page.getByRole("searchbox").first().fill("g");
  await page.keyboard.type("u?");
  await heading(page, shell.applications).waitFor();
  assert.equal(await dialog.count(), 0, "keys in a field are text");
  await page.locator("body").click({ position: { x: 5, y: 500 } });

  await page.keyboard.press("?");
  await dialog.getByRole("heading", { name: texts.keys }).waitFor();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    `axe.run("[role=dialog]:not([aria-modal=false])").then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`,
  );
  assert.deepEqual(violations, []);
  await dialog.getByRole("switch", { name: keysTexts.en.singleKeys }).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await page.keyboard.press("?");
  assert.equal(await dialog.count(), 0, "single keys are off");
  await heading(page, shell.applications).waitFor();
  await run(page, "keyboard", texts.keys);
  await dialog.getByRole("heading", { name: texts.keys }).waitFor();
  assert.deepEqual(browserErrors, []);
  await close();
});
