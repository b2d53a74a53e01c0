import assert from "node:assert/strict";
import { test } from "node:test";
import { chain, delegation, endSession, OFFLINE, redemption, START, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { applicationWithLogoutUri, put, trustedActor, user } from "../samples.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

export function sweepCases(engine: EngineUnderTest): void {
  test("sweeping deletes expired sessions, interactions, attempts, pushed requests and consents in batches", () =>
    onEmptyStorage(engine, async (storage) => {
      const { sweeper, sessions, interactions, attempts, pushedRequests, consents } = storage;
      for (let i = 0; i < 5; i++) {
        const expiresAt = 100 + i;
        await sessions.start(session(`ses_${i}`, "usr_alice", { expiresAt }), `token-${i}`, undefined);
        await interactions.insert(`${i}`, {
          purpose: { kind: "account" },
          browserHash: "b",
          createdAt: 0,
          expiresAt,
        });
        await attempts.count([`key-${i}`], 100, i);
        await pushedRequests.insert(`${i}`, { clientId: "shop", parameters: "", expiresAt });
        await consents.remember("usr_alice", "shop", [
          { scope: `${i}`, agreed: true, revision: 0, decidedAt: 0, expiresAt },
        ]);
      }
      for (const table of ["sessions", "interactions", "attempts", "pushed_requests", "consents"] as const) {
        assert.equal(await sweeper.sweepTable(table, 103, 3), 3, table);
        assert.equal(await sweeper.sweepTable(table, 103, 3), 1, table);
        assert.equal(await sweeper.sweepTable(table, 103, 3), 0, table);
      }
      assert.ok(await sessions.find("token-4"));
      assert.ok(await interactions.find("4"));
      assert.ok(await pushedRequests.find("4"));
      assert.equal((await consents.find("usr_alice", "shop"))[0]?.scope, "4");
      assert.equal(await sweeper.sweep(104 + MINUTE - 1, 99), 0, "not within the minute of grace");
      assert.equal(
        await sweeper.sweep(104 + MINUTE, 99),
        3,
        "rows that unauthenticated callers can create go first",
      );
      assert.equal(await pushedRequests.find("4"), undefined);
      assert.equal(await sweeper.sweep(104 + HOUR - 1, 99), 0, "the others have an hour");
      assert.equal(await sweeper.sweep(104 + HOUR, 99), 2);
    }));

  test("sweeping deletes expired assertions, revocations and counters in batches, and keeps the newest rows of the change log", () =>
    onEmptyStorage(engine, async ({ sweeper, assertions, revocations, audit, state }) => {
      for (let i = 0; i < 5; i++) {
        await assertions.spend("a", `${i}`, 100 + i);
        await revocations.revoke({ id: `${i}`, audience: [], expiresAt: 100 + i });
        await audit.append([], [{ minute: i, name: "n", label: "", count: 1 }]);
        await state.commit([put("user", user(`usr_${i}`, `u${i}`))], trustedActor);
      }
      assert.equal(await sweeper.sweepTable("client_assertions", 103, 3), 3);
      assert.equal(await sweeper.sweepTable("client_assertions", 103, 3), 1);
      assert.equal(await sweeper.sweepTable("revoked_tokens", 103, 99), 4);
      assert.deepEqual(await Promise.all(["3", "4"].map(revocations.isRevoked)), [false, true]);
      assert.equal(await sweeper.sweepTable("counters", 3, 3), 3);
      assert.equal(await sweeper.sweepTable("counters", 3, 3), 1);
      assert.equal((await audit.counters("n", 0, 9)).length, 1);
      assert.deepEqual(
        (await audit.counters("n", 0, 9, "hour")).map(({ count }) => count),
        [5],
        "hours are kept for longer",
      );
      assert.equal(
        await sweeper.sweepTable("change_log", Number.MAX_SAFE_INTEGER, 99),
        0,
        "the newest rows stay, however old",
      );
      assert.equal(await sweeper.sweep(2_000_000_000, 99), 4);
    }));

  test("sweeping continues in batches until nothing is left, or until it is stopped", () =>
    onEmptyStorage(engine, async ({ sweeper, pushedRequests, interactions, audit }) => {
      const store = async (from: number, to: number) => {
        for (let i = from; i < to; i += 1) {
          await pushedRequests.insert(`${i}`, { clientId: "shop", parameters: "", expiresAt: 100 });
          const begun = { browserHash: `b${i}`, createdAt: 0, expiresAt: 100 };
          await interactions.insert(`${i}`, { purpose: { kind: "account" }, ...begun });
        }
        const old = { at: 100, type: "token.denied", actor: "unknown" };
        await audit.append(Array(to - from).fill(old), []);
      };
      await store(0, 25);
      let continued = 0;
      const shouldContinue = async () => {
        continued += 1;
        return true;
      };
      assert.equal(await sweeper.sweep(100 + MINUTE, 10), 20, "one batch of each without shouldContinue");
      assert.equal(await sweeper.sweep(100 + MINUTE, 10, shouldContinue), 30);
      assert.equal(continued, 2, "after each full batch");
      assert.equal(await audit.sweep(500, 10, shouldContinue), 25);
      await store(30, 55);
      assert.equal(await sweeper.sweep(100 + MINUTE, 10, async () => false), 20);
      assert.equal(await audit.sweep(500, 10, async () => false), 10);
      await audit.append([{ at: 500, type: "token.denied", actor: "unknown" }], []);
      assert.equal(await audit.sweep(500, 10, shouldContinue), 15);
      assert.equal((await audit.list({}, 99)).length, 1, "newer events stay");
    }));

  test("a delegation is swept when all of its tokens have expired, not before", () =>
    onEmptyStorage(engine, async ({ sweeper, sessions, delegations }) => {
      // The longest lifetime of an access token, and the hour of grace.
      const LATER = DAY + HOUR;
      await sessions.start(
        session("ses_long", "usr_alice", { expiresAt: START + 50_000 }),
        "token-1",
        undefined,
      );
      await delegations.insert(delegation("dlg_code"), "code-1");
      await delegations.insert(delegation("dlg_in_session", { sessionId: "ses_long" }), "code-2");
      await delegations.insert(delegation("dlg_refreshed", OFFLINE), "code-3");
      await delegations.redeem("code-3", redemption(START, chain("r0")));
      await delegations.insert(delegation("dlg_rotated", OFFLINE), "code-4");
      await delegations.redeem("code-4", redemption(START, chain("r0")));
      await delegations.rotate("dlg_rotated", {
        presentedHash: "r0",
        successorHash: "r1",
        sealedSuccessor: "",
        now: START + 9,
        idleExpiresAt: START + 700,
        tokensUntil: START + 609,
      });
      const listSwept = async (now: number) => {
        await sweeper.sweep(now + LATER, 99);
        const all = ["dlg_code", "dlg_refreshed", "dlg_rotated", "dlg_in_session"];
        const found = await Promise.all(all.map(delegations.find));
        return all.filter((_, i) => found[i] === undefined);
      };
      assert.deepEqual(await listSwept(START + 59), []);
      assert.deepEqual(await listSwept(START + 60), ["dlg_code"]);
      assert.deepEqual(await listSwept(START + 499), ["dlg_code"]);
      assert.deepEqual(await listSwept(START + 500), ["dlg_code", "dlg_refreshed"]);
      assert.deepEqual(await listSwept(START + 700), ["dlg_code", "dlg_refreshed", "dlg_rotated"]);
      assert.equal((await listSwept(START + 49_999)).length, 3, "the end of its session must still find it");
      assert.equal((await listSwept(START + 50_000)).length, 4);
    }));

  test("ended delegations are swept a day later, in batches", () =>
    onEmptyStorage(engine, async ({ sweeper, delegations }) => {
      for (let i = 0; i < 5; i++) {
        await delegations.insert(delegation(`dlg_${i}`, OFFLINE), `code-${i}`);
        await delegations.redeem(
          `code-${i}`,
          redemption(START, chain("r", { idleExpiresAt: START + 90 * DAY })),
        );
        if (i < 4) await delegations.end(`dlg_${i}`, START + i);
      }
      assert.equal(await sweeper.sweep(START + DAY + HOUR - 1, 99), 0);
      assert.equal(await sweeper.sweep(START + DAY + HOUR + 3, 3), 3);
      assert.equal(await sweeper.sweep(START + DAY + HOUR + 3, 3), 1);
      assert.ok(await delegations.find("dlg_4"));
    }));

  test("a delivery that no node took for a week is deleted", () =>
    onEmptyStorage(engine, async ({ sweeper, state, sessions, delegations, logoutDeliveries }) => {
      await state.commit([put("application", applicationWithLogoutUri("shop"))], trustedActor);
      const ended = { applicationId: "shop", userId: "usr_alice", sessionId: "ses_1" };
      await endSession({ sessions, delegations }, ended, START);
      assert.equal(await sweeper.sweep(START + 2 * DAY, 99), 1, "the delegation of the application");
      assert.equal(await sweeper.sweep(START + 7 * DAY - 1, 99), 0);
      assert.equal(await sweeper.sweep(START + 7 * DAY, 99), 1);
      assert.deepEqual(await logoutDeliveries.take(START + 8 * DAY, START + 9 * DAY, 9), []);
    }));
}
