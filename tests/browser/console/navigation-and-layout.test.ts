import assert from "node:assert/strict";
import { test } from "node:test";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { applicationsTexts } from "../../../packages/console/src/features/applications/texts.ts";
import { seeView } from "./support/administrator.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole("it adds users, and other files list the users of the demo");
const LONG = "W".repeat(200);

test("an application and a role with the name “new” have their own pages beside the forms for new ones", async () => {
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

test("a user who opens the search with the keyboard can type before it is shown", async () => {
  const { page, close } = await consoles.enter("/settings/about");
  let loadPalette = () => {};
  const wanted = new Promise<void>((resolve) => {
    loadPalette = resolve;
  });
  await page.route(/\/palette[^/]*\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  // "gh" is also the shortcut of Home.
  await page.keyboard.type("nightly rep");
  loadPalette();
  await page.getByRole("option", { name: "Nightly reports" }).waitFor();
  assert.equal(await page.getByRole("dialog").getByRole("combobox").inputValue(), "nightly rep");
  assert.equal(new URL(page.url()).pathname, "/console/settings/about");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Nightly reports" }).waitFor();
  await close();
});

test("a long name leaves the other columns visible, on a desktop and on a tablet", async () => {
  await consoles.licet.apply(`users: [{ username: long, name: ${LONG} }]`);
  const { page, close } = await consoles.enter("/users");
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const badge = await page.getByRole("row", { name: "alice" }).getByText("Enabled").boundingBox();
    assert.ok(badge && badge.x + badge.width <= width, `${width}`);
  }
  await page.getByTitle(LONG).click();
  await page.getByRole("heading", { name: LONG }).waitFor();
  const heading = await page.getByRole("heading", { name: LONG }).boundingBox();
  assert.ok(heading && heading.height < 80);
  await close();
});

test("the focus moves to the next row when a row is removed", async () => {
  const { page, close } = await consoles.enter("/roles/clerk");
  const remove = page.getByRole("button", { name: rolesTexts.en.removeGrant("orders:write") });
  await remove.focus();
  await page.keyboard.press("Enter");
  await remove.waitFor({ state: "detached" });
  await page.locator("#main :focus").waitFor();
  assert.equal(
    await page.evaluate("document.activeElement.ariaLabel"),
    rolesTexts.en.removeGrant("orders:refund"),
  );
  await close();
});

test("the head of a column sorts a list, by mouse and by keyboard, and the address keeps the order", async () => {
  await consoles.licet.apply(
    `users: [${Array.from({ length: 60 }, (_, i) => `{ username: sorted${i}, name: Zoe Sorted }`).join(", ")}]`,
  );
  const { page, close } = await consoles.enter("/users?q=SORT");
  const head = (name: string) => page.getByRole("columnheader", { name });
  const firstRow = page.locator("tbody tr").first();
  await page.getByText("50 of 60 users").waitFor();
  assert.equal(await head("Name").first().getAttribute("aria-sort"), "ascending");
  assert.equal(await head("Username").getAttribute("aria-sort"), "none");
  await head("Username").getByRole("button").click();
  await firstRow.getByText("sorted0", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await firstRow.getByText("sorted9", { exact: true }).waitFor();
  assert.equal(await head("Username").getAttribute("aria-sort"), "descending");
  assert.equal(new URL(page.url()).search, "?q=SORT&sort=-username");
  await page.reload();
  await seeView(page);
  await firstRow.getByText("sorted9", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByText("60 users", { exact: true }).waitFor();
  await page.locator("tbody tr").last().getByText("sorted0", { exact: true }).waitFor();
  await close();
});
