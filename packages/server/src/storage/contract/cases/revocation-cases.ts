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
}
