import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { draftTexts } from "../../../packages/console/src/components/draft/texts.ts";
import { historyTexts } from "../../../packages/console/src/components/history/texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { checkTexts } from "../../../packages/console/src/features/check/texts.ts";
import { undoTexts } from "../../../packages/console/src/features/draft/undo-texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { useOwnConsole } from "./support/use-console.ts";

const [roles, draft, check, ui] = [rolesTexts.en, draftTexts.en, checkTexts.en, uiTexts.en];
const history = historyTexts.en;
const undo = undoTexts.en;

const consoles = useOwnConsole("it changes roles of the demo, and what Bob may do");

test("a change of a role shows who gains permissions before it is applied, and the check agrees afterwards", async () => {
  const { page, browserErrors, close } = await consoles.enter(
    "/check?subject=user:bob&permission=orders:write",
  );
  await page.getByRole("paragraph").filter({ hasText: check.denied }).waitFor();

  await page.goto(`${consoles.licet.url}/console/roles/viewer`);
  await page.getByRole("combobox", { name: roles.addGrant }).fill("orders:write");
  await page.getByRole("option", { name: "orders:write" }).click();
  await page.getByRole("button", { name: roles.tryFirst }).click();

  const effects = page.getByRole("region", { name: draft.effects });
  const bob = effects.getByRole("listitem").filter({ hasText: "Bob" });
  await bob.filter({ hasText: draft.gains }).filter({ hasText: "orders:write" }).waitFor();
  assert.equal(await effects.getByText(draft.losses, { exact: true }).count(), 0);

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: draft.apply }).click();
  await dialog.getByRole("button", { name: draft.applyNow }).click();
  await dialog.getByRole("heading", { name: draft.applied }).waitFor();
  await dialog.getByRole("button", { name: draft.close, exact: true }).last().click();

  await page.goto(`${consoles.licet.url}/console/check?subject=user:bob&permission=orders:write`);
  await page.getByRole("paragraph").filter({ hasText: check.allowed }).waitFor();
  assert.deepEqual(browserErrors, []);
  await close();
});

test("the history of a role tells each change, and an earlier version opens as a draft; a deleted one comes back", async () => {
  const { page, browserErrors, close } = await consoles.enter("/roles/stocktaker");
  const { url } = consoles.licet;
  await consoles.licet.apply(
    "roles: [{ name: stocktaker, description: Counts, grants: [stock:read, stock:count] }]\n" +
      "assignments: [{ principal: user:bob, role: stocktaker }]",
  );
  await consoles.licet.apply("roles: [{ name: stocktaker, description: Looks, grants: [stock:read] }]");
  await page.goto(`${url}/console/roles/stocktaker?tab=history`);
  const versions = page.getByRole("list", { name: history.title });
  const [newest, oldest] = [versions.locator("> li").first(), versions.locator("> li").last()];
  await newest.filter({ hasText: "from Counts to Looks; removed the grant stock:count" }).waitFor();
  await newest.getByText(history.current).waitFor();
  assert.equal(await newest.getByRole("button", { name: history.restore }).count(), 0);
  await oldest.getByRole("button", { name: history.restore }).click();
  const bob = page
    .getByRole("region", { name: draft.effects })
    .getByRole("listitem")
    .filter({ hasText: "Bob" });
  await bob.filter({ hasText: draft.gains }).filter({ hasText: "stock:count" }).waitFor();
  await page.getByRole("button", { name: draft.clear }).click();

  const { state } = consoles.licet.services.storage;
  const stored = await state.find("role", "stocktaker");
  assert.ok(stored);
  await state.commit([{ op: "delete", kind: "role", value: stored }], { name: "cli", at: Date.now() });
  await page.goto(`${url}/console/roles/stocktaker`);
  await newest.filter({ hasText: "deleted the role stocktaker" }).waitFor();
  await versions.getByRole("button", { name: history.restore }).first().click();
  await page.getByText("Description: Looks").waitFor();
  await page.getByRole("button", { name: draft.apply }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: draft.applyNow }).click();
  await dialog.getByRole("heading", { name: draft.applied }).waitFor();
  assert.deepEqual(await state.find("role", "stocktaker"), stored);
  assert.deepEqual(
    browserErrors.filter((error) => !error.includes("404")),
    [],
  );
  await close();
});

test("an applied draft is undone; what another user changed since stays and is told", async () => {
  const { storage } = consoles.licet.services;
  const bob = await storage.state.findUserByUsername("bob");
  const wanted = {
    roles: [
      { name: "auditor", role: { description: "", inherits: [], grants: [{ permission: "stock:read" }] } },
    ],
    assign: [{ principal: `user:${bob?.id}`, permission: "stock:count" }],
    revoke: [],
    checks: [],
  };
  const address = `/draft?draft=${encodeURIComponent(JSON.stringify(wanted))}`;
  const { page, browserErrors, close } = await consoles.enter(address);
  const isAssigned = async () => {
    const filter = { equals: { principal: `user:${bob?.id}`, permission: "stock:count" } };
    return (await storage.directory.page("assignment", { limit: 1, filter })).items.length === 1;
  };
  const apply = async () => {
    await page.getByRole("button", { name: draft.apply }).click();
    await page.getByRole("dialog").getByRole("button", { name: draft.applyNow }).click();
    await page.getByRole("dialog").getByRole("heading", { name: draft.applied }).waitFor();
    assert.equal(await isAssigned(), true);
    await page.getByRole("dialog").getByRole("button", { name: undo.undoDraft }).click();
    await page.getByRole("dialog").getByText(undo.deletes("auditor")).waitFor();
  };
  await apply();
  await page.getByRole("dialog").getByRole("button", { name: undo.undo, exact: true }).click();
  await page.getByText(undo.undone).waitFor();
  assert.equal(await isAssigned(), false);
  assert.equal(await storage.state.find("role", "auditor"), undefined);

  await page.goto(`${consoles.licet.url}/console${address}`);
  await apply();
  const changed = { name: "auditor", description: "Checks the books", inherits: [], grants: [] };
  await storage.state.commit([{ op: "put", kind: "role", value: changed }], { name: "test", at: Date.now() });
  await page.getByRole("dialog").getByRole("button", { name: undo.undo, exact: true }).click();
  await page.getByText(undo.problems["role changed"]("auditor")).waitFor();
  assert.equal(await isAssigned(), false, "the rest is undone");
  assert.equal((await storage.state.find("role", "auditor"))?.description, "Checks the books");
  const isExpected = (error: string) => error.includes("404") || error.includes("412");
  assert.deepEqual(
    browserErrors.filter((error) => !isExpected(error)),
    [],
  );
  await close();
});

test("when two users edit the same role, the second sees both versions and chooses one", async () => {
  const [first, second] = [await consoles.enter("/roles/clerk"), await consoles.enter("/roles/clerk")];
  const describe = (page: Page, words: string) =>
    page.getByRole("textbox", { name: roles.descriptionLabel }).fill(words);
  const save = (page: Page) => page.getByRole("button", { name: ui.save, exact: true }).click();
  await describe(first.page, "Serves at the counter");
  await describe(second.page, "Serves on the telephone");

  await save(first.page);
  await first.page.getByText(roles.saved).waitFor();
  await save(second.page);
  const dialog = second.page.getByRole("dialog");
  await dialog.getByRole("heading", { name: ui.conflictTitle }).waitFor();
  await dialog.getByText("Serves on the telephone").waitFor();
  await dialog.getByText("Serves at the counter").waitFor();
  await dialog.getByRole("radio", { name: ui.mine }).click();
  await dialog.getByRole("button", { name: ui.saveChosen }).click();
  await second.page.getByText(roles.saved).waitFor();

  await first.page.reload();
  const stored = first.page.getByRole("textbox", { name: roles.descriptionLabel });
  await stored.waitFor();
  assert.equal(await stored.inputValue(), "Serves on the telephone");
  assert.deepEqual(first.browserErrors, []);
  // Chromium itself logs the 412 that informs the console of the newer version.
  assert.deepEqual(
    second.browserErrors.filter((text) => !text.includes("412")),
    [],
  );
  await Promise.all([first.close(), second.close()]);
});
