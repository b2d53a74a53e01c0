import assert from "node:assert/strict";
import { test } from "node:test";
import { ConflictError, VersionMismatchError } from "../../../core/errors/errors.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, remove, samples, trustedActor, user } from "../samples.ts";

export function versionCases(engine: EngineUnderTest): void {
  test("a change set that expects versions is written only while they match", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const alice = { kind: "user", id: "usr_alice" } as const;
      const bob = { kind: "user", id: "usr_bob" } as const;
      await state.commit([put("user", samples.user)], trustedActor, { versions: [alice] });
      const rename = (username: string) => put("user", user("usr_alice", username));
      await state.commit([rename("al")], trustedActor, { versions: [{ ...alice, version: 1 }, bob] });

      const refused = [
        [{ versions: [{ ...alice, version: 1 }] }, /user "usr_alice": it is at version 2, not 1/],
        [{ versions: [alice] }, /it exists already/],
        [
          {
            versions: [
              { ...alice, version: 2 },
              { ...bob, version: 1 },
            ],
          },
          /"usr_bob": it does not exist any more/,
        ],
        [{ versions: [{ kind: "role", id: "a\0b", version: 1 }] }, /does not exist/],
      ] as const;
      for (const [expected, message] of refused) {
        for (const changes of [[rename("x")], [remove("user", user("usr_alice", "al"))], []]) {
          await assert.rejects(state.commit(changes, trustedActor, expected), (error) => {
            assert.ok(error instanceof VersionMismatchError);
            assert.match(error.message, message);
            return true;
          });
        }
      }
      await assert.rejects(
        state.commit([rename("x")], trustedActor, { revision: 1, versions: [{ ...alice, version: 2 }] }),
        ConflictError,
      );
      assert.equal(await state.revision(), 2);
      assert.equal((await state.find("user", "usr_alice"))?.username, "al");
      assert.equal((await audit.list({}, 10)).length, 2);
      const unchanged = await state.commit([], trustedActor, {
        revision: 2,
        versions: [{ ...alice, version: 2 }, bob],
      });
      assert.deepEqual(unchanged, { revision: 2 });
    }));

  test("a plan under the lock sees the revision that its commit follows, and no commit comes between", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const { commitLocked } = state;
      assert.ok(commitLocked);
      const other = await openAgain({ feed: { pollEveryMilliseconds: 3_600_000, listen: false } });
      await other.state.commit([put("user", user("usr_1", "first"))], trustedActor);
      let later: Promise<unknown> | undefined;
      const written = await commitLocked(
        async (revision) => {
          assert.equal(revision, 1);
          later = other.state.commit([put("user", user("usr_2", "second"))], trustedActor);
          assert.equal((await state.find("user", "usr_1"))?.username, "first");
          assert.equal(await state.find("user", "usr_2"), undefined);
          return { changes: [put("user", user("usr_3", "third"))], told: "what the plan says" };
        },
        () => trustedActor,
      );
      assert.deepEqual([written.revision, written.told], [2, "what the plan says"]);
      assert.deepEqual(await later, { revision: 3 });
    }));

  test("a plan under the lock that fails or changes nothing takes no revision", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const by = () => trustedActor;
      const nothing = await state.commitLocked?.(async () => ({ changes: [] }), by);
      assert.deepEqual(nothing, { changes: [], revision: 0 });
      const failing = state.commitLocked?.(async () => {
        throw new VersionMismatchError("it has another version");
      }, by);
      await assert.rejects(async () => failing, VersionMismatchError);
      assert.deepEqual(await state.commit([put("user", samples.user)], trustedActor), { revision: 1 });
    }));

  test("a thousand expected versions are checked at once", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const users = Array.from({ length: 1_000 }, (_, i) => put("user", user(`usr_${i}`, `u${i}`)));
      const versions = users.map((_, i) => ({ kind: "user", id: `usr_${i}`, version: 1 }) as const);
      await state.commit(users, trustedActor);
      await state.commit([put("user", user("usr_0", "first"))], trustedActor, { versions });
      await assert.rejects(
        state.commit([put("user", user("usr_1", "second"))], trustedActor, { versions }),
        VersionMismatchError,
      );
    }));

  test("of thirty parallel commits on two nodes that read the same version, exactly one is written", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      await storage.state.commit([put("user", samples.user)], trustedActor);
      const versions = [{ kind: "user", id: "usr_alice", version: 1 }] as const;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          (i % 2 ? storage : other).state.commit(
            [put("user", user("usr_alice", `name-${i}`))],
            trustedActor,
            {
              versions,
            },
          ),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") assert.ok(outcome.reason instanceof VersionMismatchError);
      }
      assert.equal(await storage.state.revision(), 2);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      assert.equal((await storage.state.find("user", "usr_alice"))?.username, `name-${winner}`);
    }));

  test("of thirty parallel commits on two nodes that expect the same revision, exactly one is written", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      // Each changes another entity, so that only the revision tells them apart.
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          (i % 2 ? storage : other).state.commit([put("group", { name: `group-${i}` })], trustedActor, {
            revision: 0,
          }),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") assert.ok(outcome.reason instanceof ConflictError);
      assert.equal(await storage.state.revision(), 1);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      assert.deepEqual(await storage.state.list("group"), [{ name: `group-${winner}` }]);
    }));

  test("of ten parallel commits that create the same entity, exactly one is written", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? storage : other).state.commit(
            [put("role", { name: "clerk", description: `${i}`, inherits: [], grants: [] })],
            trustedActor,
            { versions: [{ kind: "role", id: "clerk" }] },
          ),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assert.equal(await storage.state.revision(), 1);
    }));
}
