import assert from "node:assert/strict";
import { test } from "node:test";
import { deletionTexts } from "../../../packages/console/src/components/deletion/texts.ts";
import { draftTexts } from "../../../packages/console/src/components/draft/texts.ts";
import { historyTexts } from "../../../packages/console/src/components/history/texts.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole(
  "it deletes groups, and the activity that other files open would ask for them",
);

for (const [language, locale] of [
  ["en", "en-GB"],
  ["zh", "zh-CN"],
] as const)
  test(`a group is deleted with everything that depends on it, after its name was typed (${language})`, async () => {
    const { storage } = consoles.licet.services;
    const bob = await storage.state.findUserByUsername("bob");
    const group = `crew-${language}`;
    await storage.state.commit(
      [
        { op: "put", kind: "group", value: { name: group } },
        { op: "put", kind: "membership", value: { group, member: `user:${bob?.id}` } },
        { op: "put", kind: "group", value: { name: `fleet-${language}` } },
        { op: "put", kind: "membership", value: { group: `fleet-${language}`, member: `group:${group}` } },
        { op: "put", kind: "permission", value: { name: `sail-${language}`, description: { en: "Sail" } } },
        {
          op: "put",
          kind: "assignment",
          value: { id: `asg_${group}`, principal: `group:${group}`, permission: `sail-${language}` },
        },
      ],
      { name: "test", at: Date.now() },
    );
    const texts = deletionTexts[language];
    const { page, browserErrors, close } = await consoles.enter(`/groups/${group}`, { locale });
    await page.getByRole("button", { name: texts.delete }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(texts.inUse(2)).waitFor();
    await dialog.getByText(texts.afterwards.group).waitFor();
    await dialog.getByRole("link", { name: `fleet-${language}` }).waitFor();
    await dialog.getByText(draftTexts[language].whoLoses(1)).waitFor();
    const confirm = dialog.getByRole("button", { name: texts.deleteAll });
    assert.equal(await confirm.isDisabled(), true);
    await dialog.getByRole("textbox").fill(group);
    await confirm.click();
    await page.waitForURL(/\/console\/groups$/);
    assert.equal(await storage.state.find("group", group), undefined);
    assert.equal(await storage.state.find("assignment", `asg_${group}`), undefined);
    // The dialog names Activity as the way to the history, from where the group can be restored.
    await page.goto(`${consoles.licet.url}/console/activity?target=group:${group}`);
    await page.getByRole("list").getByRole("link", { name: group }).first().click();
    await page.getByRole("button", { name: historyTexts[language].restore }).first().waitFor();
    // The console reads the shown entity once more, and it no longer exists.
    const isGone = (error: string) => error.includes("status of 404");
    assert.deepEqual(
      browserErrors.filter((error) => !isGone(error)),
      [],
    );
    await close();
  });
