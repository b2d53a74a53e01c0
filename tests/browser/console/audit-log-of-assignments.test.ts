import { test } from "node:test";
import { seeView } from "./support/administrator.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();

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

for (const [locale, lost, got] of [
  ["en-US", "The command line revoked passing @ orders/42 from Robin", "assigned keeper to Robin"],
  ["zh-CN", "命令行 收回了 Robin robin 的授权 passing @ orders/42", "将 keeper 授予 Robin"],
] as const) {
  test(`the audit log says who got and who lost what, with links to what is still there (${locale})`, async () => {
    await consoles.licet.apply(GIVEN);
    await takeAway();
    const { page, close } = await consoles.enter("/activity?type=assignment.", { locale });
    await seeView(page);
    const taken = page.getByRole("listitem").filter({ hasText: lost }).first();
    await taken.waitFor();
    await taken.getByRole("link", { name: "Robin", exact: true }).waitFor();
    const given = page.getByRole("listitem").filter({ hasText: got }).first();
    await given.getByRole("link", { name: "keeper", exact: true }).waitFor();
    await taken.getByRole("link", { name: "passing", exact: true }).waitFor({ state: "detached" });
    await close();
  });
}
