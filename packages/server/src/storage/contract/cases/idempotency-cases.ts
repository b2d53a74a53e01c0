import assert from "node:assert/strict";
import { test } from "node:test";
import { ABANDONED_AFTER_SECONDS, type IdempotencyClaim } from "../../../operations/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, samples, trustedActor } from "../samples.ts";

const DAY = 86_400;

export function idempotencyCases(engine: EngineUnderTest): void {
  test("of fifty parallel claims of one key, on two nodes, exactly one is new", () =>
    onEmptyStorage(engine, async ({ idempotency }, openAgain) => {
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
    onEmptyStorage(engine, async ({ idempotency }) => {
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
    onEmptyStorage(engine, async ({ idempotency }) => {
      for (const key of ["", "key", "KEY", "nul\0", "x".repeat(10_000)]) {
        const claimed = { key, claimedAt: 1_000 };
        assert.deepEqual(await idempotency.claim(key, "a", 1_000), { state: "new", claimed });
        await idempotency.release(claimed);
        assert.deepEqual(await idempotency.claim(key, "b", 1_000), { state: "new", claimed });
      }
    }));

  test("a key expires after a day, whether it was swept or not", () =>
    onEmptyStorage(engine, async ({ idempotency, sweeper }) => {
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
    onEmptyStorage(engine, async ({ idempotency, state }, openAgain) => {
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
      const late = state.commit([put("user", samples.user)], trustedActor, { claimed: died });
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
    onEmptyStorage(engine, async ({ idempotency, state }) => {
      const claimed = { key: "key", claimedAt: 1_000 };
      await idempotency.claim("key", "a", 1_000);
      await state.commit([put("user", samples.user)], trustedActor, { claimed });
      await idempotency.release(claimed);
      assert.equal((await idempotency.claim("key", "a", 1_001)).state, "under_way");
      assert.deepEqual(await idempotency.claim("key", "a", 1_000 + ABANDONED_AFTER_SECONDS), {
        state: "answer_lost",
      });
    }));
}
