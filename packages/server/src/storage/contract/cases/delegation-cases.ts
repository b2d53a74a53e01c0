import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delegation } from "../../../oauth/delegation.ts";
import type { Rotation } from "../../../oauth/stores.ts";
import {
  chain,
  countSuccesses,
  delegation,
  OFFLINE,
  redemption,
  START,
  session,
} from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { put, user } from "../samples.ts";

const rotation = (presentedHash: string, successorHash: string, now: number): Rotation => ({
  presentedHash,
  successorHash,
  sealedSuccessor: `sealed ${successorHash}`,
  now,
  idleExpiresAt: now + 500,
  tokensUntil: now + 600,
});

export function delegationCases(engine: EngineUnderTest): void {
  test("a delegation is read as it was stored, by its code and by its id", () =>
    onEmptyStorage(engine, async ({ delegations }, openAgain) => {
      const full = delegation("dlg_full");
      const { codeChallenge: _, nonce: __, claims: ___, ...bare }: Delegation = delegation("dlg_bare");
      await delegations.insert(full, "code-1");
      await delegations.insert(bare, "code-2");
      const other = await openAgain();
      assert.deepStrictEqual(await other.delegations.findByCode("code-1"), { delegation: full });
      assert.deepStrictEqual(await other.delegations.find("dlg_full"), { delegation: full });
      assert.deepStrictEqual(await other.delegations.find("dlg_bare"), { delegation: bare });
      for (const unknown of ["", "code-3", "code\0"]) {
        assert.equal(await delegations.findByCode(unknown), undefined);
        assert.equal(await delegations.find(unknown), undefined);
        assert.equal(await delegations.redeem(unknown, redemption(START)), undefined);
      }
    }));

  test("of fifty parallel uses of one code, on two nodes, exactly one spends it", () =>
    onEmptyStorage(engine, async ({ delegations }, openAgain) => {
      const other = await openAgain();
      await delegations.insert(delegation("dlg_1"), "code-1");
      const successes = await countSuccesses(async (i) => {
        const node = i % 2 ? delegations : other.delegations;
        return (await node.redeem("code-1", redemption(START + i, chain(`refresh-${i}`)))) !== undefined;
      });
      assert.equal(successes, 1);
      const state = await delegations.find("dlg_1");
      assert.equal(state?.refresh?.currentHash, `refresh-${(state?.redeemedAt ?? 0) - START}`);
    }));

  test("a code is valid until its last second, and starts a refresh chain only when one is given", () =>
    onEmptyStorage(engine, async ({ delegations }) => {
      for (const id of ["1", "2", "3"]) await delegations.insert(delegation(`dlg_${id}`), `code-${id}`);
      assert.equal(await delegations.redeem("code-1", redemption(START + 60)), undefined);
      assert.deepStrictEqual(await delegations.redeem("code-1", redemption(START + 59)), {});
      assert.equal(await delegations.redeem("code-1", redemption(START + 59, chain("refresh"))), undefined);
      assert.deepStrictEqual(await delegations.find("dlg_1"), {
        delegation: delegation("dlg_1"),
        redeemedAt: START + 59,
      });
      assert.deepStrictEqual(await delegations.redeem("code-2", redemption(START, chain("refresh"))), {});
      assert.deepStrictEqual(await delegations.findByCode("code-2"), {
        delegation: delegation("dlg_2"),
        redeemedAt: START,
        refresh: chain("refresh"),
      });
      await delegations.end("dlg_3", START);
      assert.equal(await delegations.redeem("code-3", redemption(START)), undefined);
    }));

  test("the redemption of a code tells of the user as the database has it", () =>
    onEmptyStorage(engine, async ({ delegations, state }) => {
      const alice = { ...user("usr_alice", "alice"), passwordHash: "one" };
      const by = { name: "test", at: START * 1_000 };
      await state.commit([put("user", alice)], by);
      await delegations.insert(delegation("dlg_1"), "code-1");
      const redeemed = await delegations.redeem("code-1", redemption(START));
      assert.deepStrictEqual(redeemed?.user, { enabled: true, passwordHash: "one" });
      await state.commit([put("user", { ...alice, enabled: false, passwordHash: "two" })], by);
      // As a node stores it that has not heard of the change.
      await delegations.insert(delegation("dlg_2"), "code-2");
      const late = await delegations.redeem("code-2", redemption(START));
      assert.deepStrictEqual(late?.user, { enabled: false, passwordHash: "two" });
    }));

  test("of fifty parallel uses of one refresh token, on two nodes, exactly one gets a successor", () =>
    onEmptyStorage(engine, async ({ delegations }, openAgain) => {
      const other = await openAgain();
      await delegations.insert(delegation("dlg_1"), "code-1");
      await delegations.redeem("code-1", redemption(START, chain("refresh-0")));
      const successes = await countSuccesses((i) =>
        (i % 2 ? delegations : other.delegations).rotate(
          "dlg_1",
          rotation("refresh-0", `next-${i}`, START + i),
        ),
      );
      assert.equal(successes, 1);
      const refresh = (await delegations.find("dlg_1"))?.refresh;
      const i = (refresh?.rotatedAt ?? 0) - START;
      assert.deepStrictEqual(refresh, {
        currentHash: `next-${i}`,
        previousHash: "refresh-0",
        rotatedAt: START + i,
        sealedCurrent: `sealed next-${i}`,
        idleExpiresAt: START + i + 500,
        absoluteExpiresAt: START + 900,
      });
    }));

  test("a refresh token is valid until its idle time or its absolute time is over", () =>
    onEmptyStorage(engine, async ({ delegations }) => {
      await delegations.insert(delegation("dlg_1"), "code-1");
      const rotate = (from: string, to: string, now: number) =>
        delegations.rotate("dlg_1", rotation(from, to, now));
      assert.equal(await rotate("r0", "r1", START), false, "there is no chain yet");
      await delegations.redeem("code-1", redemption(START, chain("r0")));
      assert.equal(await rotate("r0", "r1", START + 500), false, "idle too long");
      assert.equal(await rotate("r0", "r1", START + 499), true);
      assert.equal(await rotate("r0", "r2", START + 499), false, "not the current one any more");
      assert.equal(await rotate("r1", "r2", START + 900), false, "the absolute time is over");
      assert.equal(await rotate("r1", "r2", START + 899), true);
      assert.equal(await rotate("r\0", "r3", START + 899), false);
      assert.equal(await delegations.rotate("dlg\0", rotation("r2", "r3", START)), false);
      await delegations.end("dlg_1", START);
      assert.equal(await rotate("r2", "r3", START), false, "ended");
    }));

  test("a delegation that does not outlive its session has the session's times, and none after the session ended", () =>
    onEmptyStorage(engine, async ({ delegations, sessions, sweeper }, openAgain) => {
      const other = await openAgain();
      const times = { lastSeenAt: START + 7, expiresAt: START + 1_000 };
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      await sessions.touch("ses_1", times.lastSeenAt);
      for (const id of ["bound", "late"]) await delegations.insert(delegation(`dlg_${id}`), `code-${id}`);
      await delegations.insert(delegation("dlg_offline", OFFLINE), "code-offline");
      await delegations.insert(delegation("dlg_lost", { sessionId: "ses_other" }), "code-lost");

      assert.deepStrictEqual(await other.delegations.redeem("code-bound", redemption(START)), {
        session: times,
      });
      assert.deepStrictEqual((await other.delegations.find("dlg_bound"))?.session, times);
      assert.deepStrictEqual(await delegations.redeem("code-offline", redemption(START)), {});
      assert.deepStrictEqual(await delegations.redeem("code-lost", redemption(START)), {});
      for (const id of ["dlg_offline", "dlg_lost"])
        assert.equal((await delegations.find(id))?.session, undefined);

      assert.equal(await sweeper.sweepTable("sessions", times.expiresAt, 10), 1);
      assert.deepStrictEqual(await other.delegations.redeem("code-late", redemption(START)), {});
      assert.deepStrictEqual(await other.delegations.find("dlg_bound"), {
        delegation: delegation("dlg_bound"),
        redeemedAt: START,
      });
    }));

  test("a delegation keeps its first end", () =>
    onEmptyStorage(engine, async ({ delegations }) => {
      await delegations.insert(delegation("dlg_1"), "code-1");
      await delegations.end("dlg_1", START + 1);
      await delegations.end("dlg_1", START + 2);
      await delegations.end("dlg\0", START + 2);
      assert.equal((await delegations.find("dlg_1"))?.endedAt, START + 1);
    }));
}
