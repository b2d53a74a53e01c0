import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { ConflictError } from "../../../core/errors/errors.ts";
import type { Topic } from "../../../core/feed/change-feed.ts";
import { type EntityKind, entityId } from "../../../directory/change.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import {
  accessAccount,
  application,
  minimalSamples,
  put,
  remove,
  samples,
  secret,
  trustedActor,
  user,
} from "../samples.ts";

export function stateCases(engine: EngineUnderTest): void {
  test("every kind of entity is read as it was written", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const kinds = Object.keys(samples) as EntityKind[];
      const changes = kinds.map((kind) => put(kind, samples[kind]));
      assert.deepEqual(await state.commit(changes, trustedActor), { revision: 1 });
      for (const change of changes) {
        assert.deepEqual(await state.find(change.kind, entityId(change)), change.value);
        assert.deepEqual(await state.list(change.kind), [change.value]);
      }
      assert.deepEqual(await state.findUserByUsername("alice"), samples.user);
    }));

  test("an absent member is absent, not undefined", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        (["application", "access_account", "secret", "user"] as const).map((kind) =>
          put(kind, minimalSamples[kind]),
        ),
        trustedActor,
      );
      assert.deepStrictEqual(await state.find("application", "bare"), minimalSamples.application);
      assert.deepStrictEqual(await state.find("access_account", "ak_bare"), minimalSamples.access_account);
      assert.deepStrictEqual(await state.find("secret", "sec_bare"), minimalSamples.secret);
      assert.deepStrictEqual(await state.find("user", "usr_bare"), minimalSamples.user);
      assert.equal(await state.find("user", "nobody"), undefined);
      assert.equal(await state.findUserByUsername("nobody"), undefined);
    }));

  test("a second put replaces every member, and the last one in a change set wins", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit([put("user", samples.user)], trustedActor);
      const renamed = { ...user("usr_alice", "alicia"), enabled: false };
      await state.commit([put("user", user("usr_alice", "al")), put("user", renamed)], trustedActor);
      assert.deepEqual(await state.find("user", "usr_alice"), renamed);
      assert.equal(await state.findUserByUsername("alice"), undefined);
    }));

  test("a change set may name an entity before it creates it, and pass a unique name to another entity", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        [
          put("membership", { group: "late", member: "user:usr_a" }),
          put("access_account", accessAccount("ak_late", "late")),
          put("group", { name: "late" }),
          put("application", application("late")),
          put("user", user("usr_a", "name")),
          put("user", user("usr_a", "other")),
          put("user", user("usr_b", "name")),
        ],
        trustedActor,
      );
      assert.equal((await state.findUserByUsername("name"))?.id, "usr_b");
      await state.commit(
        [remove("user", user("usr_b", "name")), put("user", user("usr_c", "name"))],
        trustedActor,
      );
      assert.equal((await state.findUserByUsername("name"))?.id, "usr_c");
    }));

  test("a taken username, email or identifier is a conflict that names it, and nothing is written", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      await state.commit([put("user", samples.user), put("resource", samples.resource)], trustedActor);
      const clashes = [
        [put("user", user("usr_x", "alice")), /user: the username "alice" is taken/],
        [
          put("user", { ...user("usr_x", "x"), email: "alice@example.test" }),
          /user: the email "alice@example.test"/,
        ],
        [
          put("resource", { ...samples.resource, name: "copy" }),
          /resource: the identifier "https:\/\/orders.example.test" is taken/,
        ],
      ] as const;
      for (const [clash, message] of clashes) {
        // Many other rows are in the batch, so the error has to name the refused one.
        const others = Array.from({ length: 40 }, (_, i) => put("user", user(`usr_${i}`, `user-${i}`)));
        await assert.rejects(state.commit([...others, clash], trustedActor), (error) => {
          assert.ok(error instanceof ConflictError);
          assert.match(error.message, message);
          return true;
        });
      }
      assert.equal(await state.revision(), 1);
      assert.equal((await state.list("user")).length, 1);
      assert.equal((await audit.list({}, 10)).length, 2);
    }));

  test("an access account without its application is a conflict", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const orphan = put("access_account", accessAccount("ak_orphan", "nowhere"));
      await assert.rejects(state.commit([orphan], trustedActor), (error) => {
        assert.ok(error instanceof ConflictError);
        assert.match(error.message, /access account: it belongs to an application that does not exist/);
        return true;
      });
    }));

  test("an expected revision that is not the current one is a conflict", () =>
    onEmptyStorage(engine, async ({ state }) => {
      assert.deepEqual(await state.commit([put("user", samples.user)], trustedActor, { revision: 0 }), {
        revision: 1,
      });
      await assert.rejects(
        state.commit([put("group", samples.group)], trustedActor, { revision: 0 }),
        ConflictError,
      );
      await assert.rejects(state.commit([], trustedActor, { revision: 0 }), ConflictError);
      assert.equal(await state.revision(), 1);
    }));

  test("a change set without changes keeps the revision", () =>
    onEmptyStorage(engine, async ({ state }) => {
      assert.deepEqual(await state.commit([], trustedActor), { revision: 0 });
    }));

  test("deleting an application deletes its secrets, access accounts and assignments, and the result lists them", () =>
    onEmptyStorage(engine, async ({ state, feed, audit, clients }) => {
      await state.commit(
        [
          put("application", application("a")),
          put("access_account", accessAccount("ak_a", "a")),
          put("secret", secret("sec_a", "a")),
          put("secret", secret("sec_ak", "ak_a")),
          put("assignment", { id: "asg_a", principal: "application:a", permission: "x" }),
          put("assignment", { id: "asg_ak", principal: "access_account:ak_a", permission: "x" }),
          put("application", application("b")),
          put("secret", secret("sec_b", "b")),
          put("assignment", { id: "asg_b", principal: "application:b", permission: "x" }),
        ],
        trustedActor,
      );
      const heard: Topic[] = [];
      feed.onChange((topics) => heard.push(...topics));
      await state.commit([remove("application", application("a"))], { ...trustedActor, requestId: "req-2" });

      assert.deepEqual(
        (await state.list("application")).map(({ id }) => id),
        ["b"],
      );
      assert.deepEqual(await state.list("access_account"), []);
      assert.deepEqual(
        (await state.list("secret")).map(({ id }) => id),
        ["sec_b"],
      );
      assert.deepEqual(
        (await state.list("assignment")).map(({ id }) => id),
        ["asg_b"],
      );
      assert.equal((await clients.find("ak_a")).value, undefined);
      assert.deepEqual(
        new Set(heard),
        new Set(["client:a", "client:ak_a", "assignments:application:a", "assignments:access_account:ak_a"]),
      );
      const events = await audit.list({ requestId: "req-2" }, 20);
      assert.deepEqual(events.map(({ type, target }) => `${type} ${target}`).sort(), [
        "access_account.deleted access_account:ak_a",
        "application.deleted application:a",
        "assignment.deleted assignment:asg_a",
        "assignment.deleted assignment:asg_ak",
        "secret.deleted secret:sec_a",
        "secret.deleted secret:sec_ak",
      ]);
      const account = events.find(({ target }) => target === "access_account:ak_a");
      assert.equal(account?.data?.because, "application:a");
    }));

  test("deleting a user or a group deletes its memberships and assignments", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        [
          put("group", { name: "inner" }),
          put("group", { name: "outer" }),
          put("user", user("usr_1", "one")),
          put("user", user("usr_2", "two")),
          put("membership", { group: "inner", member: "user:usr_1" }),
          put("membership", { group: "inner", member: "user:usr_2" }),
          put("membership", { group: "outer", member: "group:inner" }),
          put("assignment", { id: "asg_1", principal: "user:usr_1", permission: "x" }),
          put("assignment", { id: "asg_2", principal: "group:inner", permission: "x" }),
          put("assignment", { id: "asg_3", principal: "user:*", permission: "x" }),
        ],
        trustedActor,
      );
      await state.commit([remove("user", user("usr_1", "one"))], trustedActor);
      assert.deepEqual(await state.list("membership"), [
        { group: "inner", member: "user:usr_2" },
        { group: "outer", member: "group:inner" },
      ]);
      await state.commit([remove("group", { name: "inner" })], trustedActor);
      assert.deepEqual(await state.list("membership"), []);
      assert.deepEqual(
        (await state.list("assignment")).map(({ id }) => id),
        ["asg_3"],
      );
    }));

  test("a change set writes one audit event for each change", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      await state.commit(
        [put("application", samples.application), put("secret", samples.secret)],
        trustedActor,
      );
      const [second, first] = await audit.list({ actor: "cli" }, 10);
      const { changes: _, ...data } = first?.data ?? {};
      assert.deepEqual(
        { ...first, id: 0, data },
        {
          id: 0,
          at: trustedActor.at,
          type: "application.created",
          actor: "cli",
          target: "application:reports",
          ip: "192.0.2.7",
          requestId: "req-1",
          data: { revision: 1 },
        },
      );
      assert.equal(second?.type, "secret.created");
      assert.doesNotMatch(JSON.stringify(second), /hash-1/);
    }));

  test("parallel commits get consecutive revisions, one each", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      const commits = Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? storage : other).state.commit([put("user", user(`usr_${i}`, `user-${i}`))], trustedActor),
      );
      const revisions = (await Promise.all(commits)).map(({ revision }) => revision);
      assert.deepEqual(
        revisions.toSorted((a, b) => a - b),
        Array.from({ length: 40 }, (_, i) => i + 1),
      );
      assert.equal(await storage.state.revision(), 40);
    }));

  test("of two parallel commits that want one username, one gets it", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const other = await openAgain();
      const outcomes = await Promise.allSettled([
        storage.state.commit([put("user", user("usr_1", "same"))], trustedActor),
        other.state.commit([put("user", user("usr_2", "same"))], trustedActor),
      ]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
      assert.equal(await storage.state.revision(), 1);
    }));

  test("ten times as many applications and assignments take about ten times as long to commit", () =>
    onEmptyStorage(engine, async ({ state, permissions }) => {
      const commit = async (from: number, count: number): Promise<number> => {
        const changes = Array.from({ length: count }, (_, i) => withAssignments(`app_${from + i}`)).flat();
        const started = performance.now();
        await state.commit(changes, trustedActor);
        return performance.now() - started;
      };
      // Statements are prepared and pages allocated before the measurement.
      await commit(0, 100);
      const before = await commit(1_000, 500);
      const many = await commit(10_000, 5_000);
      // On both sides, since the machine may have become busy meanwhile.
      const few = Math.max(before, await commit(2_000, 500));
      assert.ok(many < 40 * few, `${many} ms for 5,000, and ${few} ms for 500`);
      assert.equal((await permissions.listAssignments("application:app_14999")).value.length, 3);
    }));
}

const withAssignments = (id: string) => [
  put("application", application(id)),
  ...["read", "write", "list"].map((action) =>
    put("assignment", {
      id: `asg_${id}_${action}`,
      principal: formatPrincipalKey("application", id),
      permission: `orders:${action}`,
    }),
  ),
];
