import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change } from "../../../directory/change.ts";
import type { LoggedRevocation } from "../../../oauth/stores.ts";
import type { Storage } from "../../open-storage.ts";
import { delegation, OFFLINE, redemption, START, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { accessAccount, application, user } from "../samples.ts";

const listAll = async ({ revocationLog }: Pick<Storage, "revocationLog">, after = 0) =>
  (await revocationLog.listAfter(after, 1_000, START)).entries;
const namesOf = (entries: readonly LoggedRevocation[]) =>
  entries.map(({ kind, id }) => `${kind} ${id}`).sort();

async function redeemed(
  { delegations }: Storage,
  id: string,
  members: Parameters<typeof delegation>[1] = {},
): Promise<void> {
  await delegations.insert(delegation(id, members), `code of ${id}`);
  await delegations.redeem(`code of ${id}`, redemption(START));
}

export function revocationLogCases(engine: EngineUnderTest): void {
  test("revoked tokens and ended delegations are in the log, with their resources and the end of their tokens", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      const { revocations, delegations, revocationLog } = storage;
      assert.deepEqual(await revocationLog.listAfter(0, 10, START), { newest: 0, entries: [] });
      await revocations.revoke({ id: "jti-1", audience: ["https://a.test"], expiresAt: START + 300 });
      await revocations.revoke({ id: "jti-1", audience: ["https://a.test"], expiresAt: START + 300 });
      await redeemed(storage, "dlg_1", { agreed: ["openid", "orders:read", "orders:7:write", "files:read"] });
      await delegations.end("dlg_1", START + 1);
      await delegations.end("dlg_1", START + 2);
      const { newest, entries } = await revocationLog.listAfter(0, 10, START);
      assert.equal(newest, 2);
      assert.deepStrictEqual(
        entries.map(({ position: _, ...entry }) => entry).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
        [
          { kind: "delegation", id: "dlg_1", resources: ["orders", "files"], until: START + 660 },
          { kind: "token", id: "jti-1", resources: ["https://a.test"], until: START + 360 },
        ],
      );
      assert.deepStrictEqual(await listAll(await openAgain()), entries);
      assert.deepStrictEqual(await listAll(storage, 1), entries.slice(1));
      const [first] = entries;
      const page = await revocationLog.listAfter(0, 1, START);
      assert.deepStrictEqual(page, { newest: 2, entries: [first] });
    }));

  test("a delegation without a token that may still be valid is not in the log", () =>
    onEmptyStorage(engine, async (storage) => {
      const { delegations, revocationLog } = storage;
      await delegations.insert(delegation("dlg_unused"), "code");
      await delegations.end("dlg_unused", START);
      await redeemed(storage, "dlg_idle");
      await delegations.end("dlg_idle", START + 600);
      assert.deepEqual(await revocationLog.listAfter(0, 10, START), { newest: 0, entries: [] });
      await redeemed(storage, "dlg_1");
      await delegations.end("dlg_1", START + 599);
      assert.deepEqual(namesOf(await listAll(storage)), ["delegation dlg_1"]);
      assert.deepEqual(
        (await revocationLog.listAfter(0, 10, START + 660)).entries,
        [],
        "it no longer matters",
      );
    }));

  test("the end of a session, a withdrawn consent and a new password end delegations in the log", () =>
    onEmptyStorage(engine, async (storage) => {
      const { sessions, consents, state } = storage;
      const alice = { ...user("usr_alice", "alice"), passwordHash: "one" };
      await state.commit([{ op: "put", kind: "user", value: alice }], { name: "test", at: START * 1_000 });
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      await redeemed(storage, "dlg_bound");
      await redeemed(storage, "dlg_offline", OFFLINE);
      await sessions.end("ses_1", START);
      assert.deepEqual(namesOf(await listAll(storage)), ["delegation dlg_bound"]);
      await consents.withdraw("usr_alice", "shop", START);
      assert.deepEqual(namesOf(await listAll(storage, 1)), ["delegation dlg_offline"]);
      await sessions.start(session("ses_2", "usr_alice"), "token-2", undefined);
      await redeemed(storage, "dlg_2", { sessionId: "ses_2" });
      await redeemed(storage, "dlg_3", { sessionId: "ses_3", ...OFFLINE });
      await sessions.endAllOfUser("usr_alice", START, "ses_3");
      assert.deepEqual(namesOf(await listAll(storage, 2)), ["delegation dlg_2"]);
      const changed = { ...alice, passwordHash: "another" };
      await state.commit([{ op: "put", kind: "user", value: changed }], { name: "test", at: START * 1_000 });
      assert.deepEqual(namesOf(await listAll(storage, 3)), ["delegation dlg_3"]);
    }));

  test("users and clients that are disabled or deleted are in the log with the time of their last tokens", () =>
    onEmptyStorage(engine, async (storage) => {
      const { state, revocationLog } = storage;
      const shop = application("shop");
      const alice = user("usr_alice", "alice");
      const key = accessAccount("ak_1", "shop");
      const other = { ...accessAccount("ak_2", "shop"), expiresAt: START + 900 };
      let last = 0;
      const commit = async (...changes: Change[]) => {
        await state.commit(changes, { name: "test", at: START * 1_000 });
        const { newest, entries } = await revocationLog.listAfter(last, 100, START);
        last = newest;
        return entries;
      };
      assert.deepEqual(
        await commit(
          { op: "put", kind: "application", value: shop },
          { op: "put", kind: "user", value: alice },
          { op: "put", kind: "access_account", value: key },
          { op: "put", kind: "access_account", value: other },
        ),
        [],
      );
      const renamed = { ...shop, name: "Another name" };
      assert.deepEqual(await commit({ op: "put", kind: "application", value: renamed }), []);
      const disabled = await commit({ op: "put", kind: "user", value: { ...alice, enabled: false } });
      assert.deepEqual(disabled, [
        {
          position: 1,
          kind: "subject",
          id: "usr_alice",
          issuedBefore: START + 3,
          until: START + 3 + 86_400 + 60,
        },
      ]);
      assert.deepEqual(await commit({ op: "put", kind: "user", value: alice }), [], "enabled again");
      assert.deepEqual(
        namesOf(await commit({ op: "put", kind: "access_account", value: { ...key, enabled: false } })),
        ["subject ak_1"],
      );
      const later = { ...other, expiresAt: START + 901 };
      assert.deepEqual(await commit({ op: "put", kind: "access_account", value: later }), []);
      assert.deepEqual(namesOf(await commit({ op: "put", kind: "access_account", value: other })), [
        "subject ak_2",
      ]);
      await redeemed(storage, "dlg_shop");
      assert.deepEqual(
        namesOf(await commit({ op: "put", kind: "application", value: { ...renamed, enabled: false } })),
        ["subject shop"],
        "not each of its delegations",
      );
      assert.deepEqual(namesOf(await commit({ op: "delete", kind: "application", value: renamed })), [
        "subject ak_1",
        "subject ak_2",
        "subject shop",
      ]);
    }));

  test("readers on two nodes see every entry once and in one order, while others are written", () =>
    onEmptyStorage(engine, async (one, openAgain) => {
      const two = await openAgain();
      const COUNT = 40;
      const follow = async ({ revocationLog }: Storage) => {
        const seen: LoggedRevocation[] = [];
        let position = 0;
        while (seen.length < COUNT) {
          await nextTurn();
          const { newest, entries } = await revocationLog.listAfter(position, 7, START);
          seen.push(...entries);
          position = entries.length < 7 ? newest : (entries.at(-1)?.position ?? position);
        }
        return seen;
      };
      const write = async (i: number) => {
        const storage = i % 2 ? one : two;
        if (i % 4 < 2)
          return storage.revocations.revoke({ id: `jti-${i}`, audience: [], expiresAt: START + 300 });
        await redeemed(storage, `dlg_${i}`);
        return storage.delegations.end(`dlg_${i}`, START);
      };
      const [byOne, byTwo] = await Promise.all([
        follow(one),
        follow(two),
        ...Array.from({ length: COUNT }, (_, i) => write(i)),
      ]);
      assert.deepEqual(byOne, byTwo);
      assert.equal(new Set(namesOf(byOne as LoggedRevocation[])).size, COUNT);
    }));

  test("sweeping deletes entries that no longer matter, and positions go on", () =>
    onEmptyStorage(engine, async ({ revocations, revocationLog, sweeper }) => {
      for (let i = 1; i <= 3; i += 1)
        await revocations.revoke({ id: `jti-${i}`, audience: [], expiresAt: START + 100 * i });
      assert.equal((await revocationLog.listAfter(0, 10, START)).newest, 3);
      assert.equal(await sweeper.sweepTable("revocations", START + 260, 99), 2);
      const left = await revocationLog.listAfter(0, 10, START);
      assert.deepEqual([left.newest, left.entries.map(({ id }) => id)], [3, ["jti-3"]]);
      assert.equal(await sweeper.sweepTable("revocations", START + 360, 99), 1);
      await revocations.revoke({ id: "jti-4", audience: [], expiresAt: START + 900 });
      assert.deepEqual(
        (await revocationLog.listAfter(3, 10, START)).entries.map(({ position }) => position),
        [4],
      );
    }));
}
