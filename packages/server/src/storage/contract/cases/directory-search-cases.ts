import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListFilter } from "../../../management/stores.ts";
import type { EntityKind } from "../../../state/change.ts";
import { inByteOrder, readPages } from "../read-pages.ts";
import { accessAccount, application, put, user } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

export function directorySearchCases(subject: Subject): void {
  test("a search finds the beginning of names and ids, whatever their case", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
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
          put("application", { ...application("Web-Shop"), name: "Der Laden" }),
          put("access_account", { ...accessAccount("ak_Laptop", "Web-Shop"), name: "Über" }),
          put("group", { name: "Support" }),
          put("membership", { group: "Support", member: "user:usr_1" }),
          put("role", { name: "Clerk.Senior", inherits: [], grants: [] }),
          put("instance", { resource: "orders", id: "INV-7", attributes: {} }),
          put("instance", { resource: "bills", id: "inv-8", attributes: {} }),
          put("assignment", { id: "asg_abc", principal: "user:usr_1", role: "clerk" }),
        ],
        someone,
      );
      const cases: readonly [EntityKind, string, readonly string[], ListFilter["equals"]?][] = [
        ["user", "ÅNG", ["usr_1"]],
        ["user", "ång", ["usr_1"]],
        ["user", "AN", ["usr_1", "usr_2", "usr_4"]],
        ["user", "an%", ["usr_2"]],
        ["user", "an_", []],
        ["user", "anders@EXAMPLE", ["usr_1"]],
        ["user", "οδυσ", ["usr_3"]],
        ["user", "ΟΔΥΣ", ["usr_3"]],
        ["user", "οδυσσευς", ["usr_3"]],
        ["user", "STRASS", ["usr_2"]],
        ["user", "USR_", ["usr_1", "usr_2", "usr_3", "usr_4"]],
        ["user", "USR_", ["usr_3"], { enabled: false }],
        ["user", "", ["usr_1", "usr_2", "usr_3", "usr_4"]],
        ["user", "\0", []],
        ["user", "' or 1=1 --", []],
        ["application", "web-s", ["Web-Shop"]],
        ["application", "DER", ["Web-Shop"]],
        ["access_account", "AK_LAP", ["ak_Laptop"]],
        ["access_account", "über", ["ak_Laptop"]],
        ["access_account", "über", [], { application: "other" }],
        ["group", "sup", ["Support"]],
        ["membership", "support/USER", ["Support/user:usr_1"]],
        ["role", "clerk.", ["Clerk.Senior"]],
        ["instance", "inv", ["bills/inv-8", "orders/INV-7"]],
        ["instance", "inv", ["orders/INV-7"], { resource: "orders" }],
        ["assignment", "ASG_A", ["asg_abc"]],
        ["assignment", "asg_a", ["asg_abc"], { role: "clerk" }],
        ["assignment", "asg_a", [], { role: "other" }],
      ];
      for (const [kind, search, expected, equals] of cases) {
        const found = await readPages(directory, kind, 1, { search, ...(equals && { equals }) });
        assert.deepEqual(found, expected, `${kind} ${JSON.stringify(search)}`);
      }
    }));

  test("pages are alike for many matches and for few", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
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
        someone,
      );
      const matching = (kind: "usr" | "asg", keep: (i: number) => boolean) =>
        inByteOrder(ids.flatMap((id, i) => (keep(i) ? [`${kind}_${id}`] : [])));
      const cases: readonly ["user" | "assignment", ListFilter, (i: number) => boolean][] = [
        ["user", { search: "many-" }, (i) => i % 10 > 0],
        ["user", { search: "FEW-" }, (i) => i % 10 === 0],
        ["user", { search: "few-", equals: { enabled: false } }, (i) => i % 500 === 0],
        ["user", { search: "usr_", equals: { enabled: false } }, (i) => i % 500 === 0],
        ["user", { search: "u" }, () => true],
        ["user", { equals: { enabled: false } }, (i) => i % 500 === 0],
        ["assignment", { equals: { role: "many" } }, (i) => i % 10 > 0],
        ["assignment", { equals: { role: "few" } }, (i) => i % 10 === 0],
        ["assignment", { equals: { role: "many", at: "orders/1" } }, (i) => i % 10 > 0 && i % 3 === 0],
        [
          "assignment",
          { equals: { role: "few" }, search: "asg_11" },
          (i) => i % 10 === 0 && ids[i]?.startsWith("11") === true,
        ],
        ["assignment", { equals: { role: "many" }, search: "asg" }, (i) => i % 10 > 0],
      ];
      for (const [kind, filter, keep] of cases) {
        const expected = matching(kind === "user" ? "usr" : "asg", keep);
        const limit = Math.ceil(expected.length / 7);
        assert.deepEqual(await readPages(directory, kind, limit, filter), expected, JSON.stringify(filter));
      }
      assert.equal(await directory.count("user"), count);
    }));
}
