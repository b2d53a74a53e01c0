import assert from "node:assert/strict";
import { test } from "node:test";
import type { Storage } from "../../open-storage.ts";
import { delegation, listEnded, OFFLINE, START, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, put, remove, trustedActor, user } from "../samples.ts";

const alice = user("usr_alice", "alice");
const bob = user("usr_bob", "bob");
const shop = application("shop");
const mail = application("mail");
const ALL_DELEGATIONS = ["alice", "bob"].flatMap((name) =>
  ["shop", "mail"].map((applicationId) => ({ id: `dlg_${name}_${applicationId}`, name, applicationId })),
);
const ids = ALL_DELEGATIONS.map(({ id }) => id);

/** Alice and Bob are signed in, and each has delegations to both applications. */
async function fill({ state, sessions, delegations, consents }: Storage): Promise<void> {
  await state.commit(
    [put("user", alice), put("user", bob), put("application", shop), put("application", mail)],
    trustedActor,
  );
  for (const name of ["alice", "bob"])
    await sessions.start(session(`ses_${name}`, `usr_${name}`), `token-${name}`, undefined);
  for (const { id, name, applicationId } of ALL_DELEGATIONS) {
    const userId = `usr_${name}`;
    await delegations.insert(
      delegation(id, { ...OFFLINE, userId, applicationId, sessionId: `ses_${name}` }),
      `code of ${id}`,
    );
    await consents.remember(userId, applicationId, [
      { scope: "openid", agreed: true, revision: 0, decidedAt: START, expiresAt: START + 9 },
    ]);
  }
}

async function readRemaining(storage: Storage) {
  const { sessions, consents } = storage;
  const users = ["alice", "bob"] as const;
  const found = await Promise.all(users.map((name) => sessions.find(`token-${name}`)));
  const remembered = await Promise.all(users.map((name) => consents.listOfUser(`usr_${name}`)));
  const ended = new Set(await listEnded(storage, ids));
  return {
    sessions: users.filter((_, i) => found[i] !== undefined),
    consents: users.flatMap((name, i) =>
      remembered[i]?.map(({ applicationId }) => `${name} ${applicationId}`),
    ),
    delegations: ids.filter((id) => !ended.has(id)),
  };
}

const EVERYTHING = {
  sessions: ["alice", "bob"],
  consents: ["alice mail", "alice shop", "bob mail", "bob shop"],
  delegations: ids,
};

export function endAccessCases(engine: EngineUnderTest): void {
  test("a change of a user who keeps access ends nothing", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      await storage.state.commit(
        [put("user", { ...alice, name: "Alice" }), put("application", { ...shop, name: "Shop" })],
        trustedActor,
      );
      assert.deepEqual(await readRemaining(storage), EVERYTHING);
    }));

  test("a disabled user loses sessions and delegations at once, and enabling restores nothing", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      await fill(storage);
      await storage.state.commit([put("user", { ...alice, enabled: false })], trustedActor);
      await storage.state.commit([put("user", alice)], trustedActor);
      assert.deepEqual(await readRemaining(await openAgain()), {
        sessions: ["bob"],
        consents: EVERYTHING.consents,
        delegations: ["dlg_bob_shop", "dlg_bob_mail"],
      });
      assert.equal((await storage.delegations.find("dlg_alice_shop"))?.endedAt, trustedActor.at / 1_000);
    }));

  test("access that began in parallel with the change that disables a principal ends when it is enabled again", () =>
    onEmptyStorage(engine, async (storage) => {
      const { state } = storage;
      await fill(storage);
      const disabled = [
        put("user", { ...alice, enabled: false }),
        put("application", { ...mail, enabled: false }),
      ];
      await state.commit(disabled, trustedActor);
      // A node that had not yet read the change starts this session.
      await storage.sessions.start(session("ses_late", alice.id), "late", undefined);
      for (const id of ["late_shop", "late_mail"]) {
        const userId = id === "late_shop" ? alice.id : bob.id;
        const applicationId = id.slice("late_".length);
        await storage.delegations.insert(
          delegation(id, { ...OFFLINE, userId, applicationId }),
          `code of ${id}`,
        );
      }
      await state.commit([put("user", alice), put("application", mail)], trustedActor);
      assert.equal(await storage.sessions.find("late"), undefined);
      assert.deepEqual((await listEnded(storage, ["late_shop", "late_mail"])).toSorted(), [
        "late_mail",
        "late_shop",
      ]);
    }));

  test("a new password ends sessions and delegations at once, except the session in which it was chosen", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      const withPassword = (passwordHash: string) => [put("user", { ...alice, passwordHash })];
      await storage.state.commit(withPassword("first"), trustedActor);
      assert.deepEqual(await readRemaining(storage), EVERYTHING, "there was none before");
      await storage.sessions.start(session("ses_here", alice.id), "here", undefined);
      await storage.state.commit(withPassword("second"), { ...trustedActor, sessionId: "ses_here" });
      assert.ok(await storage.sessions.find("here"));
      assert.deepEqual(await readRemaining(storage), {
        sessions: ["bob"],
        consents: EVERYTHING.consents,
        delegations: ["dlg_bob_shop", "dlg_bob_mail"],
      });
      await storage.state.commit(withPassword("third"), trustedActor);
      assert.equal(await storage.sessions.find("here"), undefined);
    }));

  test("a deleted user leaves nothing behind, not even consents", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      await storage.state.commit([remove("user", alice)], trustedActor);
      await storage.state.commit([put("user", alice)], trustedActor);
      assert.deepEqual(await readRemaining(storage), {
        sessions: ["bob"],
        consents: ["bob mail", "bob shop"],
        delegations: ["dlg_bob_shop", "dlg_bob_mail"],
      });
    }));

  test("a disabled application loses its delegations, and the consents of users stay until it is enabled", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      await storage.state.commit([put("application", { ...shop, enabled: false })], trustedActor);
      await storage.state.commit([put("application", shop)], trustedActor);
      assert.deepEqual(await readRemaining(storage), {
        ...EVERYTHING,
        delegations: ["dlg_alice_mail", "dlg_bob_mail"],
      });
    }));

  test("a deleted application loses the consents of all users", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      await storage.state.commit([remove("application", shop)], trustedActor);
      assert.deepEqual(await readRemaining(storage), {
        ...EVERYTHING,
        consents: ["alice mail", "bob mail"],
        delegations: ["dlg_alice_mail", "dlg_bob_mail"],
      });
    }));

  test("a change set that fails ends nothing", () =>
    onEmptyStorage(engine, async (storage) => {
      await fill(storage);
      const refused = [put("user", { ...alice, enabled: false }), put("user", user("usr_x", "bob"))];
      await assert.rejects(storage.state.commit(refused, trustedActor));
      assert.deepEqual(await readRemaining(storage), EVERYTHING);
    }));

  test("hundreds of principals that one change set disables all lose their access", () =>
    onEmptyStorage(engine, async (storage) => {
      const { state, sessions, delegations } = storage;
      const names = Array.from({ length: 300 }, (_, i) => `u${i}`);
      await state.commit(
        names.map((name) => put("user", user(`usr_${name}`, name))),
        trustedActor,
      );
      for (const name of names) {
        await sessions.start(session(`ses_${name}`, `usr_${name}`), `token-${name}`, undefined);
        await delegations.insert(delegation(`dlg_${name}`, { userId: `usr_${name}` }), `code-${name}`);
      }
      await state.commit(
        names.map((name) => put("user", { ...user(`usr_${name}`, name), enabled: name === "u7" })),
        trustedActor,
      );
      const kept = await Promise.all(names.map((name) => sessions.find(`token-${name}`)));
      assert.deepEqual(
        kept.filter((each) => each !== undefined).map(({ id }) => id),
        ["ses_u7"],
      );
      const all = names.map((name) => `dlg_${name}`);
      assert.equal((await listEnded(storage, all)).length, 299);
    }));
}
