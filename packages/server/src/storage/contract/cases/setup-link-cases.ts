import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change } from "../../../directory/change.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, remove, trustedActor, user } from "../samples.ts";

export function setupLinkCases(engine: EngineUnderTest): void {
  test("of fifty browsers that open one setup link, on two nodes, exactly one gets it", () =>
    onEmptyStorage(engine, async ({ setupLinks }, openAgain) => {
      const other = await openAgain();
      await setupLinks.issue({ tokenHash: "one", expiresAt: 200 });
      await setupLinks.issue({ tokenHash: "two", expiresAt: 200 });
      const browsers = Array.from({ length: 50 }, (_, i) => `browser ${i}`);
      const opened = await Promise.all(
        browsers.map((browser, i) => (i % 2 ? setupLinks : other.setupLinks).open("one", browser, 199)),
      );
      assert.equal(opened.filter(Boolean).length, 1);
      const holders = await Promise.all(browsers.map((browser) => setupLinks.isOpenedBy(browser, 199)));
      assert.deepEqual(holders, opened);
      assert.equal(await setupLinks.open("two", "another", 200), false, "it has expired");
      assert.equal(await setupLinks.open("a\0b", "browser", 100), false);
      assert.equal(await setupLinks.isOpenedBy("a\0b", 100), false);
      assert.ok(await setupLinks.open("two", "another", 199), "the other link is still there");
    }));

  test("an expired setup link is of no use to its browser, and is swept after the hour of grace", () =>
    onEmptyStorage(engine, async ({ setupLinks, sweeper }) => {
      await setupLinks.issue({ tokenHash: "one", expiresAt: 200 });
      await setupLinks.open("one", "browser", 100);
      assert.deepEqual(
        [await setupLinks.isOpenedBy("browser", 199), await setupLinks.isOpenedBy("browser", 200)],
        [true, false],
      );
      assert.equal(await sweeper.sweep(200 + 3_599, 99), 0);
      assert.equal(await sweeper.sweep(200 + 3_600, 99), 1);
    }));

  test("the commit that appoints an administrator ends every setup link, and no other commit does", () =>
    onEmptyStorage(engine, async ({ setupLinks, state }) => {
      const root = user("usr_root", "root");
      const appointed = { id: "asg_root", principal: "user:usr_root", role: "licet-administrator" } as const;
      await setupLinks.issue({ tokenHash: "opened", expiresAt: 200 });
      await setupLinks.issue({ tokenHash: "waiting", expiresAt: 200 });
      await setupLinks.open("opened", "browser", 100);
      const kept: readonly Change[] = [
        put("user", root),
        put("assignment", { ...appointed, id: "asg_other", role: "clerk" }),
        put("assignment", { ...appointed, id: "asg_at", at: "orders/42" }),
        put("assignment", { ...appointed, id: "asg_when", when: "false" }),
        remove("assignment", { ...appointed, id: "asg_when", when: "false" }),
      ];
      for (const change of kept) await state.commit([change], trustedActor);
      assert.ok(await setupLinks.isOpenedBy("browser", 100));
      await state.commit([put("assignment", appointed)], trustedActor);
      assert.equal(await setupLinks.isOpenedBy("browser", 100), false);
      assert.equal(await setupLinks.open("waiting", "late", 100), false);
      await state.commit([remove("assignment", appointed)], trustedActor);
      assert.equal(await setupLinks.open("waiting", "late", 100), false, "nothing restores it");
    }));
}
