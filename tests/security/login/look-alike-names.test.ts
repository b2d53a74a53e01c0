// @engine both: the counters and the look-up of folded names are statements of their own; two nodes share a database.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { renameDirectly } from "../../../packages/server/src/storage/contract/rename-directly.ts";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE } from "../../support/start-licet.ts";
import { createPageBrowser, type PageAnswer } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD, PEOPLE } from "./world.ts";

const STATE = PEOPLE.replace(
  "applications:",
  `  - { username: mallory, password: ${PASSWORD}, email: mallory@example.test }
  - { username: eve, password: ${PASSWORD}, email: eve@example.test }
applications:`,
);

let pages: RunningPages;
before(async () => {
  pages = await startPages({ state: STATE });
});
after(() => pages.stop());

const signIn = (username: string, password = "wrong", { url } = pages): Promise<PageAnswer> =>
  createPageBrowser(url).signIn(username, password);

describe("a name that looks like that of another user gives no further guesses", () => {
  test("signing in under it does not reset the count of the other user", async () => {
    // A version that did not compare names in this way stored such a pair.
    await renameDirectly(pages.database.url, (await pages.getUser("mallory")).id, "ADA");
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await signIn("ada")).status);
      if (count < 9) assert.equal((await signIn("ADA", PASSWORD)).status, 303);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429, 429]);
    assert.equal((await signIn("ada", PASSWORD)).status, 429);
  });

  test("the address of a user gives no further guesses than the username, and does not show that it is theirs", async () => {
    for (let count = 0; count < 10; count += 1) assert.equal((await signIn("ben")).status, 400);
    const shown = ({ status, headers, text }: PageAnswer, username: string) => [
      status,
      headers["retry-after"],
      withoutRandom(text).replaceAll(username, ""),
    ];
    const stranger = await signIn("nobody@example.test", PASSWORD);
    const ofUser = await signIn("ben@example.test", PASSWORD);
    assert.deepEqual(shown(ofUser, "ben@example.test"), shown(stranger, "nobody@example.test"));
    for (let count = 0; count < 9; count += 1)
      assert.deepEqual(
        [(await signIn("ben@example.test")).status, (await signIn("nobody@example.test")).status],
        [400, 400],
      );
    assert.deepEqual(
      [(await signIn("ben@example.test")).status, (await signIn("nobody@example.test")).status],
      [429, 429],
    );
    const reasons = (await pages.auditLog("user.sign_in_failed")).map(({ data }) => data?.reason);
    assert.ok(reasons.includes("locked"), reasons.join());
    pages.clock.advance(900);
    assert.equal((await signIn("ben@example.test", PASSWORD)).status, 303);
  });

  test("signing in forgets the wrong passwords under both names of the user", async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 5; count += 1) await signIn("eve");
      for (let count = 0; count < 4; count += 1) await signIn("eve@example.test");
      assert.equal((await signIn("eve", PASSWORD)).status, 303);
    }
  });
});

describeOn("postgres", "two nodes with two workers each count together", () => {
  const NAMES = ["ada", "ada@example.test", "Ada@Example.test"];

  test("whichever name is tried at whichever node, a user has ten attempts, and a success forgets them everywhere", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "http://127.0.0.1:4456";
    const one = await startPages({ state: STATE, database, baseUrl, workers: 2 });
    const two = await startPages({ state: "", database, baseUrl, workers: 2, clock: one.clock });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    await two.catchUp();
    const attempt = (count: number, password?: string) =>
      signIn(NAMES[count % NAMES.length] ?? "", password, count % 2 === 0 ? one : two);

    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) assert.equal((await attempt(count)).status, 400);
      assert.equal((await attempt(round, PASSWORD)).status, 303);
    }
    // At the same moment, and each name below its own limit: only the counter of the user can be full.
    await Promise.all(Array.from({ length: 10 }, (_, count) => attempt(count)));
    for (const node of [one, two])
      for (const name of ["ada", "ada@example.test"])
        assert.equal((await signIn(name, PASSWORD, node)).status, 400, name);
    const reasons = (await one.auditLog("user.sign_in_failed")).map(({ data }) => data?.reason);
    assert.ok(reasons.includes("locked"), reasons.join());
    one.clock.advance(900);
    assert.equal((await signIn("ada", PASSWORD, two)).status, 303);
  });
});

/** Tokens and ids differ in every page. */
const withoutRandom = (html: string): string => html.replaceAll(/[\w-]{20,}(\.[\w-]+)*/g, "");
