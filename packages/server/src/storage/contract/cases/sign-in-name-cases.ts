import assert from "node:assert/strict";
import { test } from "node:test";
import type { User } from "../../../accounts/entities.ts";
import type { Conflict } from "../../../core/errors/conflict.ts";
import { ConflictError } from "../../../core/errors/errors.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, trustedActor, user } from "../samples.ts";
import { shareEmail } from "../share-email.ts";

const withEmail = (id: string, username: string, email: string): User => ({ ...user(id, username), email });

export function signInNameCases(engine: EngineUnderTest): void {
  test("a username or an address identifies at most one user, whatever its case", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        [
          put("user", withEmail("usr_1", "alice", "Ängel@Example.test")),
          put("user", user("usr_2", "Bob@Example.test")),
        ],
        trustedActor,
      );
      const clashes: readonly (readonly [User, Conflict])[] = [
        [
          withEmail("usr_3", "x", "äNGEL@example.TEST"),
          { code: "taken", kind: "user", member: "email", name: "äNGEL@example.TEST" },
        ],
        [
          withEmail("usr_3", "x", "bob@example.test"),
          { code: "sign_in_name_taken", member: "email", name: "bob@example.test" },
        ],
        [
          user("usr_3", "ängel@example.test"),
          { code: "sign_in_name_taken", member: "username", name: "ängel@example.test" },
        ],
        [
          withEmail("usr_2", "bob", "ÄNGEL@example.test"),
          { code: "taken", kind: "user", member: "email", name: "ÄNGEL@example.test" },
        ],
      ];
      for (const [clash, conflict] of clashes) {
        const others = Array.from({ length: 40 }, (_, i) =>
          put("user", withEmail(`usr_o${i}`, `o${i}`, `o${i}@x`)),
        );
        await assert.rejects(state.commit([...others, put("user", clash)], trustedActor), (error) => {
          assert.ok(error instanceof ConflictError);
          assert.deepEqual(error.conflict, conflict);
          return true;
        });
      }
      assert.equal(await state.revision(), 1);
      await state.commit([put("user", withEmail("usr_4", "d@x.test", "D@x.test"))], trustedActor);
    }));

  test("two users in one change set conflict as well, and an address may pass to another user in one change set", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const [one, two] = [withEmail("usr_1", "one", "a@x.test"), withEmail("usr_2", "two", "A@x.test")];
      await assert.rejects(state.commit([put("user", one), put("user", two)], trustedActor), ConflictError);
      await state.commit([put("user", one)], trustedActor);
      await state.commit([put("user", user("usr_1", "one")), put("user", two)], trustedActor);
    }));

  test("of users created on two nodes in parallel with one address, one is refused", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const other = (await openAgain()).state;
      for (let round = 0; round < 5; round++) {
        const outcomes = await Promise.allSettled([
          state.commit(
            [put("user", withEmail(`usr_a${round}`, `a${round}`, `r${round}@x.test`))],
            trustedActor,
          ),
          other.commit(
            [put("user", withEmail(`usr_b${round}`, `b${round}`, `R${round}@X.test`))],
            trustedActor,
          ),
          other.commit([put("user", user(`usr_c${round}`, `r${round}@x.TEST`))], trustedActor),
        ]);
        assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      }
    }));

  test("users who share an address by a direct write stay unchanged, and no further user can share it", () =>
    onEmptyStorage(engine, async ({ state }, _openAgain, url) => {
      const one = withEmail("usr_1", "one", "shared@x.test");
      const two = withEmail("usr_2", "two", "two@x.test");
      await state.commit(
        [put("user", one), put("user", two), put("user", user("usr_3", "three"))],
        trustedActor,
      );
      await shareEmail(url, "usr_2", "Shared@x.test");
      const shared = { ...two, email: "Shared@x.test", enabled: false };
      await state.commit([put("user", shared)], trustedActor);
      assert.deepEqual(await state.find("user", "usr_2"), shared);
      await assert.rejects(
        state.commit([put("user", withEmail("usr_3", "three", "SHARED@x.test"))], trustedActor),
        ConflictError,
      );
      await state.commit([put("user", { ...shared, email: "two@x.test" })], trustedActor);
    }));

  test("a user is found by email whatever its case, and not when several users have it", () =>
    onEmptyStorage(engine, async ({ users, state }, _openAgain, url) => {
      await state.commit(
        [
          put("user", { ...user("usr_1", "one"), email: "Ängel@Example.test" }),
          put("user", { ...user("usr_2", "two"), email: "shared@example.test" }),
          put("user", { ...user("usr_3", "three"), email: "other@example.test" }),
          put("user", user("usr_4", "four")),
        ],
        trustedActor,
      );
      await shareEmail(url, "usr_3", "Shared@example.test");
      for (const email of ["Ängel@Example.test", "äNGEL@example.TEST"])
        assert.deepEqual(await users.findIdByEmail(email), { revision: 1, value: "usr_1" });
      for (const email of ["shared@example.test", "nobody@example.test", "", "ängel@example.test\0"])
        assert.deepEqual(await users.findIdByEmail(email), { revision: 1, value: undefined });
    }));
}
