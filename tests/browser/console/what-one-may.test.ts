import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { permissionTexts } from "../../../packages/console/src/components/permissions/permission-texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { checkTexts } from "../../../packages/console/src/features/check/texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { signIn } from "../support/person-at-page.ts";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const permissions = permissionTexts.en;
const PASSWORD = "a password for one thing";
const LONG = "W".repeat(200);

async function enterAs(username: string, path: string) {
  const visit = await consoles.visit();
  await visit.page.goto(`${consoles.licet.url}/console${path}`);
  await signIn(visit.page, { username, password: PASSWORD });
  await visit.page.waitForURL("**/console/**");
  await seeView(visit.page);
  return visit;
}

const missing = (page: Page, permission: string) => page.getByText(permissions.needs([permission])).waitFor();

describe("with few permissions, and with long names:", () => {
  before(() =>
    consoles.licet.apply(
      [
        "users:",
        ...["reader", "asker", "newcomer", "finder", "writer", "explainer"].map(
          (username) => `  - { username: ${username}, password: "${PASSWORD}" }`,
        ),
        `  - { username: long, name: ${LONG} }`,
        "assignments:",
        '  - { principal: "user:reader", permission: "licet:roles.read" }',
        '  - { principal: "user:asker", permission: "licet:check" }',
        '  - { principal: "user:newcomer", permission: "licet:check" }',
        ...["licet:check", "licet:explain", "licet:simulate", "licet:roles.read"].map(
          (permission) => `  - { principal: "user:explainer", permission: "${permission}" }`,
        ),
        `  - { principal: "user:alice", permission: orders:refund, when: 'subject.name == "nobody"' }`,
        '  - { principal: "user:finder", permission: "licet:roles.read" }',
      ].join("\n"),
    ),
  );

  test("whoever may only read roles is offered nothing that would be refused, and told why", async () => {
    const { page, browserErrors, close } = await enterAs("reader", "/roles");
    assert.equal(await page.getByRole("link", { name: rolesTexts.en.create }).count(), 0);
    const offered = page.getByRole("navigation", { name: shellTexts.en.navigation }).getByRole("link");
    assert.deepEqual(await offered.allInnerTexts(), [shellTexts.en.home, shellTexts.en.roles]);
    await page.getByRole("link", { name: "clerk", exact: true }).click();
    await missing(page, "licet:roles.write");
    await page.getByText("orders:write", { exact: true }).waitFor();
    assert.equal(
      await page.getByRole("button", { name: rolesTexts.en.removeGrant("orders:write") }).count(),
      0,
    );
    assert.equal(await page.locator("#main form :enabled, #main fieldset button:enabled").count(), 0);
    assert.equal(await page.getByRole("button", { name: uiTexts.en.save, exact: true }).count(), 0);
    await page.getByRole("link", { name: rolesTexts.en.tabs.holders }).click();
    await missing(page, "licet:assignments.read");
    assert.equal(await page.getByRole("button", { name: uiTexts.en.retry }).count(), 0);
    assert.deepEqual(
      browserErrors.filter((error) => !error.includes("403")),
      [],
    );
    await close();
  });

  test("a form opened by its address says what is missing before anything is typed, and opens once it was given", async () => {
    const { page, close } = await enterAs("newcomer", "/roles/+new");
    await page.getByRole("heading", { name: permissions.mayNotOpen }).waitFor();
    await missing(page, "licet:roles.write");
    assert.equal(await page.getByRole("textbox").count(), 0);
    const refreshPermissions = page.getByRole("button", { name: permissions.refreshPermissions });
    await refreshPermissions.click();
    await page.getByText(permissions.stillNot).waitFor();
    await consoles.licet.apply(
      'assignments: [{ principal: "user:newcomer", permission: "licet:roles.write" }]',
    );
    await refreshPermissions.click();
    await page.getByRole("heading", { name: rolesTexts.en.createTitle }).waitFor();
    await close();
  });

  test("what was typed outlives a refusal and the look whether it still holds", async () => {
    await consoles.licet.apply(
      'assignments: [{ principal: "user:writer", permission: "licet:roles.read" }, { principal: "user:writer", permission: "licet:roles.write" }]',
    );
    const { page, close } = await enterAs("writer", "/roles/clerk");
    const description = page.getByRole("textbox", { name: rolesTexts.en.descriptionLabel });
    await description.fill("Typed before the answer");
    // The server refuses the write, as if the permission had been revoked meanwhile.
    const refuse = "**/api/v1/roles/clerk";
    await page.route(refuse, (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({
            status: 403,
            headers: { "www-authenticate": 'Bearer realm="licet", scope="licet:roles.write"' },
            json: { type: "urn:licet:problem:forbidden", title: "This is not allowed", status: 403 },
          })
        : route.continue(),
    );
    const save = page.getByRole("button", { name: uiTexts.en.save, exact: true });
    await save.click();
    await missing(page, "licet:roles.write");
    await page.unroute(refuse);
    await page.getByRole("button", { name: permissions.refreshPermissions }).click();
    await page.getByText(permissions.nowHeld).waitFor();
    assert.equal(await description.inputValue(), "Typed before the answer");
    await save.click();
    await page.getByText(rolesTexts.en.saved).waitFor();
    await close();
  });

  test("whoever may ask whether, but not why, gets the answer alone", async () => {
    const { page, close } = await enterAs("asker", "/check?subject=user:alice&permission=orders:read");
    await page.getByRole("status").getByText(checkTexts.en.allowed, { exact: true }).waitFor();
    await page.getByText(checkTexts.en.mayNotSeeWhy).waitFor();
    await missing(page, "licet:explain");
    const who = page.getByRole("combobox", { name: checkTexts.en.subject });
    await who.fill("nobody-of-this-name");
    await page.getByRole("option", { name: "nobody-of-this-name" }).first().click();
    await page.waitForURL(/subject=user(:|%3A)nobody-of-this-name/);
    await close();
  });

  test("whoever may not read users is told that the values of a condition are left out, in both languages", async () => {
    const lacking = ["licet:users.read", "licet:applications.read"];
    const { page, close } = await enterAs("explainer", "/check?subject=user:alice&permission=orders:refund");
    await page.getByText(permissions.valuesWithheld("subject", lacking)).first().waitFor();
    assert.equal(await page.getByText("subject.name = ").count(), 0);
    await close();
    const visit = await consoles.visit({ locale: "zh-CN" });
    await visit.page.goto(`${consoles.licet.url}/console/check?subject=user:alice&permission=orders:refund`);
    await signIn(visit.page, { username: "explainer", password: PASSWORD });
    await visit.page.getByText(permissionTexts.zh.valuesWithheld("subject", lacking)).first().waitFor();
    await visit.close();
  });

  test("a draft whose conditions read more than one may says what it needs", async () => {
    const assign = [{ principal: "user:alice", permission: "orders:read", when: 'client.id == "x"' }];
    const draft = JSON.stringify({ roles: [], assign, revoke: [], checks: [] });
    const { page, close } = await enterAs("explainer", `/draft?draft=${encodeURIComponent(draft)}`);
    await page.getByText(permissions.needsAll(["licet:applications.read"])).waitFor();
    await close();
  });

  test("a search says which kinds it could not look through", async () => {
    const { page, close } = await enterAs("finder", "/roles");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: shellTexts.en.search }).fill("bob");
    const { kinds } = permissions;
    const notSearched = ["users.read", "applications.read", "resources.read", "groups.read"] as const;
    await page
      .getByText(permissions.notSearched(notSearched.map((permission) => kinds[permission])))
      .waitFor();
    await close();
  });

  test("one long name leaves the other columns in sight, on a desktop and on a tablet", async () => {
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

  test("the focus goes on to the next row when one is taken away", async () => {
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
});
