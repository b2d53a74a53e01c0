import assert from "node:assert/strict";
import { test } from "node:test";
import { ABANDONED_AFTER_SECONDS, type IdempotencyClaim } from "../../../management/stores.ts";
import { runSql } from "../run-sql.ts";
import { put, remove, samples, user } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

const DAY = 86_400;

export function managementCases(subject: Subject): void {
  test("the change log lists who changed what, oldest first, in pages", () =>
    onEmptyStorage(subject, async ({ state, keys, changeLog }) => {
      assert.deepEqual(await changeLog.listAfter(0, 10), { changes: [], complete: true });
      await state.commit([put("user", samples.user), put("group", samples.group)], someone);
      await keys.add(
        { kid: "k", algorithm: "ES256", publicJwk: {}, sealedPrivateKey: "s", createdAt: 1, activatesAt: 1 },
        0,
      );
      await state.commit([remove("user", samples.user)], { name: "user:usr_1", at: 7 });
      const first = {
        revision: 1,
        at: someone.at,
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
        "signing keys are no business of readers",
      );
      assert.deepEqual(await changeLog.listAfter(0, 1), { changes: [first], complete: true });
      assert.deepEqual(await changeLog.listAfter(2, 10), { changes: [last], complete: true });
      assert.deepEqual(await changeLog.listAfter(3, 10), { changes: [], complete: true });
    }));

  test("a reader behind the swept log, or ahead of the newest revision, must start over", () =>
    onEmptyStorage(subject, async ({ state, changeLog }, _openAgain, url) => {
      for (let i = 0; i < 5; i += 1) await state.commit([put("user", user("usr_1", `u${i}`))], someone);
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

  test("of fifty parallel claims of one key, on two nodes, exactly one is new", () =>
    onEmptyStorage(subject, async ({ idempotency }, openAgain) => {
      const other = await openAgain();
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? idempotency : other.idempotency).claim("key", "print", 1_000),
        ),
      );
      const states = (state: IdempotencyClaim["state"]) => claims.filter((claim) => claim.state === state);
      assert.deepEqual([states("new").length, states("under_way").length], [1, 49]);
    }));

  test("a key returns the answer of the first request, and only to the same request", () =>
    onEmptyStorage(subject, async ({ idempotency }) => {
      const claim = (fingerprint: string) => idempotency.claim("key", fingerprint, 1_000);
      const claimed = { key: "key", claimedAt: 1_000 };
      assert.deepEqual(await claim("a"), { state: "new", claimed });
      assert.deepEqual(await claim("b"), { state: "other_request" });
      await idempotency.finish(claimed, "sealed");
      await idempotency.finish(claimed, "too late");
      await idempotency.release(claimed);
      assert.deepEqual(await claim("a"), { state: "done", sealedAnswer: "sealed" });
      assert.deepEqual(await claim("b"), { state: "other_request" });
    }));

  test("a released key is free for another request, and keys may be any text", () =>
    onEmptyStorage(subject, async ({ idempotency }) => {
      for (const key of ["", "key", "KEY", "nul\0", "x".repeat(10_000)]) {
        const claimed = { key, claimedAt: 1_000 };
        assert.deepEqual(await idempotency.claim(key, "a", 1_000), { state: "new", claimed });
        await idempotency.release(claimed);
        assert.deepEqual(await idempotency.claim(key, "b", 1_000), { state: "new", claimed });
      }
    }));

  test("a key expires after a day, whether it was swept or not", () =>
    onEmptyStorage(subject, async ({ idempotency, sweeper }) => {
      const now = 2_000_000_000;
      await idempotency.claim("answered", "a", now);
      await idempotency.finish({ key: "answered", claimedAt: now }, "sealed");
      await idempotency.claim("abandoned", "a", now);
      assert.equal((await idempotency.claim("answered", "a", now + DAY - 1)).state, "done");
      assert.equal((await idempotency.claim("abandoned", "b", now + DAY - 1)).state, "other_request");
      const again = await Promise.all(
        Array.from({ length: 10 }, () => idempotency.claim("abandoned", "b", now + DAY)),
      );
      assert.equal(again.filter(({ state }) => state === "new").length, 1);
      assert.equal(await sweeper.sweep(now + DAY + 3_599, 10), 0);
      assert.equal(await sweeper.sweep(now + DAY + 3_600, 10), 1);
      assert.equal((await idempotency.claim("answered", "c", now + 1)).state, "new");
    }));

  test("a key whose request died is free for the same request, and exactly one of many gets it", () =>
    onEmptyStorage(subject, async ({ idempotency, state }, openAgain) => {
      const died = { key: "key", claimedAt: 1_000 };
      await idempotency.claim("key", "a", died.claimedAt);
      const later = died.claimedAt + ABANDONED_AFTER_SECONDS;
      assert.equal((await idempotency.claim("key", "a", later - 1)).state, "under_way");
      assert.equal((await idempotency.claim("key", "b", later)).state, "other_request");
      const other = await openAgain();
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? idempotency : other.idempotency).claim("key", "a", later),
        ),
      );
      assert.equal(claims.filter((claim) => claim.state === "new").length, 1);

      // The first request was slow and not dead: it has no effect now, and the second keeps the key.
      const late = state.commit([put("user", samples.user)], someone, { claimed: died });
      await assert.rejects(late, { name: "ConflictError", conflict: { code: "request_under_way" } });
      assert.equal(await state.find("user", samples.user.id), undefined);
      await idempotency.finish(died, "of the first");
      await idempotency.release(died);
      await idempotency.finish({ key: "key", claimedAt: later }, "of the second");
      assert.deepEqual(await idempotency.claim("key", "a", later), {
        state: "done",
        sealedAnswer: "of the second",
      });
    }));

  test("a key whose request died after its commit is not free: the request would take effect twice", () =>
    onEmptyStorage(subject, async ({ idempotency, state }) => {
      const claimed = { key: "key", claimedAt: 1_000 };
      await idempotency.claim("key", "a", 1_000);
      await state.commit([put("user", samples.user)], someone, { claimed });
      await idempotency.release(claimed);
      assert.equal((await idempotency.claim("key", "a", 1_001)).state, "under_way");
      assert.deepEqual(await idempotency.claim("key", "a", 1_000 + ABANDONED_AFTER_SECONDS), {
        state: "answer_lost",
      });
    }));
}
