import assert from "node:assert/strict";
import { test } from "node:test";
import { applicationsTexts } from "../../../packages/console/src/features/applications/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();

test("an application and a role may be called new: their addresses are not those of the forms", async () => {
  await consoles.licet.apply(
    "applications: [{ client_id: new, name: Newcomer, type: service }]\nroles: [{ name: new }]",
  );
  const { page, close } = await consoles.enter("/applications/new");
  await page.getByRole("heading", { level: 1, name: "Newcomer" }).waitFor();
  await page.goto(`${consoles.licet.url}/console/roles/new`);
  await seeView(page);
  await page.getByRole("heading", { level: 1, name: "new", exact: true }).waitFor();
  await page.goto(`${consoles.licet.url}/console/applications`);
  await seeView(page);
  await page.getByRole("link", { name: applicationsTexts.en.add }).first().click();
  await page.getByRole("heading", { level: 1, name: applicationsTexts.en.create.title }).waitFor();
  await close();
});

test("who opens the search by keyboard can type at once, before it is there", async () => {
  const { page, close } = await consoles.enter("/settings/about");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nightly rep");
  await page.getByRole("option", { name: "Nightly reports" }).waitFor();
  assert.equal(await page.getByRole("dialog").getByRole("combobox").inputValue(), "nightly rep");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Nightly reports" }).waitFor();
  await close();
});

test("without a connection a change is neither lost nor kept waiting: the form says what happened", async () => {
  const { page, close } = await consoles.enter("/applications/reports");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Reports of the night");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: uiTexts.en.save, exact: true }).click();
  await page.getByText(uiTexts.en.unreachable).waitFor();
  assert.equal(await name.inputValue(), "Reports of the night");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: uiTexts.en.save, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Reports of the night" }).waitFor();
  await close();
});
