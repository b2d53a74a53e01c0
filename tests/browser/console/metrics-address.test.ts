import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsTexts } from "../../../packages/console/src/features/settings/texts.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const texts = settingsTexts.en;

test("the settings name the address of the metrics where there is one, and otherwise how to get one", async () => {
  const { page, close } = await consoles.enter("/settings/about");
  const row = page.locator("dl > div", { has: page.getByText(texts.metrics, { exact: true }) });
  await row.getByText(`${consoles.licet.url}/metrics`).waitFor();
  await row.getByText(texts.metricsAccess.public).waitFor();
  for (const [metrics, shown, hint] of [
    [{ access: "off", own_listener: false }, texts.metricsOff, texts.metricsAccess.off],
    [{ access: "token", own_listener: true }, texts.metricsElsewhere, texts.metricsAccess.token],
  ] as const) {
    await page.route("**/api/v1/about", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), metrics } });
    });
    await page.reload();
    // Not exact: the hint is in the same cell.
    await row.getByText(shown).waitFor();
    await row.getByText(hint).waitFor();
    assert.equal(await row.getByText("/metrics").count(), 0);
    await page.unroute("**/api/v1/about");
  }
  await close();
});
