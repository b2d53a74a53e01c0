import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

export function revocationCases(engine: EngineUnderTest): void {
  test("a revoked token stays revoked, also when it is revoked twice in parallel", () =>
    onEmptyStorage(engine, async ({ revocations }, openAgain) => {
      assert.equal(await revocations.isRevoked("token-1"), false);
      const revoked = await Promise.all(
        Array.from({ length: 10 }, () =>
          revocations.revoke({ id: "token-1", audience: [], expiresAt: 1_900_000_000 }),
        ),
      );
      assert.equal(revoked.filter((isNew) => isNew).length, 1);
      assert.equal(await (await openAgain()).revocations.isRevoked("token-1"), true);
      assert.equal(await revocations.isRevoked("token-2"), false);
    }));

  test("the revocation of a token that nodes remember is a commit, and only the first one", () =>
    onEmptyStorage(engine, async ({ revocations, feed, changeLog, state }, openAgain) => {
      const other = await openAgain();
      const heard: string[] = [];
      other.feed.onChange((topics) => heard.push(...topics));
      assert.deepEqual(await revocations.readRevoked("token-1"), { revision: 0, value: false });
      const revoke = () =>
        revocations.revoke({ id: "token-1", audience: [], expiresAt: 1_900_000_000, isRemembered: true });
      const revoked = await Promise.all(Array.from({ length: 10 }, revoke));
      assert.equal(revoked.filter((isNew) => isNew).length, 1);
      assert.equal(await revoke(), false);
      assert.deepEqual(await revocations.readRevoked("token-1"), { revision: 1, value: true });
      assert.equal(await revocations.isRevoked("token-1"), true);
      assert.deepEqual([feed.revision, await state.revision()], [1, 1]);
      await other.feed.confirm(1);
      assert.deepEqual(heard, ["token:token-1"]);
      const { changes } = await changeLog.listAfter(0, 10);
      assert.deepEqual(
        changes.map((listed) => [listed.revision, listed.actor, listed.changes]),
        [[1, "tokens", []]],
        "it is listed without its content",
      );
    }));
}
