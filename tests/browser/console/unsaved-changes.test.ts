import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { draftTexts } from "../../../packages/console/src/components/draft/texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { permissionsTexts } from "../../../packages/console/src/features/applications/permissions/texts.ts";
import { applicationsTexts } from "../../../packages/console/src/features/applications/texts.ts";
import { userTexts } from "../../../packages/console/src/features/users/texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { postForm } from "../../support/start-licet.ts";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";
import type { Visit } from "./support/windows.ts";

const [ui, roles, users] = [uiTexts.en, rolesTexts.en, userTexts.en];
const consoles = useConsole();

const save = (page: Page) => page.getByRole("button", { name: ui.save, exact: true }).click();
const description = (page: Page) => page.getByRole("textbox", { name: roles.descriptionLabel });
const question = (page: Page) => page.getByRole("dialog").filter({ hasText: ui.leaveTitle });
const goTo = (page: Page, view: string) =>
  page.getByRole("navigation").getByRole("link", { name: view, exact: true }).first().click();

/** Navigates through the search (⌘K). */
async function jumpTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  // The field is found by its name: a dialog below may have similar fields, and the search opens a moment later.
  const search = page.getByRole("dialog", { name: shellTexts.en.search, exact: true });
  await search.getByRole("combobox").fill(name);
  await search.getByRole("option", { name: new RegExp(`^${name}`) }).click();
}

async function stay(page: Page): Promise<void> {
  await question(page).getByRole("button", { name: ui.stay }).click();
  await question(page).waitFor({ state: "detached" });
}

interface StoredRole {
  readonly description: string;
  readonly inherits: readonly string[];
  readonly grants: readonly { readonly permission: string }[];
}

/** The other user, who works through the API. */
async function askApi(method: string, path: string, body?: object): Promise<StoredRole> {
  const { body: token } = await postForm(`${consoles.licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "admin",
    client_secret: "demo-admin-secret-not-for-production",
    scope: "licet:*",
  });
  const answer = await fetch(`${consoles.licet.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token.access_token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return (answer.status === 204 ? {} : await answer.json()) as StoredRole;
}

for (const { kind, list, first, second, field } of [
  { kind: "user", list: "/users", first: "Alice", second: "Bob", field: users.username },
  { kind: "resource", list: "/resources", first: "orders", second: "stock", field: "Identifier" },
])
  test(`input for one ${kind} does not appear, and cannot be saved, at another`, async () => {
    const { page, close } = await consoles.enter(list);
    const input = page.getByRole("textbox", { name: new RegExp(`^${field}`) });
    const open = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("link", { name: second, exact: true }).click();
    await open(second);
    await input.waitFor();
    const stored = await input.inputValue();
    await jumpTo(page, first);
    await open(first);
    await input.fill("https://typed-for-the-first.example.test");
    await jumpTo(page, second);
    await question(page).getByRole("button", { name: ui.leave, exact: true }).click();
    await open(second);
    assert.equal(await input.inputValue(), stored);
    assert.equal(await page.getByRole("button", { name: ui.save, exact: true }).count(), 0);
    await close();
  });

test("two users who change different members of a role both keep their change, without a question", async () => {
  const refund = { permission: "orders:refund", when: 'subject.attributes.department == "sales"' };
  await askApi("POST", "/roles", {
    name: "cashier",
    description: "Sells",
    inherits: ["viewer"],
    grants: ["orders:write", refund],
  });
  const { page, close } = await consoles.enter("/roles/cashier");
  await description(page).fill("Serves at the counter");
  const { grants, inherits, description: before } = await askApi("GET", "/roles/cashier");
  await askApi("PUT", "/roles/cashier", {
    description: before,
    inherits,
    grants: [...grants, "stock:count"],
  });

  await save(page);
  await page.getByText(roles.saved).waitFor();
  const stored = await askApi("GET", "/roles/cashier");
  assert.equal(stored.description, "Serves at the counter");
  assert.deepEqual(stored.grants, [...grants, { permission: "stock:count" }]);
  await close();
});

test("input during a save is kept as the next change, on top of the changes of others", async () => {
  await askApi("POST", "/roles", { name: "typist", description: "Types", grants: ["orders:read"] });
  const { page, close } = await consoles.enter("/roles/typist");
  const sent = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await page.route("**/api/v1/roles/typist", async (route) => {
    if (route.request().method() === "PUT") {
      sent.resolve();
      await goOn.promise;
    }
    await route.continue();
  });
  await description(page).fill("Types fast");
  await save(page);
  await sent.promise;
  await askApi("PUT", "/roles/typist", { description: "Types", grants: ["orders:read", "stock:read"] });
  await description(page).fill("Types fast and on");
  goOn.resolve();
  await page.getByText(roles.saved).waitFor();
  assert.equal((await askApi("GET", "/roles/typist")).description, "Types fast");
  assert.equal(await description(page).inputValue(), "Types fast and on");

  await save(page);
  await page.getByText(ui.nothingToSave).waitFor();
  const stored = await askApi("GET", "/roles/typist");
  assert.equal(stored.description, "Types fast and on");
  assert.deepEqual(stored.grants, [{ permission: "orders:read" }, { permission: "stock:read" }]);
  await close();
});

test("applying a draft keeps what another user changed meanwhile in other members of the role", async () => {
  await askApi("POST", "/roles", { name: "driver", description: "Drives", grants: ["orders:read"] });
  const { page, close } = await consoles.enter("/roles/driver");
  await description(page).fill("Drives by day");
  await page.getByRole("button", { name: roles.tryFirst }).click();
  await page.getByRole("heading", { level: 1, name: draftTexts.en.title }).waitFor();
  await askApi("PUT", "/roles/driver", { description: "Drives", grants: ["orders:read", "stock:read"] });
  await page.getByRole("button", { name: draftTexts.en.apply }).click();
  await page.getByRole("button", { name: draftTexts.en.applyNow }).click();
  await page.getByRole("heading", { name: draftTexts.en.applied }).waitFor();
  assert.deepEqual(
    await askApi("GET", "/roles/driver").then(({ description, grants }) => [description, grants]),
    ["Drives by day", [{ permission: "orders:read" }, { permission: "stock:read" }]],
  );
  await close();
});

test("when two users change the same members of a role, the second chooses for each member, or keeps both", async () => {
  await askApi("POST", "/roles", { name: "packer", description: "Packs", grants: ["orders:read"] });
  const { page, close } = await consoles.enter("/roles/packer");
  const change = async () => {
    await description(page).fill("Packs by day");
    await page.getByRole("combobox", { name: roles.addGrant }).fill("stock:count");
    await page.getByRole("option", { name: "stock:count" }).click();
  };
  await change();
  await askApi("PUT", "/roles/packer", {
    description: "Packs by night",
    grants: ["orders:read", "orders:write"],
  });
  await save(page);
  const dialog = page.getByRole("dialog").filter({ hasText: ui.conflictTitle });
  await dialog.waitFor();
  assert.ok(await dialog.getByRole("button", { name: ui.saveChosen }).isDisabled(), "nothing is chosen yet");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: ui.discard }).click();
  assert.equal(await description(page).inputValue(), "Packs by night", "discarding shows what is stored now");

  await change();
  await askApi("PUT", "/roles/packer", {
    description: "Packs always",
    grants: ["orders:read", "orders:write", "orders:refund"],
  });
  await save(page);
  const choose = (member: string, choice: string) =>
    dialog.getByRole("radiogroup", { name: member }).getByRole("radio", { name: choice }).click();
  await choose(roles.descriptionLabel, ui.theirs);
  await choose(roles.grants, ui.both);
  await dialog.getByRole("button", { name: ui.saveChosen }).click();
  await page.getByText(roles.saved).waitFor();
  const stored = await askApi("GET", "/roles/packer");
  assert.equal(stored.description, "Packs always");
  assert.deepEqual(stored.grants.map(({ permission }) => permission).toSorted(), [
    "orders:read",
    "orders:refund",
    "orders:write",
    "stock:count",
  ]);
  await close();
});

test("saving a role that was deleted meanwhile says so, and offers to create it again with the input", async () => {
  await askApi("POST", "/roles", { name: "doomed" });
  const { page, close } = await consoles.enter("/roles/doomed");
  await description(page).fill("Much thought went into this");
  await askApi("DELETE", "/roles/doomed");
  await save(page);
  await page.getByText(ui.goneTitle).waitFor();
  await page.getByRole("button", { name: ui.createAgain }).click();
  await page.getByText(roles.saved).waitFor();
  assert.equal((await askApi("GET", "/roles/doomed")).description, "Much thought went into this");
  await close();
});

describe("a form for a new entity asks before its input is discarded, however the user leaves:", () => {
  let visit: Visit;
  const unloads: string[] = [];
  before(async () => {
    visit = await consoles.enter("/roles");
    visit.page.on("dialog", (dialog) => {
      unloads.push(dialog.type());
      void dialog.dismiss();
    });
  });
  after(() => visit.close());

  for (const list of ["/roles", "/groups", "/users", "/resources", "/applications"])
    test(list, async () => {
      const { page } = visit;
      await page.goto(`${consoles.licet.url}/console${list}`);
      await seeView(page);
      await page.locator(`#main a[href*="${list}/+new"]`).first().click();
      if (list === "/applications") await page.getByRole("radio").first().click();
      const input = page.locator("#main form input:not([type=hidden],[type=radio],[type=checkbox])").first();
      await input.fill("typed");
      const ways = [
        () => goTo(page, "Activity"),
        () => page.evaluate("history.back()"),
        () => jumpTo(page, "Alice"),
      ];
      for (const leave of ways) {
        await leave();
        await question(page).waitFor();
        await stay(page);
        assert.equal(await input.inputValue(), "typed");
      }
      await Promise.all([page.waitForEvent("dialog"), page.evaluate("location.reload()")]);
      assert.deepEqual(unloads.splice(0), ["beforeunload"], "the browser asks before a reload");
      await goTo(page, "Activity");
      await question(page).getByRole("button", { name: ui.leave, exact: true }).click();
      await input.waitFor({ state: "detached" });
    });
});

test("a saved form asks nothing when the user leaves", async () => {
  const { page, close } = await consoles.enter("/roles/+new");
  await page.getByRole("textbox", { name: roles.name }).fill("courier");
  await page.getByRole("button", { name: roles.create, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "courier" }).waitFor();
  await close();
});

test("a dialog with input asks before a click outside, Escape, Cancel or the search closes it", async () => {
  const words = permissionsTexts.en;
  const { page, close } = await consoles.enter("/applications/reports/permissions");
  await page.getByRole("button", { name: words.give }).first().click();
  const condition = page.getByRole("dialog").getByRole("textbox", { name: roles.condition });
  await condition.fill("subject.attributes.department == 'sales'");
  const ways: readonly (() => Promise<unknown>)[] = [
    () => page.mouse.click(5, 450),
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: ui.cancel, exact: true }).click(),
    () => jumpTo(page, "Alice"),
  ];
  for (const leave of ways) {
    await leave();
    await question(page).waitFor();
    await stay(page);
    assert.match(await condition.inputValue(), /sales/);
  }
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: ui.leave, exact: true }).click();
  await condition.waitFor({ state: "detached" });
  await close();
});

test("a drawer with input asks once, however it is closed", async () => {
  const { page, close } = await consoles.enter("/applications/reports/credentials");
  await page.getByRole("link", { name: "Laptop of the analyst" }).first().click();
  const drawer = page.getByRole("dialog").filter({ has: page.getByRole("textbox") });
  const name = drawer.getByRole("textbox").first();
  await name.fill("Laptop of somebody else");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.evaluate("history.back()"),
    () => drawer.getByRole("button", { name: ui.close, exact: true }).click(),
  ]) {
    await leave();
    await question(page).waitFor();
    await stay(page);
    assert.equal(await name.inputValue(), "Laptop of somebody else");
  }
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: ui.leave, exact: true }).click();
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await close();
});

test("a page with a new secret asks before it is left, until the secret was copied", async () => {
  const texts = applicationsTexts.en;
  const { page, close } = await consoles.enter("/applications/+new?type=service");
  await page.getByRole("textbox", { name: texts.create.name }).first().fill("Robot");
  await page.getByRole("button", { name: texts.create.submit }).click();
  const secret = page.locator("#main dl > div").filter({ hasText: texts.create.clientSecretLabel });
  await secret.waitFor();
  const asked = page.getByRole("dialog").filter({ hasText: ui.secretLeaveTitle });
  const ways: readonly Locator[] = [
    page.locator("#main").getByRole("link", { name: texts.permissions, exact: true }),
    page.getByRole("navigation").getByRole("link", { name: "Roles", exact: true }),
  ];
  for (const link of ways) {
    await link.click();
    await asked.getByRole("button", { name: ui.stay }).click();
    await asked.waitFor({ state: "detached" });
  }
  await secret.getByRole("button").click();
  await goTo(page, "Roles");
  await page.getByRole("heading", { level: 1, name: roles.title, exact: true }).waitFor();
  await close();
});

test("opening a link with a draft asks before it replaces the current draft", async () => {
  const draft = (name: string) =>
    JSON.stringify({ roles: [{ name, role: {} }], assign: [], revoke: [], checks: [] });
  const open = (name: string) =>
    page.goto(`${consoles.licet.url}/console/draft?draft=${encodeURIComponent(draft(name))}`);
  const changes = (name: string) =>
    page.getByRole("region", { name: draftTexts.en.changes }).getByText(name, { exact: true });
  const { page, close } = await consoles.enter("/draft");
  await open("mine");
  await changes("mine").waitFor();
  await open("theirs");
  await page.getByRole("button", { name: draftTexts.en.keepOwn }).click();
  await changes("mine").waitFor();

  await open("theirs");
  await page.getByRole("button", { name: draftTexts.en.openIncoming }).click();
  await changes("theirs").waitFor();
  await page.getByRole("button", { name: ui.undo }).click();
  await changes("mine").waitFor();
  await close();
});
