import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import axe from "axe-core";
import { bulkTexts } from "../../../packages/console/src/components/bulk/texts.ts";
import { listTexts } from "../../../packages/console/src/components/lists/texts.ts";
import { conflictTexts } from "../../../packages/console/src/components/problems/conflict-texts.ts";
import { userActionTexts } from "../../../packages/console/src/features/users/actions/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { createPageBrowser } from "../../security/login/page-browser.ts";
import { findViolations } from "./support/test-views.ts";
import { useOwnConsole } from "./support/use-console.ts";

const [actions, bulk, ui] = [userActionTexts.en, bulkTexts.en, uiTexts.en];
const things = (count: number) => listTexts.en.counted.users(String(count), count === 1);
const consoles = useOwnConsole("it disables every user of the demo");

const findUser = async (username: string) => {
  const found = await consoles.licet.services.storage.state.findUserByUsername(username);
  assert.ok(found, username);
  return found;
};

test("disabling a user says how many sessions end, ends them, and is undone without bringing them back", async () => {
  const { storage } = consoles.licet.services;
  await createPageBrowser(consoles.licet.url).signIn("bob", "bob-demo-password");
  const bob = await findUser("bob");
  const { page, browserErrors, close } = await consoles.enter(`/users/${bob.id}`);
  assert.equal(await page.getByRole("checkbox").count(), 0, "disabling is no field of the form");
  await page.getByRole("button", { name: actions.disable }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(actions.endsSessions({ count: 1, isLowerBound: false })).waitFor();
  await dialog.getByRole("button", { name: actions.disable }).click();
  await page.getByText(actions.disabled("Bob")).waitFor();
  assert.equal((await findUser("bob")).enabled, false);
  assert.deepEqual(await storage.sessions.listOfUser(bob.id), []);

  await page.getByText(actions.disabledDetail).waitFor();
  await page.getByRole("button", { name: ui.undo }).click();
  await page.getByText(actions.enabled("Bob")).waitFor();
  const after = await findUser("bob");
  assert.deepEqual(after, bob, "undo changes nothing but the state");
  assert.deepEqual(await storage.sessions.listOfUser(bob.id), [], "the session does not come back");
  assert.deepEqual(browserErrors, []);
  await close();
});

test("several users are selected by a range, disabled with every failure told, and exported", async () => {
  const { storage } = consoles.licet.services;
  await storage.state.commit(
    ["usr_1", "usr_2", "usr_3"].map((id, place) => ({
      op: "put",
      kind: "user",
      value: { id, username: `temp-${place}`, name: `=Temp ${place}`, enabled: true, attributes: {} },
    })),
    { name: "test", at: Date.now() },
  );
  const { page, browserErrors, close } = await consoles.enter("/users");
  await page.evaluate(axe.source);
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await rows.nth(5).waitFor();
  const boxes = rows.getByRole("checkbox");
  await boxes.first().click();
  await boxes.last().click({ modifiers: ["Shift"] });
  await page.getByText(bulk.selected(6)).waitFor();
  assert.equal(await page.getByRole("checkbox", { name: ui.selectAll }).isChecked(), true);
  assert.deepEqual(await findViolations(page), []);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("region", { name: bulk.barLabel }).getByRole("button", { name: bulk.export }).click(),
  ]);
  const [head, ...lines] = readFileSync((await download.path()) ?? "", "utf8").split("\r\n");
  assert.match(head ?? "", /^\uFEFFid,username,name,email,enabled,attributes,created_at,updated_at$/);
  assert.equal(lines.filter((line) => line !== "").length, 6);
  assert.ok(
    lines.some((line) => line.startsWith("usr_1,temp-0,'=Temp 0,,true,{},")),
    lines.join("\n"),
  );

  await page.getByRole("button", { name: bulk.disable, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: bulk.disableTitle(things(6)) });
  await dialog.getByRole("button", { name: bulk.disable, exact: true }).click();
  // The administrator is one of the six, and cannot be disabled by herself.
  const results = page.getByRole("dialog", { name: bulk.resultTitle });
  await results.getByText(bulk.result(5, 1, 0)).waitFor();
  const failed = results.getByRole("listitem").filter({ hasText: "Ada" });
  await failed.getByText(conflictTexts.en.disablesItself).waitFor();
  assert.deepEqual(await findViolations(page), []);
  await results.getByRole("button", { name: ui.close, exact: true }).last().click();
  await page.getByText(bulk.selected(1)).waitFor();
  await page.getByText(bulk.allDisabled(things(5))).waitFor();
  assert.equal(await page.getByRole("checkbox", { name: ui.selectRow("Ada") }).isChecked(), true);
  for (const name of ["alice", "bob", "temp-0", "temp-1", "temp-2"])
    assert.equal((await findUser(name)).enabled, false, name);
  await page.getByRole("button", { name: ui.undo }).click();
  await page.getByText(bulk.undone(5)).waitFor();
  assert.equal((await findUser("temp-2")).enabled, true, "what was done can be undone");

  await page.getByRole("button", { name: bulk.clear }).click();
  const [all] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: bulk.export }).click(),
  ]);
  assert.match(all.suggestedFilename(), /^users-\d{4}-\d{2}-\d{2}\.csv$/);
  // Chromium itself logs the refused request.
  assert.deepEqual(
    browserErrors.filter((error) => !error.includes("409")),
    [],
  );
  await close();
});

test("the same access is assigned to several users at once, and undone", async () => {
  const { storage } = consoles.licet.services;
  const bob = await findUser("bob");
  const { page, browserErrors, close } = await consoles.enter("/users");
  await page.getByRole("checkbox", { name: ui.selectRow("Alice") }).check();
  await page.getByRole("checkbox", { name: ui.selectRow("Bob") }).check();
  await page.getByRole("button", { name: bulk.assign, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: bulk.assignTitle(things(2)) });
  await dialog.getByRole("combobox").first().fill("clerk");
  await page.getByRole("option", { name: "clerk" }).click();
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByText(/assignments? created/).waitFor();
  const held = async () =>
    (
      await storage.directory.page("assignment", {
        limit: 100,
        filter: { equals: { principal: `user:${bob.id}` } },
      })
    ).items.length;
  const before = await held();
  assert.ok(before > 0);
  await page.getByRole("button", { name: ui.undo }).click();
  await page.getByText(/^Undone: /).waitFor();
  assert.equal(await held(), before - 1);
  assert.deepEqual(browserErrors, []);
  await close();
});
