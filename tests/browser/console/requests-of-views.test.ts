import assert from "node:assert/strict";
import { test } from "node:test";
import { activityTexts } from "../../../packages/console/src/components/activity/texts.ts";
import { assignmentsTexts } from "../../../packages/console/src/components/assignments/texts.ts";
import { suggestionTexts } from "../../../packages/console/src/components/suggestions/texts.ts";
import { homeTexts } from "../../../packages/console/src/features/home/texts.ts";
import { playgroundTexts } from "../../../packages/console/src/features/playground/texts.ts";
import { permissionsTexts } from "../../../packages/console/src/features/users/permissions/texts.ts";
import { postForm } from "../../support/start-licet.ts";
import { signIn } from "../support/user-at-page.ts";
import { seeView } from "./support/administrator.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole("it reads the figures of Home, which count the requests of all files");
const PASSWORD = "a password for lists";

test("a user who may list but not explain reads the permissions of a user, without their sources", async () => {
  await consoles.licet.apply(
    [
      "users:",
      `  - { username: lister, password: "${PASSWORD}" }`,
      "assignments:",
      ...["licet:list", "licet:users.read"].map(
        (permission) => `  - { principal: "user:lister", permission: "${permission}" }`,
      ),
    ].join("\n"),
  );
  const lister = await consoles.licet.services.storage.state.findUserByUsername("lister");
  const { page, close } = await consoles.visit();
  await page.goto(`${consoles.licet.url}/console/users/${lister?.id}/permissions`);
  await signIn(page, { username: "lister", password: PASSWORD });
  await page.waitForURL("**/console/**");
  await seeView(page);
  await page.getByText("licet:users.read", { exact: true }).waitFor();
  assert.equal(await page.getByText(permissionsTexts.en.from, { exact: true }).count(), 0);
  await close();
});

test("the setup counts a token of an application, and not those of the console", async () => {
  const { audit } = consoles.licet.services.storage;
  const { page, close } = await consoles.enter("/");
  const step = page.getByRole("link", { name: homeTexts.en.steps.token.title });
  const done = step.filter({ hasText: homeTexts.en.done });
  await step.waitFor();
  assert.equal(await done.count(), 0, "the console has requested a token, too");
  const minute = Math.floor(Date.now() / 60_000) - 100 * 1_440;
  await audit.append([], [{ minute, name: "tokens_issued", label: "client_credentials", count: 1 }]);
  await page.reload();
  await done.waitFor();
  await close();
});

test("Home begins with a refusal of others and its fix, leads to what it counts, and asks for nothing else", async () => {
  const { licet } = consoles;
  const home = homeTexts.en;
  const request = {
    grant_type: "client_credentials",
    client_id: "reports",
    scope: "orders:read orders:write",
  };
  const secret = "demo-reports-secret-not-for-production";
  await postForm(`${licet.url}/oidc/token`, { ...request, client_secret: secret });
  await licet.runJob("audit");

  const { page, close } = await consoles.enter("/");
  const title = page.getByRole("heading", { name: home.refusal.title });
  await title.waitFor();
  await page.getByRole("button", { name: suggestionTexts.en.give }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: assignmentsTexts.en.submit, exact: true })
    .click();
  await title.waitFor({ state: "detached" });

  const figures = page.locator("#main figure");
  await figures.filter({ hasText: home.refusalsByReason }).getByRole("link").click();
  await page.waitForURL(/activity\?.*refused=not_granted/);
  const events = page.locator(`ol[aria-label="${activityTexts.en.activity}"] > li`);
  await events.first().waitFor();
  assert.equal(await events.count(), 1);

  await page.goto(`${licet.url}/console/`);
  await page.getByRole("button", { name: home.hide }).click();
  const asked: string[] = [];
  let bytes = 0;
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/v1/")) return;
    asked.push(pathname.slice("/api/v1".length));
    bytes += (await response.body()).length;
  });
  await page.reload();
  await seeView(page);
  // Sleeps: 500 ms without a request. Nothing else tells that the view asks for nothing more.
  await page.waitForLoadState("networkidle");
  assert.deepEqual(asked.toSorted(), [
    "/audit",
    "/keys",
    "/nodes",
    "/scopes:resolve",
    "/secrets:expiring",
    "/stats",
    "/users:look-alikes",
  ]);
  assert.ok(bytes > 0 && bytes < 4_000, `${bytes} bytes`);
  assert.equal(
    await figures.filter({ hasText: home.checks }).count(),
    0,
    "a chart without data is not shown",
  );
  await close();
});

test("the playground evaluates a request once, and none before a client is chosen", async () => {
  const { page, close } = await consoles.enter("/playground");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/scopes:resolve"))
      sent.push(JSON.parse(request.postData() ?? "{}").client_id);
  });
  const texts = playgroundTexts.en;
  await page.getByRole("combobox", { name: texts.client }).fill("reports");
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: texts.scope }).fill("orders:read");
  const evaluate = page.getByRole("button", { name: texts.submit.dry, exact: true });
  await evaluate.click();
  await page.getByText(texts.verdicts).waitFor();
  assert.deepEqual(sent, ["reports"]);
  const again = page.waitForResponse((response) => response.url().endsWith("/scopes:resolve"));
  await evaluate.click();
  await again;
  assert.deepEqual(sent, ["reports", "reports"], "the same request is evaluated again");
  await close();
});
