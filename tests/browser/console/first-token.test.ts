import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { activityTexts } from "../../../packages/console/src/components/activity/texts.ts";
import { assignmentsTexts } from "../../../packages/console/src/components/assignments/texts.ts";
import { suggestionTexts } from "../../../packages/console/src/components/suggestions/texts.ts";
import { credentialsTexts } from "../../../packages/console/src/features/applications/credentials/texts.ts";
import { applicationsTexts } from "../../../packages/console/src/features/applications/texts.ts";
import { playgroundTexts } from "../../../packages/console/src/features/playground/texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { postForm } from "../../support/start-licet.ts";
import { signInAsAdministrator } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const READERS = [
  { language: "en", called: "English, light", locale: "en-GB", colorScheme: "light" },
  { language: "zh", called: "Chinese, dark", locale: "zh-CN", colorScheme: "dark" },
] as const;

const consoles = useConsole();

for (const { language, called, locale, colorScheme } of READERS) {
  test(`an administrator creates an application, sees why its scope was refused, and grants it with a click (${called})`, async () => {
    const { licet } = consoles;
    const { page, browserErrors, close } = await consoles.visit({ locale, colorScheme });
    const [shell, ui] = [shellTexts[language], uiTexts[language]];
    const [applications, credentials] = [applicationsTexts[language], credentialsTexts[language]];
    const playground = playgroundTexts[language];
    const goTo = async (name: string) => {
      const navigation = page.getByRole("navigation", { name: shell.navigation });
      await navigation.getByRole("link", { name, exact: true }).click();
      // Until then the previous view is still there, and may have a link with the same name as the next.
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    };
    const copy = async (from: Locator, label: string): Promise<string> => {
      const entry = from.locator("dl > div").filter({ hasText: label });
      await entry.getByRole("button", { name: `${ui.copy}: ${label}` }).click();
      await entry.getByRole("status").filter({ hasText: ui.copied }).waitFor();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      assert.equal(copied, await entry.getByRole("code").textContent(), "what is copied is what is shown");
      return copied;
    };
    const askForToken = async (account: Readonly<Record<string, string>>) => {
      const { status, body } = await postForm(`${licet.url}/oidc/token`, {
        grant_type: "client_credentials",
        scope: "orders:read",
        ...account,
      });
      return { status, scope: body.scope, refused: body.scope_rejected };
    };

    await page.goto(`${licet.url}/console/`);
    await signInAsAdministrator(page);
    assert.equal(await page.getAttribute("html", "lang"), language === "zh" ? "zh-Hans" : "en");

    const clientId = `night-watch-${language}`;
    await goTo(shell.applications);
    await page.getByRole("link", { name: applications.add }).click();
    await page.getByRole("radio", { name: applications.types.service.name }).click();
    await page.getByRole("textbox", { name: applications.create.name, exact: true }).fill("Night watch");
    await page.getByRole("textbox", { name: applications.create.clientId }).fill(clientId);
    await page.getByRole("button", { name: applications.create.submit, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: applications.create.done("Night watch") }).waitFor();
    const secret = await copy(page.getByRole("main"), applications.create.clientSecretLabel);
    const asApplication = { client_id: clientId, client_secret: secret };
    assert.deepEqual(await askForToken(asApplication), { status: 200, scope: "", refused: "orders:read" });

    await page.getByRole("link", { name: applications.create.open }).click();
    await page.getByRole("link", { name: applications.credentials, exact: true }).click();
    await page.getByRole("button", { name: credentials.addAccount }).first().click();
    const dialog = page.getByRole("dialog");
    const accountName = `Lantern ${language}`;
    await dialog.getByRole("textbox", { name: credentials.accountName, exact: true }).fill(accountName);
    await dialog.getByRole("button", { name: credentials.create }).click();
    await dialog.getByRole("heading", { name: credentials.accountStored }).waitFor();
    const account = {
      client_id: await copy(dialog, credentials.accessKey),
      client_secret: await copy(dialog, credentials.secretKey),
    };
    await dialog.getByRole("button", { name: ui.secretStored }).click();
    await page.getByRole("link", { name: accountName }).waitFor();
    assert.deepEqual(await askForToken(account), { status: 200, scope: "", refused: "orders:read" });

    await goTo(shell.activity);
    const activity = activityTexts[language];
    const again = page
      .getByRole("listitem")
      .filter({ hasText: account.client_id })
      .getByRole("link", { name: activity.openInPlayground });
    // The audit log is written after the response: the refusal is listed already, or appears as a new event.
    const announced = page.getByRole("button", {
      name: new RegExp(activity.newEvents(1, false).replace("1", "\\d+")),
    });
    await again.or(announced).first().waitFor();
    if (await announced.isVisible()) await announced.click();
    await again.click();
    const verdicts = page.getByRole("list", { name: playground.verdicts });
    await verdicts.getByText(playground.refused, { exact: true }).waitFor();
    await verdicts.getByRole("button", { name: suggestionTexts[language].give }).first().click();
    await dialog.getByRole("button", { name: assignmentsTexts[language].submit, exact: true }).click();
    await verdicts.getByText(playground.granted, { exact: true }).waitFor();

    assert.deepEqual(await askForToken(account), { status: 200, scope: "orders:read", refused: "" });
    assert.deepEqual(browserErrors, []);
    await close();
  });
}
