import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { permissionTexts } from "../../../packages/console/src/components/permissions/permission-texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { checkTexts } from "../../../packages/console/src/features/check/texts.ts";
import { actionTexts } from "../../../packages/console/src/shell/actions/action-texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { signIn } from "../support/user-at-page.ts";
import { seeView } from "./support/administrator.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole("it adds users, and other files list the users of the demo");
const permissions = permissionTexts.en;
const PASSWORD = "a password for one thing";

async function enterAs(username: string, path: string) {
  const visit = await consoles.visit();
  await visit.page.goto(`${consoles.licet.url}/console${path}`);
  await signIn(visit.page, { username, password: PASSWORD });
  await visit.page.waitForURL("**/console/**");
  await seeView(visit.page);
  return visit;
}

const missing = (page: Page, permission: string) => page.getByText(permissions.needs([permission])).waitFor();

describe("a user with limited permissions", () => {
  before(() =>
    consoles.licet.apply(
      [
        "users:",
        ...["reader", "asker", "newcomer", "finder", "writer", "explainer"].map(
          (username) => `  - { username: ${username}, password: "${PASSWORD}" }`,
        ),
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

  test("who may only read roles sees no action that would be refused, and which permission it needs", async () => {
    const { page, browserErrors, close } = await enterAs("reader", "/roles");
    assert.equal(await page.getByRole("link", { name: rolesTexts.en.create }).count(), 0);
    const offered = page.getByRole("navigation", { name: shellTexts.en.navigation }).getByRole("link");
    assert.deepEqual(await offered.allInnerTexts(), [shellTexts.en.home, shellTexts.en.roles]);
    await page.keyboard.press("Control+k");
    const listed = page.getByRole("option");
    await listed.first().waitFor();
    const { keys } = actionTexts.en;
    assert.deepEqual(await listed.allInnerTexts(), [shellTexts.en.home, shellTexts.en.roles, keys]);
    await page.keyboard.type("disable user bob");
    await page.getByText(shellTexts.en.nothingFound("disable user bob")).waitFor();
    await page.keyboard.press("Escape");
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

  test("who opens a form without its permission sees which one is missing, and gets the form once it is granted", async () => {
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
    await page.getByRole("heading", { name: rolesTexts.en.create }).waitFor();
    await close();
  });

  test("who is refused when saving keeps the input, and can save once the permission is back", async () => {
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

  test("who may check but not explain gets the decision without its reasons", async () => {
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

  test("who may not read users sees that the values of a condition are withheld, in both languages", async () => {
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

  test("whose draft has a condition on data that they may not read sees which permission it needs", async () => {
    const assign = [{ principal: "user:alice", permission: "orders:read", when: 'client.id == "x"' }];
    const draft = JSON.stringify({ roles: [], assign, revoke: [], checks: [] });
    const { page, close } = await enterAs("explainer", `/draft?draft=${encodeURIComponent(draft)}`);
    await page.getByText(permissions.needsAll(["licet:applications.read"])).waitFor();
    await close();
  });

  test("who searches sees which kinds of entities were not searched", async () => {
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
});
