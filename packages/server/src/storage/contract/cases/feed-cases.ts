import assert from "node:assert/strict";
import { test } from "node:test";
import { untilKnown } from "../../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../../core/errors/errors.ts";
import { MOST_LOGGED_ENTRIES } from "../../changes/change-log.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, put, trustedActor, user } from "../samples.ts";

export function feedCases(engine: EngineUnderTest): void {
  test("a node announces its own commit before the commit returns, topics first and the revision after", () =>
    onEmptyStorage(engine, async ({ state, feed }) => {
      const heard: unknown[] = [];
      feed.onChange((topics) => heard.push([feed.revision, ...topics]));
      await state.commit(
        [
          put("application", application("a")),
          put("permission", { name: "p", description: {} }),
          put("group", { name: "g" }),
        ],
        trustedActor,
      );
      assert.equal(feed.revision, 1);
      assert.deepEqual(heard, [[0, "client:a", "model"]]);
      assert.equal(feed.confirm(1), undefined);
    }));

  test("a node that starts later begins at the current revision and announces no old changes", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      await state.commit([put("group", { name: "g" })], trustedActor);
      const { feed } = await openAgain();
      feed.onChange(() => assert.fail("nothing has changed since"));
      assert.equal(feed.revision, 1);
      await feed.confirm(1);
    }));

  test("a node that is asked for a revision of another node reaches it and announces every change in order", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const other = await openAgain();
      const heard: string[] = [];
      other.feed.onChange((topics) => heard.push(...topics));
      for (let i = 1; i <= 20; i++)
        await state.commit([put("user", user(`usr_${i}`, `u${i}`))], trustedActor);
      await other.feed.confirm(20);
      assert.equal(other.feed.revision, 20);
      assert.deepEqual(
        heard,
        Array.from({ length: 20 }, (_, i) => `user:usr_${i + 1}`),
      );
    }));

  test("a revision that does not exist yet is refused", () =>
    onEmptyStorage(engine, async ({ feed }) => {
      await assert.rejects(async () => feed.confirm(1), UnavailableError);
      assert.equal(feed.revision, 0);
    }));

  test("a commit that fails is not announced", () =>
    onEmptyStorage(engine, async ({ state, feed }) => {
      await state.commit([put("user", user("usr_1", "one"))], trustedActor);
      feed.onChange(() => assert.fail("nothing was written"));
      await assert.rejects(state.commit([put("user", user("usr_2", "one"))], trustedActor));
      await feed.confirm();
      assert.equal(feed.revision, 1);
    }));

  test("a node that is too far behind to announce every change drops its caches", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const other = await openAgain({ feed: { pollEveryMilliseconds: 3_600_000, listen: false } });
      const announced: string[] = [];
      other.feed.onChange(() => announced.push("change"));
      other.feed.onReset(() => announced.push(`reset at ${other.feed.revision}`));
      const commits = Array.from(
        { length: 1_050 },
        (_, i) => () => state.commit([put("group", { name: `g${i}` })], trustedActor),
      );
      for (const commit of commits) await commit();
      await other.feed.confirm(1_050);
      assert.equal(other.feed.revision, 1_050);
      assert.equal(announced.at(-1), "reset at 0");
    }));

  test("a commit of many changes is one reset for every node, and those after it are announced one by one", () =>
    onEmptyStorage(engine, async ({ state, feed, changeLog }, openAgain) => {
      const other = await openAgain({ feed: { pollEveryMilliseconds: 3_600_000, listen: false } });
      const behind = await openAgain({ feed: { pollEveryMilliseconds: 3_600_000, listen: false } });
      const heard = [feed, other.feed, behind.feed].map((each) => {
        const announced: string[] = [];
        each.onChange((topics) => announced.push(...topics));
        each.onReset(() => announced.push("reset"));
        return announced;
      });
      const users = (prefix: string, count: number) =>
        Array.from({ length: count }, (_, i) => put("user", user(`usr_${prefix}${i}`, `${prefix}${i}`)));
      await state.commit(users("few", MOST_LOGGED_ENTRIES), trustedActor);
      assert.equal((await changeLog.listAfter(0, 10)).complete, true, "as many as are logged one by one");
      await other.feed.confirm(1);
      await behind.feed.confirm(1);
      for (const announced of heard) {
        assert.equal(announced.length, MOST_LOGGED_ENTRIES);
        announced.length = 0;
      }
      await state.commit(users("many", MOST_LOGGED_ENTRIES + 1), trustedActor);
      await other.feed.confirm(2);
      await state.commit(users("one", 1), trustedActor);
      await other.feed.confirm(3);
      await behind.feed.confirm(3);
      assert.deepEqual(heard[0], ["reset", "user:usr_one0"]);
      assert.deepEqual(heard[1], ["reset", "user:usr_one0"]);
      assert.deepEqual(heard[2]?.[0], "reset", "it missed both");
      for (const after of [0, 1]) assert.equal((await changeLog.listAfter(after, 10)).complete, false);
      const { changes, complete } = await changeLog.listAfter(2, 10);
      assert.deepEqual([complete, changes.map(({ revision }) => revision)], [true, [3]]);
    }));

  test("parallel readers, writers and watchers never see a revision whose changes were not announced", () =>
    onEmptyStorage(engine, async (writer, openAgain) => {
      const reader = await openAgain();
      const announced = new Set<string>();
      reader.feed.onChange((topics) => {
        for (const topic of topics) announced.add(topic);
      });
      const writing = (async () => {
        for (let i = 1; i <= 60; i++) {
          await writer.state.commit(
            [
              put("user", user(`${i}`, `u${i}`)),
              put("assignment", { id: `asg_${i}`, principal: `user:${i}`, permission: "x" }),
            ],
            trustedActor,
          );
        }
      })();
      let last = 0;
      while (last < 60) {
        const { revision } = await reader.permissions.listAssignments("user:1");
        await reader.feed.confirm(revision);
        assert.ok(reader.feed.revision >= revision);
        for (let i = last + 1; i <= revision; i++) assert.ok(announced.has(`assignments:user:${i}`));
        last = revision;
        await new Promise(setImmediate);
      }
      await writing;
    }));

  test("a feed knows since when nothing newer was there, and reads again when it is asked to", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      // It learns of changes only by being asked.
      const { feed } = await openAgain({ feed: { pollEveryMilliseconds: 600_000, listen: false } });
      await feed.refresh();
      const before = feed.ageMilliseconds();
      assert.ok(before >= 0 && before < 60_000);
      await untilKnown(async () => feed.ageMilliseconds() >= before + 25);
      await state.commit([put("user", user("usr_1", "one"))], trustedActor);
      const askedAt = performance.now();
      await feed.refresh();
      assert.equal(feed.revision, 1);
      assert.ok(
        feed.ageMilliseconds() <= performance.now() - askedAt + 1,
        "the reading began after the question",
      );
    }));
}
