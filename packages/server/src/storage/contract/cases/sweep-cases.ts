import assert from "node:assert/strict";
import { test } from "node:test";
import { chain, delegation, endSession, OFFLINE, START, session } from "../delegation-samples.ts";
import { listening, put } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

export function sweepCases(subject: Subject): void {
  test("sweeping deletes expired sessions, interactions, attempts, pushed requests and consents in batches", () =>
    onEmptyStorage(subject, async (storage) => {
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
      for (const kind of ["sessions", "interactions", "attempts", "pushedRequests", "consents"] as const) {
        assert.equal(await sweeper[kind](103, 3), 3, kind);
        assert.equal(await sweeper[kind](103, 3), 1, kind);
        assert.equal(await sweeper[kind](103, 3), 0, kind);
      }
      assert.ok(await sessions.find("token-4"));
      assert.ok(await interactions.find("4"));
      assert.ok(await pushedRequests.find("4"));
      assert.equal((await consents.find("usr_alice", "shop"))[0]?.scope, "4");
      assert.equal(await sweeper.sweep(104 + MINUTE - 1, 99), 0, "not within the minute of grace");
      assert.equal(await sweeper.sweep(104 + MINUTE, 99), 3, "what anybody can store goes first");
      assert.equal(await pushedRequests.find("4"), undefined);
      assert.equal(await sweeper.sweep(104 + HOUR - 1, 99), 0, "the others have an hour");
      assert.equal(await sweeper.sweep(104 + HOUR, 99), 2);
    }));

  test("sweeping continues in batches until nothing is left, or until it is stopped", () =>
    onEmptyStorage(subject, async ({ sweeper, pushedRequests, interactions, audit }) => {
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
      let asked = 0;
      const goOn = async () => {
        asked += 1;
        return true;
      };
      assert.equal(
        await sweeper.sweep(100 + MINUTE, 10),
        20,
        "one batch of each without being told to go on",
      );
      assert.equal(await sweeper.sweep(100 + MINUTE, 10, goOn), 30);
      assert.equal(asked, 2, "after each full batch");
      assert.equal(await audit.sweep(500, 10, goOn), 25);
      await store(30, 55);
      assert.equal(await sweeper.sweep(100 + MINUTE, 10, async () => false), 20);
      assert.equal(await audit.sweep(500, 10, async () => false), 10);
      await audit.append([{ at: 500, type: "token.denied", actor: "unknown" }], []);
      assert.equal(await audit.sweep(500, 10, goOn), 15);
      assert.equal((await audit.list({}, 99)).length, 1, "what is younger stays");
    }));

  test("a delegation is swept when all of its tokens have expired, not before", () =>
    onEmptyStorage(subject, async ({ sweeper, sessions, delegations }) => {
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
      await delegations.redeem("code-3", START, chain("r0"));
      await delegations.insert(delegation("dlg_rotated", OFFLINE), "code-4");
      await delegations.redeem("code-4", START, chain("r0"));
      await delegations.rotate("dlg_rotated", {
        presentedHash: "r0",
        successorHash: "r1",
        sealedSuccessor: "",
        now: START + 9,
        idleExpiresAt: START + 700,
      });
      const gone = async (now: number) => {
        await sweeper.sweep(now + LATER, 99);
        const all = ["dlg_code", "dlg_refreshed", "dlg_rotated", "dlg_in_session"];
        const found = await Promise.all(all.map(delegations.find));
        return all.filter((_, i) => found[i] === undefined);
      };
      assert.deepEqual(await gone(START + 59), []);
      assert.deepEqual(await gone(START + 60), ["dlg_code"]);
      assert.deepEqual(await gone(START + 499), ["dlg_code"]);
      assert.deepEqual(await gone(START + 500), ["dlg_code", "dlg_refreshed"]);
      assert.deepEqual(await gone(START + 700), ["dlg_code", "dlg_refreshed", "dlg_rotated"]);
      assert.equal((await gone(START + 49_999)).length, 3, "its session may still end, and must find it");
      assert.equal((await gone(START + 50_000)).length, 4);
    }));

  test("ended delegations are swept a day later, in batches", () =>
    onEmptyStorage(subject, async ({ sweeper, delegations }) => {
      for (let i = 0; i < 5; i++) {
        await delegations.insert(delegation(`dlg_${i}`, OFFLINE), `code-${i}`);
        await delegations.redeem(`code-${i}`, START, chain("r", { idleExpiresAt: START + 90 * DAY }));
        if (i < 4) await delegations.end(`dlg_${i}`, START + i);
      }
      assert.equal(await sweeper.sweep(START + DAY + HOUR - 1, 99), 0);
      assert.equal(await sweeper.sweep(START + DAY + HOUR + 3, 3), 3);
      assert.equal(await sweeper.sweep(START + DAY + HOUR + 3, 3), 1);
      assert.ok(await delegations.find("dlg_4"));
    }));

  test("a delivery that no node took for a week is deleted", () =>
    onEmptyStorage(subject, async ({ sweeper, state, sessions, delegations, logoutDeliveries }) => {
      await state.commit([put("application", listening("shop"))], someone);
      const ended = { applicationId: "shop", userId: "usr_alice", sessionId: "ses_1" };
      await endSession({ sessions, delegations }, ended, START);
      assert.equal(await sweeper.sweep(START + 2 * DAY, 99), 1, "what the application had got");
      assert.equal(await sweeper.sweep(START + 7 * DAY - 1, 99), 0);
      assert.equal(await sweeper.sweep(START + 7 * DAY, 99), 1);
      assert.deepEqual(await logoutDeliveries.take(START + 8 * DAY, START + 9 * DAY, 9), []);
    }));
}
