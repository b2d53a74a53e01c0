import assert from "node:assert/strict";
import { test } from "node:test";
import { delegation, listEnded, OFFLINE, START, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

export function sessionCases(engine: EngineUnderTest): void {
  test("a session is found by its token as it was started, expired or not", () =>
    onEmptyStorage(engine, async ({ sessions }, openAgain) => {
      const first = session("ses_1", "usr_alice", { expiresAt: 5 });
      await sessions.start(first, "token-1", undefined);
      assert.deepEqual(await (await openAgain()).sessions.find("token-1"), first);
      for (const unknown of ["ses_1", "token-2", "", "token\0"])
        assert.equal(await sessions.find(unknown), undefined);
    }));

  test("a new session ends the one it replaces, with its delegations", () =>
    onEmptyStorage(engine, async (storage) => {
      const { sessions, delegations } = storage;
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      await delegations.insert(delegation("dlg_1"), "code-1");
      await sessions.start(session("ses_2", "usr_bob"), "token-2", "ses_1");
      assert.equal(await sessions.find("token-1"), undefined);
      assert.equal((await sessions.find("token-2"))?.userId, "usr_bob");
      assert.deepEqual(await listEnded(storage, ["dlg_1"]), ["dlg_1"]);
      await sessions.start(session("ses_3", "usr_bob"), "token-3", "nul\0");
      assert.equal((await sessions.listOfUser("usr_bob")).length, 2);
    }));

  test("a renewed session has another token and another time, and is otherwise the same", () =>
    onEmptyStorage(engine, async ({ sessions }) => {
      const first = session("ses_1", "usr_alice");
      await sessions.start(first, "token-1", undefined);
      const authentication = { time: START + 50, acr: "2", amr: ["pwd", "otp"] };
      const now = { authentication, passwordStamp: "stamp-2" };
      assert.equal(await sessions.renew("ses_1", "token-2", now), true);
      assert.equal(await sessions.find("token-1"), undefined);
      assert.deepEqual(await sessions.find("token-2"), { ...first, ...now, lastSeenAt: START + 50 });
      await sessions.end("ses_1", START);
      assert.equal(await sessions.renew("ses_1", "token-3", now), false);
      assert.equal(await sessions.renew("ses\0", "token-3", now), false);
      assert.equal(await sessions.find("token-3"), undefined);
    }));

  test("the time a session was last seen never decreases", () =>
    onEmptyStorage(engine, async ({ sessions }, openAgain) => {
      const other = await openAgain();
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? sessions : other.sessions).touch("ses_1", START + ((i * 7) % 20)),
        ),
      );
      assert.equal((await sessions.find("token-1"))?.lastSeenAt, START + 19);
      await sessions.touch("ses_1", 1);
      assert.equal((await sessions.find("token-1"))?.lastSeenAt, START + 19);
    }));

  test("a session continues with a new password stamp", () =>
    onEmptyStorage(engine, async ({ sessions }) => {
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      await sessions.restamp("ses_1", "stamp-2");
      assert.deepEqual(
        await sessions.find("token-1"),
        session("ses_1", "usr_alice", { passwordStamp: "stamp-2" }),
      );
    }));

  test("a session that ends also ends its delegations, except those that outlive it", () =>
    onEmptyStorage(engine, async (storage) => {
      const { sessions, delegations } = storage;
      const first = session("ses_1", "usr_alice");
      await sessions.start(first, "token-1", undefined);
      await sessions.start(session("ses_2", "usr_alice"), "token-2", undefined);
      await delegations.insert(delegation("dlg_online"), "code-1");
      await delegations.insert(delegation("dlg_offline", OFFLINE), "code-2");
      await delegations.insert(delegation("dlg_elsewhere", { sessionId: "ses_2" }), "code-3");
      await delegations.insert(delegation("dlg_ended"), "code-4");
      await delegations.end("dlg_ended", START + 1);

      assert.deepEqual(await sessions.end("ses_1", START + 9), first);
      assert.equal(await sessions.end("ses_1", START + 10), undefined);
      assert.equal(await sessions.end("unknown\0", START), undefined);
      assert.equal(await sessions.find("token-1"), undefined);
      const all = ["dlg_online", "dlg_offline", "dlg_elsewhere", "dlg_ended"];
      assert.deepEqual(await listEnded(storage, all), ["dlg_online", "dlg_ended"]);
      assert.equal((await delegations.find("dlg_online"))?.endedAt, START + 9);
      assert.equal((await delegations.find("dlg_ended"))?.endedAt, START + 1);
      assert.ok(await sessions.find("token-2"));
    }));

  test("of fifty parallel attempts to end a session, on two nodes, exactly one ends it", () =>
    onEmptyStorage(engine, async ({ sessions }, openAgain) => {
      const other = await openAgain();
      await sessions.start(session("ses_1", "usr_alice"), "token-1", undefined);
      const ends = Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? sessions : other.sessions).end("ses_1", START),
      );
      assert.equal((await Promise.all(ends)).filter((ended) => ended !== undefined).length, 1);
    }));

  test("a user's sessions are listed oldest first, and end all at once, offline delegations included", () =>
    onEmptyStorage(engine, async (storage) => {
      const { sessions, delegations } = storage;
      const own = ["ses_b", "ses_a", "ses_c"].map((id, i) =>
        session(id, "usr_alice", { createdAt: START + i }),
      );
      for (const each of own) await sessions.start(each, `token of ${each.id}`, undefined);
      await sessions.start(session("ses_bob", "usr_bob"), "token-bob", undefined);
      await delegations.insert(delegation("dlg_1", { sessionId: "ses_b" }), "code-1");
      await delegations.insert(delegation("dlg_2", { ...OFFLINE, sessionId: "ses_ended" }), "code-2");
      await delegations.insert(delegation("dlg_3", { ...OFFLINE, sessionId: "ses_a" }), "code-3");
      await delegations.insert(delegation("dlg_bob", { userId: "usr_bob" }), "code-4");
      const all = ["dlg_1", "dlg_2", "dlg_3", "dlg_bob"];

      assert.deepEqual(await sessions.listOfUser("usr_alice"), own);
      assert.deepEqual(await sessions.listOfUser("nul\0"), []);
      const ended = await sessions.endAllOfUser("usr_alice", START, "ses_a");
      assert.deepEqual(ended.map(({ id }) => id).sort(), ["ses_b", "ses_c"]);
      assert.deepEqual(await listEnded(storage, all), ["dlg_1", "dlg_2"]);
      assert.deepEqual(await sessions.listOfUser("usr_alice"), [own[1]]);

      assert.deepEqual(await sessions.endAllOfUser("usr_alice", START), [own[1]]);
      assert.deepEqual(await listEnded(storage, all), ["dlg_1", "dlg_2", "dlg_3"]);
      assert.deepEqual(await sessions.endAllOfUser("usr_alice", START), []);
      assert.ok(await sessions.find("token-bob"));
    }));
}
