import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentsTexts } from "../../../packages/console/src/components/assignments/texts.ts";
import { entityTexts } from "../../../packages/console/src/components/entities/texts.ts";
import { historyTexts } from "../../../packages/console/src/components/history/texts.ts";
import { seeView } from "./support/administrator.ts";
import { useOwnConsole } from "./support/use-console.ts";

const consoles = useOwnConsole("it adds users, and other files list the users of the demo");

const GIVEN = `
roles: [{ name: keeper }, { name: passing }]
users: [{ username: robin, name: Robin }]
assignments:
  - { principal: user:robin, role: keeper }
  - { principal: user:robin, role: passing, at: orders/42 }`;

/** Deletes the assignments and their role, as `licet revoke` and the deletion of a role do. */
async function takeAway(): Promise<void> {
  const { state } = consoles.licet.services.storage;
  const by = { name: "cli", at: Date.now() };
  const passing = (await state.list("assignment")).filter(({ role }) => role === "passing");
  await state.commit(
    [
      ...passing.map((value) => ({ op: "delete", kind: "assignment", value }) as const),
      { op: "delete", kind: "role", value: { name: "passing", inherits: [], grants: [] } },
    ],
    by,
  );
}

for (const [locale, language, lost, got] of [
  ["en-US", "en", "The command line revoked passing @ orders/42 from Robin", "assigned keeper to Robin"],
  ["zh-CN", "zh", "命令行 收回了 Robin robin 的授权 passing @ orders/42", "将 keeper 授予 Robin"],
] as const) {
  test(`the audit log says who got and who lost which role, with links to entities and to the history of deleted ones (${locale})`, async () => {
    await consoles.licet.apply(GIVEN);
    await takeAway();
    const { page, close } = await consoles.enter("/activity?type=assignment.", { locale });
    await seeView(page);
    const taken = page.getByRole("listitem").filter({ hasText: lost }).first();
    await taken.waitFor();
    await taken.getByRole("link", { name: "Robin", exact: true }).waitFor();
    const given = page.getByRole("listitem").filter({ hasText: got }).first();
    const kept = given.getByRole("link", { name: "keeper", exact: true });
    const deleted = taken.getByRole("link", { name: "passing", exact: true });
    await deleted.and(page.getByTitle(entityTexts[language].goneHistory)).waitFor();
    await kept.and(page.getByTitle(entityTexts[language].goneHistory)).waitFor({ state: "detached" });
    await deleted.click();
    await page.getByRole("button", { name: historyTexts[language].restore }).first().waitFor();
    await close();
  });
}

test("a list of assignments shows the names of its principals with a single request", async () => {
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
