import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonTexts } from "../../../packages/console/src/components/decisions/reason-texts.ts";
import { suggestionTexts } from "../../../packages/console/src/components/suggestions/texts.ts";
import { playgroundTexts } from "../../../packages/console/src/features/playground/texts.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();

for (const [language, locale] of [
  ["en", "en-GB"],
  ["zh", "zh-CN"],
] as const) {
  test(`the playground says which scope needs a token of its own, and requests that token with a click (${language})`, async () => {
    const asked = new URLSearchParams({ client: "admin", scope: "orders:read licet:roles.read" });
    const { page, browserErrors, close } = await consoles.enter(`/playground?${asked}`, { locale });
    const verdicts = page.getByRole("list", { name: playgroundTexts[language].verdicts });
    const verdictOn = (scope: string) => verdicts.getByRole("listitem").filter({ hasText: scope }).first();
    const refused = verdictOn("licet:roles.read");
    await refused.getByText(reasonTexts[language].reasons.needs_own_token).waitFor();
    const own = `${consoles.licet.url}/api/v1`;
    await refused.getByText(suggestionTexts[language].requestSeparately(own)).waitFor();
    await refused.getByRole("button", { name: suggestionTexts[language].requestNow }).click();
    await verdictOn("licet:roles.read")
      .getByText(playgroundTexts[language].granted, { exact: true })
      .waitFor();
    await verdictOn("orders:read").getByText(reasonTexts[language].reasons.wrong_resource).waitFor();
    assert.ok(decodeURIComponent(page.url()).includes(own), page.url());
    assert.deepEqual(browserErrors, []);
    await close();
  });
}
