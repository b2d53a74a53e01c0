import assert from "node:assert/strict";
import { test } from "node:test";
import { homeTexts } from "../../../packages/console/src/features/home/texts.ts";
import { renameDirectly } from "../../../packages/server/src/storage/contract/rename-directly.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const LANGUAGES = [
  ["en", "en-GB"],
  ["zh", "zh-CN"],
] as const;

for (const [language, locale] of LANGUAGES)
  test(`the dashboard lists users whose names look alike, until they are separated (${language})`, async () => {
    const { database, services } = consoles.licet;
    const { state, lookAlikes } = services.storage;
    const [alice, bob] = await Promise.all(["alice", "bob"].map((name) => state.findUserByUsername(name)));
    assert.ok(alice && bob);
    // As an older version stored them, and as the search at the start finds them.
    await renameDirectly(database.url, bob.id, "ALICE");
    await lookAlikes.storeResult(JSON.stringify({ userIds: [alice.id, bob.id], isFinal: true }));

    const { page, browserErrors, close } = await consoles.enter("/", { locale });
    await page.getByText(homeTexts[language].lookAlikes).waitFor();
    await page.getByRole("link", { name: "ALICE", exact: true }).waitFor();
    await state.commit([{ op: "put", kind: "user", value: bob }], {
      name: "test",
      at: 0,
      mayReuseNames: true,
    });
    await page.reload();
    await page.getByText(homeTexts[language].expiringSecrets).first().waitFor();
    await page.getByText(homeTexts[language].lookAlikes).waitFor({ state: "detached" });
    assert.deepEqual(browserErrors, []);
    await close();
  });
