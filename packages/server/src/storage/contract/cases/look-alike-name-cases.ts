import assert from "node:assert/strict";
import { test } from "node:test";
import type { User } from "../../../accounts/entities.ts";
import type { Conflict } from "../../../core/errors/conflict.ts";
import { ConflictError } from "../../../core/errors/errors.ts";
import type { Actor } from "../../../directory/change.ts";
import { createUserStore } from "../../accounts/user-store.ts";
import { openWorkCounter, WORK_PER_ROW } from "../count-work.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { renameDirectly } from "../rename-directly.ts";
import { runSql } from "../run-sql.ts";
import { put, remove, trustedActor, user } from "../samples.ts";

const withEmail = (id: string, username: string, email: string): User => ({ ...user(id, username), email });
const hasConflict = (conflict: Conflict) => (error: unknown) => {
  assert.ok(error instanceof ConflictError);
  assert.deepEqual(error.conflict, conflict);
  return true;
};
const takenUsername = (name: string) =>
  hasConflict({ code: "taken", kind: "user", member: "username", name });
const takenEmail = (name: string) => hasConflict({ code: "taken", kind: "user", member: "email", name });
const takenAcross = (member: "username" | "email", name: string) =>
  hasConflict({ code: "sign_in_name_taken", member, name });

const USERS = 20_000;

export function lookAlikeNameCases(engine: EngineUnderTest): void {
  test("no user gets a username or an address that looks like that of another user", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        [
          put("user", withEmail("usr_1", "ada", "ada@example.test")),
          put("user", user("usr_2", "ﬁona")),
          put("user", withEmail("usr_3", "max@example.test", "ｍail@example.test")),
        ],
        trustedActor,
      );
      const refused = [
        [user("usr_9", "Ada"), takenUsername("Ada")],
        [user("usr_9", "ａda"), takenUsername("ａda")],
        [user("usr_9", "FIONA"), takenUsername("FIONA")],
        [withEmail("usr_9", "x", "Ａda@example.test"), takenEmail("Ａda@example.test")],
        [withEmail("usr_9", "x", "MAIL@example.test"), takenEmail("MAIL@example.test")],
        [withEmail("usr_9", "x", "ｍax@Example.test"), takenAcross("email", "ｍax@Example.test")],
        [user("usr_9", "mail@example.test"), takenAcross("username", "mail@example.test")],
        [user("usr_2", "ADA"), takenUsername("ADA")],
      ] as const;
      for (const [value, isExpected] of refused)
        await assert.rejects(state.commit([put("user", value)], trustedActor), isExpected, value.username);
      await assert.rejects(
        state.commit([put("user", user("usr_7", "Eve")), put("user", user("usr_8", "eve"))], trustedActor),
        ConflictError,
      );
      assert.equal(await state.revision(), 1);
      await state.commit([put("user", withEmail("usr_1", "ADA", "Ａda@example.test"))], trustedActor);
    }));

  test("a user who is deleted and created in one change set keeps look-alikes away", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const fiona = withEmail("usr_1", "ﬁona", "ｆ@example.test");
      await state.commit([put("user", fiona)], trustedActor);
      await state.commit([remove("user", fiona), put("user", fiona)], trustedActor);
      await assert.rejects(
        state.commit([put("user", user("usr_2", "fiona"))], trustedActor),
        takenUsername("fiona"),
      );
      await assert.rejects(
        state.commit([put("user", withEmail("usr_2", "x", "f@example.test"))], trustedActor),
        takenEmail("f@example.test"),
      );
    }));

  test("of users created on two nodes in parallel with names that look alike, one is created", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const other = (await openAgain()).state;
      for (let round = 0; round < 5; round += 1) {
        const outcomes = await Promise.allSettled([
          state.commit([put("user", user(`usr_a${round}`, `eve${round}`))], trustedActor),
          other.commit([put("user", user(`usr_b${round}`, `EVE${round}`))], trustedActor),
          other.commit([put("user", user(`usr_c${round}`, `ｅve${round}`))], trustedActor),
        ]);
        assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      }
    }));

  test("a pair that is stored stays and can be separated, and no user joins it", () =>
    onEmptyStorage(engine, async ({ state }, _openAgain, url) => {
      const [one, two] = [user("usr_1", "ada"), user("usr_2", "two")];
      await state.commit([put("user", one), put("user", two)], trustedActor);
      await renameDirectly(url, "usr_2", "Ada");
      const pair = { ...two, username: "Ada" };
      await state.commit([put("user", { ...pair, email: "two@example.test" })], trustedActor);
      await state.commit([put("user", { ...one, enabled: false })], trustedActor);
      await assert.rejects(
        state.commit([put("user", { ...pair, username: "aDa" })], trustedActor),
        takenUsername("aDa"),
      );
      await assert.rejects(
        state.commit([put("user", user("usr_3", "ADA"))], trustedActor),
        takenUsername("ADA"),
      );
      await state.commit([put("user", two)], trustedActor);
      await assert.rejects(state.commit([put("user", pair)], trustedActor), takenUsername("Ada"));
    }));

  test("a folded name gives its users, by an index", () =>
    onEmptyStorage(engine, async ({ state, users }, _openAgain, url) => {
      await state.commit(
        [
          put("user", withEmail("usr_1", "ada", "ﬁona@example.test")),
          put("user", user("usr_2", "two")),
          put("user", user("usr_3", "ｂen")),
        ],
        trustedActor,
      );
      await renameDirectly(url, "usr_2", "Ada");
      const found = async (name: string) => (await users.findIdsBySignInName(name)).toSorted();
      assert.deepEqual(await found("ADA"), ["usr_1", "usr_2"]);
      assert.deepEqual(await found("Fiona@example.test"), ["usr_1"]);
      assert.deepEqual(await found("BEN"), ["usr_3"]);
      assert.deepEqual(await found("nobody"), []);
      assert.deepEqual(await found("a\0da"), []);
      await runSql(
        url,
        `insert into users (id, version, created_at, updated_at, username, folded_username, enabled, attributes, words)
         with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${USERS - 1})
         select 'usr_n' || i, 1, i, i, 'u' || i, 'u' || i, 1, '{}', '' from numbers`,
      );
      const counter = openWorkCounter(url);
      try {
        for (const name of ["ADA", "nobody", "ｂen"]) {
          const work = await counter.count((db) => createUserStore(db).findIdsBySignInName(name));
          assert.ok(work <= 20 * WORK_PER_ROW[engine.name], `${name}: ${work}`);
        }
      } finally {
        await counter.close();
      }
    }));

  test("a search finds the users whose names look alike, and corrects what an older server wrote", () =>
    onEmptyStorage(engine, async ({ state, lookAlikes }, _openAgain, url) => {
      const names = ["ada", "two", "ben", "four", "ｆiona", "six", "eve"];
      await state.commit(
        names.map((name, index) => put("user", withEmail(`usr_${index}`, name, `${name}@x.test`))),
        trustedActor,
      );
      const search = () => lookAlikes.search("", "usr_9");
      assert.deepEqual(await search(), []);
      await renameDirectly(url, "usr_1", "ADA");
      await renameDirectly(url, "usr_3", "ｂen");
      await renameDirectly(url, "usr_4", "eve@x.test");
      for (const [after, last] of [
        ["", "usr_2"],
        ["usr_2", "usr_9"],
      ] as const)
        await lookAlikes.correct(after, last);
      assert.deepEqual(await search(), ["usr_0", "usr_1", "usr_2", "usr_3", "usr_4", "usr_6"]);
      assert.deepEqual(await lookAlikes.search("usr_1", "usr_3"), ["usr_2", "usr_3"]);
      assert.deepEqual(await lookAlikes.listIds("usr_4", 5), ["usr_5", "usr_6"]);
      const stored = await runSql(
        url,
        "select user_id, member, name from sign_in_names order by user_id, member",
      );
      assert.deepEqual(
        stored.map(({ user_id, member, name }) => [user_id, member, name]),
        [
          ["usr_3", "username", "ben"],
          ["usr_4", "email", "fiona@x.test"],
        ],
      );
    }));

  test("a reserved username is reserved in every spelling that looks like it", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const caller: Actor = { ...trustedActor, name: "application:shop", mayReuseNames: false };
      const reserved = (name: string) => hasConflict({ code: "name_reserved", kind: "user", name });
      await state.commit([put("user", user("usr_1", "Alice"))], caller);
      await state.commit([put("user", user("usr_1", "ALICE"))], caller);
      await state.commit([remove("user", user("usr_1", "ALICE"))], caller);
      for (const name of ["Alice", "alice", "ａlice"])
        await assert.rejects(state.commit([put("user", user("usr_2", name))], caller), reserved(name));
      assert.deepEqual(await state.findReserved([{ kind: "user", name: "aLiCe" }]), [
        { kind: "user", name: "aLiCe" },
      ]);
      assert.equal(await state.releaseName({ kind: "user", name: "alicE" }, trustedActor), true);
      assert.equal(await state.releaseName({ kind: "user", name: "Alice" }, trustedActor), false);
      await state.commit([put("user", user("usr_2", "alice"))], caller);
    }));
}
