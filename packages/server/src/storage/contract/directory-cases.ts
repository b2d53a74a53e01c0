import assert from "node:assert/strict";
import { test } from "node:test";
import type { DirectoryStore, ListFilter } from "../../management/stores.ts";
import { type Entities, type EntityKind, entityId } from "../../state/change.ts";
import { accessAccount, application, put, samples, secret, user } from "./samples.ts";
import { onEmptyStorage, type Subject, someone } from "./subject.ts";

const inByteOrder = (ids: readonly string[]) =>
  ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** All pages, one after the other. */
async function readAll<K extends EntityKind>(
  directory: DirectoryStore,
  kind: K,
  limit: number,
  filter: ListFilter = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await directory.page(kind, {
      limit,
      filter,
      ...(after !== undefined && { after }),
    });
    assert.ok(items.length <= limit && (next === undefined || items.length === limit));
    ids.push(...items.map(({ value }) => entityId(put(kind, value as Entities[K]))));
    after = next;
  } while (after !== undefined);
  return ids;
}

export function directoryCases(subject: Subject): void {
  test("a thing is read with its version and its times", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      const kinds = Object.keys(samples) as EntityKind[];
      await state.commit(
        kinds.map((kind) => put(kind, samples[kind])),
        someone,
      );
      for (const kind of kinds) {
        const id = entityId(put(kind, samples[kind]));
        const found = await directory.get(kind, id);
        assert.deepEqual(found?.value, samples[kind]);
        assert.equal(found?.version, 1);
        assert.equal(await directory.count(kind), 1);
        assert.deepEqual(await directory.page(kind, { limit: 1 }), { items: [found] });
      }
      await state.commit([put("user", { ...samples.user, enabled: false })], {
        ...someone,
        at: someone.at + 5_000,
      });
      const { version, createdAt, updatedAt } = (await directory.get("user", "usr_alice")) ?? {};
      assert.deepEqual([version, createdAt, updatedAt], [2, 1_800_000_000, 1_800_000_005]);
      assert.equal(await directory.get("user", "usr_none"), undefined);
      assert.equal(await directory.get("user", "usr\0"), undefined);
    }));

  test("several are read at once, those that are there", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      await state.commit([put("user", user("usr_ada", "ada")), put("user", user("usr_bob", "bob"))], someone);
      const ids = (await directory.page("user", { limit: 10 })).items.map(({ value }) => value.id);
      const found = await directory.many("user", [...ids, ...ids, "usr_none", "usr\0"]);
      assert.deepEqual(found.map(({ id }) => id).toSorted(), ids.toSorted());
      assert.deepEqual(await directory.many("user", []), []);
      assert.deepEqual(await directory.many("application", ids), []);
    }));

  test("pages follow the bytes of the ids, in every alphabet, and together they are the list", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      const names = [
        "a",
        "B",
        "Z",
        "z",
        "é",
        "e\u0301",
        "ß",
        "Ж",
        "日本",
        "\uFFFD",
        "🦊",
        "a/b",
        "a-b",
        "_",
        "~",
      ];
      await state.commit(
        names.map((name) => put("user", user(`usr_${name}`, name))),
        someone,
      );
      const ids = inByteOrder(names.map((name) => `usr_${name}`));
      for (const limit of [1, 2, 4, 15, 100]) assert.deepEqual(await readAll(directory, "user", limit), ids);
      // What is written or deleted meanwhile moves nothing that was there all the time.
      const first = await directory.page("user", { limit: 5 });
      await state.commit([put("user", user("usr_!", "early"))], someone);
      const rest = await directory.page("user", { limit: 100, ...(first.next && { after: first.next }) });
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ value }) => value.id),
        ids,
      );
      assert.deepEqual(await directory.page("user", { limit: 5, after: "usr_\u{10FFFF}" }), { items: [] });
    }));

  test("filters are exact, and what a kind does not have cannot be asked for", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      await state.commit(
        [
          put("group", { name: "a" }),
          put("group", { name: "A" }),
          put("group", { name: "a-b" }),
          put("membership", { group: "a", member: "user:usr_1" }),
          put("membership", { group: "a", member: "group:A" }),
          put("membership", { group: "A", member: "user:usr_1" }),
          put("membership", { group: "a-b", member: "user:usr_2" }),
          put("role", { name: "clerk", inherits: ["viewer"], grants: [] }),
          put("role", { name: "boss", inherits: ["clerk", "viewer"], grants: [] }),
          put("role", { name: "viewer", inherits: [], grants: [{ permission: "viewer" }] }),
          put("role", { name: "old", inherits: ["viewer-old"], grants: [] }),
          put("instance", { resource: "orders", id: "1", attributes: {} }),
          put("instance", { resource: "orders", id: "2", parent: "orders/1", attributes: {} }),
          put("instance", { resource: "orders-old", id: "1", parent: "orders/1", attributes: {} }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", role: "clerk", at: "orders/1" }),
          put("assignment", { id: "asg_2", principal: "user:usr_1", permission: "orders:read" }),
          put("assignment", { id: "asg_3", principal: "user:usr_2", role: "clerk" }),
          put("assignment", { id: "asg_4", principal: "user:usr_2", role: "Clerk" }),
          put("application", application("one")),
          put("application", { ...application("two"), type: "spa", enabled: false }),
          put("access_account", accessAccount("ak_1", "one")),
          put("access_account", { ...accessAccount("ak_2", "one"), enabled: false }),
          put("access_account", accessAccount("ak_3", "two")),
          put("secret", secret("sec_1", "one")),
          put("secret", secret("sec_2", "ak_1")),
          put("user", user("usr_1", "one")),
          put("user", { ...user("usr_2", "two"), enabled: false }),
        ],
        someone,
      );
      const cases: readonly [EntityKind, ListFilter["equals"], readonly string[]][] = [
        ["membership", { group: "a" }, ["a/group:A", "a/user:usr_1"]],
        ["membership", { member: "user:usr_1" }, ["A/user:usr_1", "a/user:usr_1"]],
        ["membership", { group: "a", member: "user:usr_1" }, ["a/user:usr_1"]],
        ["membership", { group: "a\0" }, []],
        ["role", { inherits: "viewer" }, ["boss", "clerk"]],
        ["role", { inherits: "clerk" }, ["boss"]],
        ["role", { inherits: 'x","viewer' }, []],
        ["role", { inherits: "viewe\0r" }, []],
        ["group", { member: "user:usr_1" }, ["A", "a"]],
        ["group", { member: "group:A" }, ["a"]],
        ["group", { member: "user:usr_\0" }, []],
        ["instance", { resource: "orders" }, ["orders/1", "orders/2"]],
        ["instance", { parent: "orders/1" }, ["orders-old/1", "orders/2"]],
        ["instance", { resource: "orders", parent: null }, ["orders/1"]],
        ["instance", { resource: "orders", parent: "orders/1" }, ["orders/2"]],
        ["assignment", { principal: "user:usr_1" }, ["asg_1", "asg_2"]],
        ["assignment", { role: "clerk" }, ["asg_1", "asg_3"]],
        ["assignment", { role: "clerk", principal: "user:usr_2" }, ["asg_3"]],
        ["assignment", { permission: "orders:read" }, ["asg_2"]],
        ["assignment", { role: "clerk", permission: "orders:read" }, []],
        ["assignment", { at: "orders/1" }, ["asg_1"]],
        ["assignment", { role: "cler\0k" }, []],
        ["application", { type: "spa" }, ["two"]],
        ["application", { enabled: true }, ["one"]],
        ["application", { enabled: true, type: "spa" }, []],
        ["access_account", { application: "one" }, ["ak_1", "ak_2"]],
        ["access_account", { application: "one", enabled: false }, ["ak_2"]],
        ["secret", { owner: "ak_1" }, ["sec_2"]],
        ["user", { enabled: false }, ["usr_2"]],
        ["user", {}, ["usr_1", "usr_2"]],
      ];
      for (const [kind, equals, expected] of cases) {
        const found = await readAll(directory, kind, 1, { ...(equals && { equals }) });
        assert.deepEqual(found, expected, `${kind} ${JSON.stringify(equals)}`);
      }
      for (const [kind, member] of [
        ["user", "principal"],
        ["role", "enabled"],
        ["assignment", "id; drop table users"],
        ["user", "constructor"],
      ] as const) {
        await assert.rejects(
          directory.page(kind, { limit: 1, filter: { equals: { [member]: "x" } } }),
          /cannot be filtered/,
        );
      }
    }));

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
        const found = await readAll(directory, kind, 1, { search, ...(equals && { equals }) });
        assert.deepEqual(found, expected, `${kind} ${JSON.stringify(search)}`);
      }
    }));

  test("many matches and few are paged alike", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      const count = 6_000;
      const ids = Array.from({ length: count }, (_, i) => `${((i * 7_919) % count) + 10_000}`);
      await state.commit(
        ids.flatMap((id, i) => [
          put("user", { ...user(`usr_${id}`, `${i % 10 ? "Many" : "Few"}-${i}`), enabled: i % 500 > 0 }),
          put("assignment", {
            id: `asg_${id}`,
            principal: `user:usr_${i}`,
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
        assert.deepEqual(await readAll(directory, kind, limit, filter), expected, JSON.stringify(filter));
      }
      assert.equal(await directory.count("user"), count);
    }));

  test("what is in use is found with its users, and no more of them than asked for", () =>
    onEmptyStorage(subject, async ({ state, directory }) => {
      const role = (name: string, inherits: string[], ...grants: string[]) =>
        put("role", { name, inherits, grants: grants.map((permission) => ({ permission })) });
      await state.commit(
        [
          role("clerk", [], "orders:read", "orders:write"),
          role("chief", ["clerk"], "orders:*", "billing"),
          role("tricky", ["clerk2"], "orders2:read"),
          put("role", {
            name: "sly",
            inherits: [],
            grants: [{ permission: "x", when: '"orders:read" == "\\"permission\\":\\"orders:read\\""' }],
          }),
          put("group", { name: "support" }),
          put("group", { name: "outer" }),
          put("membership", { group: "outer", member: "group:support" }),
          put("membership", { group: "support", member: "user:usr_1" }),
          put("user", user("usr_1", "one")),
          put("instance", { resource: "orders", id: "1", attributes: {} }),
          put("instance", { resource: "bills", id: "1", parent: "orders/1", attributes: {} }),
          put("application", {
            ...application("shop"),
            delegated: [{ scope: "orders:read", consent: "required" }],
            serves: ["orders"],
          }),
          put("application", { ...application("api"), serves: ["orders"] }),
          put("application", { ...application("other"), serves: ["orders2"] }),
          put("access_account", { ...accessAccount("ak_1", "shop"), ceiling: ["orders:read", "billing"] }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", role: "clerk", at: "orders/1" }),
          put("assignment", { id: "asg_2", principal: "group:support", permission: "orders:read" }),
          put("assignment", { id: "asg_3", principal: "application:shop", permission: "orders:*" }),
          put("assignment", { id: "asg_4", principal: "access_account:ak_1", permission: "orders2:read" }),
        ],
        someone,
      );
      const cases: readonly [EntityKind, string, readonly string[]][] = [
        ["role", "clerk", ["assignment asg_1", "role chief"]],
        ["role", "cler", []],
        ["role", "chief", []],
        [
          "permission",
          "orders:read",
          ["role clerk", "assignment asg_2", "application shop", "access_account ak_1"],
        ],
        ["permission", "billing", ["role chief", "access_account ak_1"]],
        ["permission", "orders:rea", []],
        ["permission", "ORDERS:READ", []],
        ["permission", "%", []],
        [
          "resource",
          "orders",
          [
            "role chief",
            "role clerk",
            "assignment asg_2",
            "assignment asg_3",
            "application shop",
            "access_account ak_1",
            "application api",
            "assignment asg_1",
            "instance orders/1",
          ],
        ],
        ["resource", "order", []],
        ["instance", "orders/1", ["assignment asg_1", "instance bills/1"]],
        ["group", "support", ["membership outer/group:support", "assignment asg_2"]],
        ["group", "outer", []],
        ["user", "usr_1", ["membership support/user:usr_1", "assignment asg_1"]],
        ["application", "shop", ["access_account ak_1", "assignment asg_3"]],
        ["access_account", "ak_1", ["assignment asg_4"]],
        ["assignment", "asg_1", []],
        ["role", 'a"b\0', []],
      ];
      for (const [kind, id, expected] of cases) {
        const uses = (await directory.usesOf(kind, id, 100)).map((use) => `${use.kind} ${use.id}`);
        assert.deepEqual(uses, expected, `${kind} ${id}`);
      }
      assert.equal((await directory.usesOf("resource", "orders", 3)).length, 3);
    }));
}
