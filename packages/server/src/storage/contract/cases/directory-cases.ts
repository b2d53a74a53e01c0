import assert from "node:assert/strict";
import { test } from "node:test";
import { type EntityKind, entityId } from "../../../directory/change.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { inByteOrder, readPages } from "../read-pages.ts";
import { put, samples, trustedActor, user } from "../samples.ts";

export function directoryCases(engine: EngineUnderTest): void {
  test("an entity is read with its version and its times", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      const kinds = Object.keys(samples) as EntityKind[];
      await state.commit(
        kinds.map((kind) => put(kind, samples[kind])),
        trustedActor,
      );
      for (const kind of kinds) {
        const id = entityId(put(kind, samples[kind]));
        const found = await directory.find(kind, id);
        assert.deepEqual(found?.value, samples[kind]);
        assert.equal(found?.version, 1);
        assert.equal(await directory.count(kind), 1);
        assert.deepEqual(await directory.page(kind, { limit: 1 }), { items: [found] });
      }
      await state.commit([put("user", { ...samples.user, enabled: false })], {
        ...trustedActor,
        at: trustedActor.at + 5_000,
      });
      const { version, createdAt, updatedAt } = (await directory.find("user", "usr_alice")) ?? {};
      assert.deepEqual([version, createdAt, updatedAt], [2, 1_800_000_000, 1_800_000_005]);
      assert.equal(await directory.find("user", "usr_none"), undefined);
      assert.equal(await directory.find("user", "usr\0"), undefined);
    }));

  test("several entities are read at once, and missing ones are left out", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
      await state.commit(
        [put("user", user("usr_ada", "ada")), put("user", user("usr_bob", "bob"))],
        trustedActor,
      );
      const ids = (await directory.page("user", { limit: 10 })).items.map(({ value }) => value.id);
      const found = await directory.findMany("user", [...ids, ...ids, "usr_none", "usr\0"]);
      assert.deepEqual(found.map(({ id }) => id).toSorted(), ids.toSorted());
      assert.deepEqual(await directory.findMany("user", []), []);
      assert.deepEqual(await directory.findMany("application", ids), []);
    }));

  test("pages follow the bytes of the ids, in every alphabet, and together they are the list", () =>
    onEmptyStorage(engine, async ({ state, directory }) => {
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
        names.map((name) => put("user", user(`usr_${name}`, `name-${names.indexOf(name)}`))),
        trustedActor,
      );
      const ids = inByteOrder(names.map((name) => `usr_${name}`));
      for (const limit of [1, 2, 4, 15, 100])
        assert.deepEqual(await readPages(directory, "user", limit), ids);
      // Rows that are written or deleted between two pages do not move the other rows.
      const first = await directory.page("user", { limit: 5 });
      await state.commit([put("user", user("usr_!", "early"))], trustedActor);
      const rest = await directory.page("user", { limit: 100, ...(first.next && { after: first.next }) });
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ value }) => value.id),
        ids,
      );
      assert.deepEqual(await directory.page("user", { limit: 5, after: "usr_\u{10FFFF}" }), { items: [] });
    }));
}
