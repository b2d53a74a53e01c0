import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictTexts } from "../../../packages/console/src/components/problems/conflict-texts.ts";
import { issueTexts } from "../../../packages/console/src/components/problems/issue-texts.ts";
import { redirectsTexts } from "../../../packages/console/src/features/applications/redirects/texts.ts";
import { userActionTexts } from "../../../packages/console/src/features/users/actions/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const CHINESE = { locale: "zh-CN" };
const words = issueTexts.zh;

test("the issues of a field are shown in the language of the console", async () => {
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

test("an invalid redirect URI is explained in the language of the console", async () => {
  const { page, close } = await consoles.enter("/applications/shop/redirects", CHINESE);
  await page
    .getByRole("textbox", { name: redirectsTexts.zh.redirectUri(1), exact: true })
    .fill("http://shop.example.test/*");
  await page.getByRole("button", { name: uiTexts.zh.save, exact: true }).click();
  await page.getByText(words.malformed(words.forms.redirect_uri)).waitFor();
  await close();
});

test("a conflict with the stored state is explained in the language of the console", async () => {
  const ada = await consoles.licet.services.storage.state.findUserByUsername("ada");
  const { page, close } = await consoles.enter(`/users/${ada?.id}`, CHINESE);
  await page.getByRole("button", { name: userActionTexts.zh.disable }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: userActionTexts.zh.disable }).click();
  await dialog.getByText(conflictTexts.zh.disablesItself).waitFor();
  assert.doesNotMatch(await dialog.innerText(), /a caller cannot/);
  await close();
});
