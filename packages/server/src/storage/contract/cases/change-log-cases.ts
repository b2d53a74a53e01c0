import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";
import { put, remove, samples, trustedActor, user } from "../samples.ts";

export function changeLogCases(engine: EngineUnderTest): void {
  test("the change log lists who changed what, oldest first, in pages", () =>
    onEmptyStorage(engine, async ({ state, keys, changeLog }) => {
      assert.deepEqual(await changeLog.listAfter(0, 10), { changes: [], complete: true });
      await state.commit([put("user", samples.user), put("group", samples.group)], trustedActor);
      await keys.add(
        { kid: "k", algorithm: "ES256", publicJwk: {}, sealedPrivateKey: "s", createdAt: 1, activatesAt: 1 },
        0,
      );
      await state.commit([remove("user", samples.user)], { name: "user:usr_1", at: 7 });
      const first = {
        revision: 1,
        at: trustedActor.at,
        actor: "cli",
        changes: [
          { op: "put", kind: "user", id: "usr_alice" },
          { op: "put", kind: "group", id: "support" },
        ],
      };
      const last = {
        revision: 3,
        at: 7,
        actor: "user:usr_1",
        changes: [{ op: "delete", kind: "user", id: "usr_alice" }],
      };
      const { changes, complete } = await changeLog.listAfter(0, 10);
      assert.deepEqual([changes[0], changes[2], complete], [first, last, true]);
      assert.deepEqual(
        [changes[1]?.revision, changes[1]?.changes],
        [2, []],
        "a change of signing keys is listed without its content",
      );
      assert.deepEqual(await changeLog.listAfter(0, 1), { changes: [first], complete: true });
      assert.deepEqual(await changeLog.listAfter(2, 10), { changes: [last], complete: true });
      assert.deepEqual(await changeLog.listAfter(3, 10), { changes: [], complete: true });
    }));

  test("a reader behind the swept log, or ahead of the newest revision, must start over", () =>
    onEmptyStorage(engine, async ({ state, changeLog }, _openAgain, url) => {
      for (let i = 0; i < 5; i += 1) await state.commit([put("user", user("usr_1", `u${i}`))], trustedActor);
      await runSql(url, "delete from change_log where revision <= 3");
      assert.deepEqual(await changeLog.listAfter(2, 10), { changes: [], complete: false });
      assert.deepEqual(
        (await changeLog.listAfter(3, 10)).changes.map(({ revision }) => revision),
        [4, 5],
      );
      assert.deepEqual(await changeLog.listAfter(6, 10), { changes: [], complete: false });
      await runSql(url, "delete from change_log");
      assert.deepEqual(await changeLog.listAfter(4, 10), { changes: [], complete: false });
    }));
}
