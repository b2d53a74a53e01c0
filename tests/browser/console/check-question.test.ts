import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTexts } from "../../../packages/console/src/features/check/texts.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();

test("an instance is found by its id alone, by its resource, and by both", async () => {
  const { page, browserErrors, close } = await consoles.enter("/check");
  const instance = page.getByRole("combobox", { name: checkTexts.en.resource });
  for (const typed of ["42", "orders", "orders/4"]) {
    await instance.fill(typed);
    await page.getByRole("option", { name: "orders/42" }).waitFor();
  }
  await page.getByRole("option", { name: "orders/42" }).click();
  assert.equal(await instance.inputValue(), "orders/42");
  assert.deepEqual(browserErrors, []);
  await close();
});
