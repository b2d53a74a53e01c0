import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentsTexts } from "../../../packages/console/src/components/assignments/texts.ts";
import { conflictTexts } from "../../../packages/console/src/components/problems/conflict-texts.ts";
import { issueTexts } from "../../../packages/console/src/components/problems/issue-texts.ts";
import { redirectsTexts } from "../../../packages/console/src/features/applications/redirects/texts.ts";
import { userTexts } from "../../../packages/console/src/features/users/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const CHINESE = { locale: "zh-CN" };
const words = issueTexts.zh;

test("what is wrong with a field is said in the language of the console", async () => {
  const { page, browserErrors, close } = await consoles.enter("/users/+new", CHINESE);
  const field = (name: RegExp) => page.getByRole("textbox", { name });
  await field(/^用户名/).fill("two words");
  await field(/^姓名/).fill("n".repeat(201));
  await page.locator("form button[type=submit]").click();
  await page.getByText(words.malformed(words.forms.username)).waitFor();
  await page.getByText(words.tooLong(200)).waitFor();
  // The response is a 400, which Chromium logs itself.
  assert.deepEqual(
    browserErrors.filter((error) => !error.includes("400")),
    [],
  );
  await close();
});

test("an address that cannot be registered says which could", async () => {
  const { page, close } = await consoles.enter("/applications/shop/redirects", CHINESE);
  await page
    .getByRole("textbox", { name: redirectsTexts.zh.redirectUri(1), exact: true })
    .fill("http://shop.example.test/*");
  await page.getByRole("button", { name: uiTexts.zh.save, exact: true }).click();
  await page.getByText(words.malformed(words.forms.redirect_uri)).waitFor();
  await close();
});

test("what the present state does not allow is said in the language of the console", async () => {
  const ada = await consoles.licet.services.storage.state.findUserByUsername("ada");
  const { page, close } = await consoles.enter(`/users/${ada?.id}`, CHINESE);
  await page.getByRole("checkbox", { name: userTexts.zh.enabled }).click();
  await page.getByRole("button", { name: uiTexts.zh.save, exact: true }).click();
  await page.getByText(conflictTexts.zh.disablesItself).waitFor();
  assert.doesNotMatch(await page.locator("#main").innerText(), /a caller cannot/);
  await close();
});

test("a list of assignments comes with the names of its principals: nobody is asked for one by one", async () => {
  const users = Array.from({ length: 30 }, (_, index) => `user-${index}`);
  await consoles.licet.apply(
    [
      "roles: [{ name: crowded }]",
      "users:",
      ...users.map((username) => `  - { username: ${username}, name: "Person ${username}" }`),
      "assignments:",
      ...users.map((username) => `  - { principal: "user:${username}", role: crowded }`),
    ].join("\n"),
  );
  const { page, close } = await consoles.enter("/settings/about");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${consoles.licet.url}/console/assignments?role=crowded`);
  await seeView(page);
  await page.getByRole("link", { name: "Person user-29" }).waitFor();
  await page.getByRole("columnheader", { name: assignmentsTexts.en.columns.principal }).waitFor();
  assert.deepEqual(
    asked.filter((path) => /^\/api\/v1\/users\//.test(path)),
    [],
  );
  assert.equal(asked.filter((path) => path === "/api/v1/assignments").length, 1);
  await close();
});
