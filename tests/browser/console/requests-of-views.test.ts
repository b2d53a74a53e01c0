import assert from "node:assert/strict";
import { test } from "node:test";
import { homeTexts } from "../../../packages/console/src/features/home/texts.ts";
import { playgroundTexts } from "../../../packages/console/src/features/playground/texts.ts";
import { permissionsTexts } from "../../../packages/console/src/features/users/permissions/texts.ts";
import { signIn } from "../support/user-at-page.ts";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
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

test("the setup counts a token of an application, also behind many tokens of the console", async () => {
  const { storage } = consoles.licet.services;
  const issued = (actor: string) => ({ at: Date.now(), type: "token.issued", actor, data: {} }) as const;
  await storage.audit.append([issued("application:shop")], []);
  await storage.audit.append(
    Array.from({ length: 201 }, () => issued("application:licet-console")),
    [],
  );
  const { page, close } = await consoles.enter("/");
  const step = page.getByRole("link", { name: homeTexts.en.steps.token.title });
  await step.filter({ hasText: homeTexts.en.done }).waitFor();
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
