import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityKind } from "../../../directory/change.ts";
import type { ListFilter } from "../../../directory/directory-store.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { inByteOrder, readPages } from "../read-pages.ts";
import { renameDirectly } from "../rename-directly.ts";
import { runSql } from "../run-sql.ts";
import { accessAccount, application, put, trustedActor, user } from "../samples.ts";

export function directorySearchCases(engine: EngineUnderTest): void {
  test("a search finds the beginning of any word of names and ids, whatever their case", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      await state.commit(
        [
          put("user", {
            ...user("usr_1", "Ångström"),
            email: "Anders@Example.test",
            name: "Ωραίος ΟΔΥΣΣΕΥΣ",
          }),
          put("user", { ...user("usr_2", "an%_ders"), name: "Straße" }),
          put("user", { ...user("usr_3", "ΟΔΥΣΣΕΥΣ"), enabled: false }),
          put("user", { ...user("usr_4", "x"), email: "an@x.test", name: "An" }),
          put("user", { ...user("usr_5", "ming"), name: "王小明" }),
          put("application", { ...application("Web-Shop"), name: "Der Laden" }),
          put("access_account", { ...accessAccount("ak_Laptop", "Web-Shop"), name: "Über" }),
          put("group", { name: "Support" }),
          put("membership", { group: "Support", member: "user:usr_1" }),
          put("role", { name: "Clerk.Senior", inherits: [], grants: [] }),
          put("instance", { resource: "orders", id: "INV-7", attributes: {} }),
          put("instance", { resource: "bills", id: "inv-8", attributes: {} }),
          put("assignment", { id: "asg_abc", principal: "user:usr_1", role: "clerk" }),
        ],
        trustedActor,
      );
      const cases: readonly [EntityKind, string, readonly string[], ListFilter["equals"]?][] = [
        ["user", "ÅNG", ["usr_1"]],
        ["user", "ång", ["usr_1"]],
        ["user", "AN", ["usr_1", "usr_2", "usr_4"]],
        ["user", "an%_", ["usr_1", "usr_2", "usr_4"]],
        ["user", "an%_d", ["usr_2"]],
        ["user", "an_d", []],
        ["user", "ders", ["usr_2"]],
        ["user", "anders@EXAMPLE", ["usr_1"]],
        ["user", "example.t", ["usr_1"]],
        ["user", "test", ["usr_1", "usr_4"]],
        ["user", "xample", []],
        ["user", "οδυσ", ["usr_1", "usr_3"]],
        ["user", "ΟΔΥΣ ωρα", ["usr_1"]],
        ["user", "οδυσσευς", ["usr_1", "usr_3"]],
        ["user", "odd", []],
        ["user", "(οδυσ,", ["usr_1", "usr_3"]],
        ["user", "明", ["usr_5"]],
        ["user", "小明", ["usr_5"]],
        ["user", "王 小", ["usr_5"]],
        ["user", "王明", []],
        ["user", "- %", []],
        ["user", "STRASS", ["usr_2"]],
        ["user", "USR_", ["usr_1", "usr_2", "usr_3", "usr_4", "usr_5"]],
        ["user", "USR_", ["usr_3"], { enabled: false }],
        ["user", "usr_3", ["usr_3"]],
        ["user", "", ["usr_1", "usr_2", "usr_3", "usr_4", "usr_5"]],
        ["user", "\0", []],
        ["user", "' or 1=1 --", []],
        ["application", "web-s", ["Web-Shop"]],
        ["application", "DER", ["Web-Shop"]],
        ["access_account", "AK_LAP", ["ak_Laptop"]],
        ["access_account", "über", ["ak_Laptop"]],
        ["access_account", "über", [], { application: "other" }],
        ["group", "sup", ["Support"]],
        ["application", "laden SHOP", ["Web-Shop"]],
        ["application", "laden user", []],
        ["role", "clerk.", ["Clerk.Senior"]],
        ["role", "senior", ["Clerk.Senior"]],
        ["instance", "inv", ["bills/inv-8", "orders/INV-7"]],
        ["instance", "inv", ["orders/INV-7"], { resource: "orders" }],
      ];
      for (const [kind, search, expected, equals] of cases) {
        const found = await readPages(directory, kind, 1, { search, ...(equals && { equals }) });
        assert.deepEqual(found, expected, `${kind} ${JSON.stringify(search)}`);
      }
      await assert.rejects(
        directory.page("assignment", { limit: 1, filter: { search: "asg" } }),
        /cannot be searched/,
      );
    }));

  test("the words of an entity change with it and are deleted with it", () =>
    onEmptyStorage(engine, async ({ state, directory }, _open, url) => {
      const find = (search: string, kind: EntityKind = "user") => readPages(directory, kind, 10, { search });
      const anna = { ...user("usr_1", "anna"), name: "Anna Schmidt" };
      await state.commit(
        [put("user", anna), put("user", { ...user("usr_2", "bob"), name: "Bob Li" })],
        trustedActor,
      );
      assert.deepEqual(await find("schmidt"), ["usr_1"]);
      await state.commit([put("user", { ...anna, name: "Anna Weber" })], trustedActor);
      assert.deepEqual([await find("schmidt"), await find("weber anna")], [[], ["usr_1"]]);
      // The same entity twice in one change set: the last one counts.
      await state.commit([put("user", { ...anna, name: "One" }), put("user", anna)], trustedActor);
      assert.deepEqual([await find("one"), await find("schmidt")], [[], ["usr_1"]]);
      await state.commit(
        [put("application", application("shop")), put("access_account", accessAccount("ak_laptop", "shop"))],
        trustedActor,
      );
      assert.deepEqual(await find("laptop", "access_account"), ["ak_laptop"]);
      await state.commit(
        [
          { op: "delete", kind: "user", value: anna },
          { op: "delete", kind: "application", value: application("shop") },
        ],
        trustedActor,
      );
      assert.deepEqual(await find("anna"), []);
      // Only words that no index of the users finds have rows.
      assert.deepEqual(
        (await runSql(url, "select * from entity_words")).map((row) => ({ ...row })),
        [{ kind: "user", word: "li", entity_id: "usr_2" }],
      );
    }));

  test("what is exactly the search comes first when it is asked for, and no entity is lost or repeated", () =>
    onEmptyStorage(engine, async ({ state, directory }, _openAgain, url) => {
      const many = Array.from({ length: 20 }, (_, i) =>
        put("user", { ...user(`usr_m${i}`, `m${i}`), name: "Li" }),
      );
      await state.commit(
        [
          ...many,
          put("user", { ...user("usr_9", "li"), name: "Zoe" }),
          put("user", { ...user("usr_8", "li-lee"), name: "Xu", enabled: false }),
          put("user", { ...user("usr_7", "nobody"), name: "Wu", email: "LI@x.test" }),
          put("role", { name: "a.admin", inherits: [], grants: [] }),
          put("role", { name: "Admin", inherits: [], grants: [] }),
          put("instance", { resource: "o", id: "1/x", attributes: {} }),
          put("instance", { resource: "o", id: "X", attributes: {} }),
        ],
        trustedActor,
      );
      await renameDirectly(url, "usr_8", "Li");
      const byName = { by: "name", descending: false };
      const rest = inByteOrder(many.map(({ value }) => (value as { readonly id: string }).id));
      for (const limit of [1, 2, 3, 21, 100]) {
        const read = (kind: EntityKind, search: string, equals = {}) =>
          readPages(
            directory,
            kind,
            limit,
            { search, equals },
            kind === "instance" ? { by: "id", descending: false } : byName,
            true,
          );
        assert.deepEqual(await read("user", " LI "), ["usr_8", "usr_9", ...rest, "usr_7"]);
        assert.deepEqual(await read("user", "li", { enabled: true }), ["usr_9", ...rest, "usr_7"]);
        assert.deepEqual(await read("user", "li@X.test"), ["usr_7"]);
        assert.deepEqual((await read("user", "usr_m11"))[0], "usr_m11");
        assert.deepEqual(await read("role", "admin"), ["Admin", "a.admin"]);
        assert.deepEqual(await read("instance", "x", { resource: "o" }), ["o/X", "o/1/x"]);
        // A control character separates words, and no name has one.
        assert.deepEqual((await read("user", "li\0")).toSorted(), (await read("user", "li")).toSorted());
        assert.equal((await read("user", "")).length, 23);
      }
      const { total } = await directory.page("user", {
        limit: 1,
        filter: { search: "li" },
        exactFirst: true,
        count: true,
      });
      assert.deepEqual(total, { exactly: 23 });
    }));

  test("pages are alike for many matches and for few", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      const count = 6_000;
      const ids = Array.from({ length: count }, (_, i) => `${((i * 7_919) % count) + 10_000}`);
      await state.commit(
        ids.flatMap((id, i) => [
          put("user", { ...user(`usr_${id}`, `${i % 10 ? "Many" : "Few"}-${i}`), enabled: i % 500 > 0 }),
          put("assignment", {
            id: `asg_${id}`,
            principal: `user:usr_${id}`,
            role: i % 10 ? "many" : "few",
            ...(i % 3 === 0 && { at: "orders/1" as const }),
          }),
        ]),
        trustedActor,
      );
      const matching = (kind: "usr" | "asg", keep: (i: number) => boolean) =>
        inByteOrder(ids.flatMap((id, i) => (keep(i) ? [`${kind}_${id}`] : [])));
      const cases: readonly ["user" | "assignment", ListFilter, (i: number) => boolean][] = [
        ["user", { search: "many-" }, (i) => i % 10 > 0],
        ["user", { search: "FEW-" }, (i) => i % 10 === 0],
        ["user", { search: "few-", equals: { enabled: false } }, (i) => i % 500 === 0],
        ["user", { search: "usr_", equals: { enabled: false } }, (i) => i % 500 === 0],
        ["user", { search: "u" }, () => true],
        ["user", { search: "usr_ many-" }, (i) => i % 10 > 0],
        ["user", { search: "usr_ many-", equals: { enabled: true } }, (i) => i % 10 > 0 && i % 500 > 0],
        ["user", { equals: { enabled: false } }, (i) => i % 500 === 0],
        ["assignment", { equals: { role: "many" } }, (i) => i % 10 > 0],
        ["assignment", { equals: { role: "few" } }, (i) => i % 10 === 0],
        ["assignment", { equals: { role: "many", at: "orders/1" } }, (i) => i % 10 > 0 && i % 3 === 0],
      ];
      for (const [kind, filter, keep] of cases) {
        const expected = matching(kind === "user" ? "usr" : "asg", keep);
        const limit = Math.ceil(expected.length / 7);
        assert.deepEqual(await readPages(directory, kind, limit, filter), expected, JSON.stringify(filter));
        // In the opposite order, and with their number, which is counted in another way than a page is read.
        const sort = { by: kind === "user" ? "created_at" : "role_or_permission", descending: true };
        assert.deepEqual(
          (await readPages(directory, kind, limit, filter, sort)).toSorted(),
          expected.toSorted(),
          JSON.stringify(filter),
        );
        const { total } = await directory.page(kind, { limit: 1, filter, count: true });
        assert.deepEqual(total, { exactly: expected.length }, JSON.stringify(filter));
      }
      assert.equal(await directory.count("user"), count);
    }));
}
