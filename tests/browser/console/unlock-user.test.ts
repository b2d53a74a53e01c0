import assert from "node:assert/strict";
import { test } from "node:test";
import { activityTexts } from "../../../packages/console/src/components/activity/texts.ts";
import { userActionTexts } from "../../../packages/console/src/features/users/actions/texts.ts";
import { lockoutTexts } from "../../../packages/console/src/features/users/lockout-texts.ts";
import { createPageBrowser } from "../../security/login/page-browser.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const LANGUAGES = [
  ["en", "en-GB"],
  ["zh", "zh-CN"],
] as const;

const signIn = async (password: string): Promise<number> =>
  (await createPageBrowser(consoles.licet.url).signIn("bob", password)).status;

for (const [language, locale] of LANGUAGES)
  test(`an administrator sees that a user is locked out, unlocks the user, and finds both in the audit log (${language})`, async () => {
    const texts = lockoutTexts[language];
    for (let count = 0; count < 10; count += 1) assert.equal(await signIn("wrong"), 400);
    assert.equal(await signIn("wrong"), 429);
    const { storage } = consoles.licet.services;
    const bob = await storage.state.findUserByUsername("bob");
    await storage.audit.append(
      [
        {
          at: Date.now(),
          type: "limit.reached",
          actor: "client:reports",
          ip: "203.0.113.7",
          data: { limit: "client_failures", most: 50, window_seconds: 300 },
        },
      ],
      [],
    );

    const { page, browserErrors, close } = await consoles.enter(`/users/${bob?.id}`, { locale });
    await page.getByText(texts.title).waitFor();
    await page.getByRole("button", { name: texts.unlock }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(userActionTexts[language].unlockForgets(10)).waitFor();
    await dialog.getByRole("button", { name: userActionTexts[language].unlock }).click();
    await page.getByText(texts.unlocked).waitFor();
    await page.getByText(texts.title).waitFor({ state: "detached" });
    assert.equal(await signIn("wrong"), 400, "the password is looked at again");

    await page.goto(`${consoles.licet.url}/console/activity?type=limit.reached`);
    await page.getByText(activityTexts[language].limits.client_failures).first().waitFor();
    await page.goto(`${consoles.licet.url}/console/activity?type=user.unlocked`);
    const [, after = ""] =
      activityTexts[language].sentences.byType["user.unlocked"].split(/\{actor\}|\{target\}/);
    await page.getByText(after.trim()).first().waitFor();
    assert.deepEqual(browserErrors, []);
    await close();
    await consoles.licet.services.loginThrottle.unlock(bob as NonNullable<typeof bob>);
  });
