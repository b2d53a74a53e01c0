import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWritePassword } from "../../directory/plan/write-password.ts";
import type { User } from "../entities.ts";
import { createSessions } from "../sessions.ts";
import type { ResetIssuer } from "../stores.ts";
import { createSetClock, ENGINES, openAccounts, someUser } from "../testing/open-accounts.ts";
import { verifyPassword } from "./password.ts";
import { createPasswordResets, RESET_LIFETIME_SECONDS } from "./password-resets.ts";

const by = { ip: "192.0.2.7", requestId: "r-1" };
const PASSWORD = "a new one to remember";
const issuer: ResetIssuer = {
  principal: "user:usr_olga",
  clientId: "console",
  applicationId: "console",
  permissions: ["licet:users.write"],
  ip: "192.0.2.9",
};

for (const engine of ENGINES) {
  describe(`links for a new password on ${engine}`, () => {
    async function open(
      t: { after(work: () => Promise<void>): void },
      changes: Partial<User> = {},
      mayReset: (by: ResetIssuer, user: User) => boolean = () => true,
    ) {
      const clock = createSetClock();
      const { here, there, users, put } = await openAccounts(t, engine, clock);
      const ada = someUser(changes);
      await put(ada);
      const sessions = createSessions({
        store: here.sessions,
        users,
        clock,
        idleSeconds: 3_600,
        absoluteSeconds: 36_000,
        onError: (error) => assert.ifError(error),
      });
      const on = (storage: typeof here) =>
        createPasswordResets({
          store: storage.passwordResets,
          users,
          sessions,
          writePassword: createWritePassword(storage.state, clock),
          mayReset: async (by, user) => mayReset(by, user),
          isRefused: () => false,
          clock,
        });
      return { clock, here, users, put, ada, sessions, resets: on(here), elsewhere: on(there) };
    }

    test("a link sets the password once, and ends every session", async (t) => {
      const { resets, users, ada, sessions } = await open(t);
      const { session, token: cookie } = await sessions.start(ada, { ip: "192.0.2.1", userAgent: "" });
      const { token } = await resets.issue(ada, issuer);
      assert.match(token, /^lrs_[\w-]{43}$/);
      assert.deepEqual(await resets.find(token), ada);
      const done = await resets.redeem({ token, password: PASSWORD, ...by });
      assert.deepEqual(done, { outcome: "set", user: ada, ended: [session] });
      assert.ok(await verifyPassword(PASSWORD, (await users.findLatest(ada.id))?.passwordHash));
      assert.equal(await sessions.find(cookie), undefined);
      assert.equal(await resets.find(token), undefined);
      assert.deepEqual(await resets.redeem({ token, password: "yet another one", ...by }), {
        outcome: "void",
      });
      assert.ok(await verifyPassword(PASSWORD, (await users.findLatest(ada.id))?.passwordHash));
    });

    test("a link whose issuer could not make it any more is void, at the page and at the last moment", async (t) => {
      const asked: (readonly [ResetIssuer, string])[] = [];
      let answers: boolean[] = [];
      const { resets, users, ada } = await open(t, {}, (by, user) => {
        asked.push([by, user.id]);
        return answers.shift() ?? false;
      });
      const { token } = await resets.issue(ada, issuer);
      assert.equal(await resets.find(token), undefined);
      assert.deepEqual(asked, [[issuer, ada.id]]);
      const redeem = () => resets.redeem({ token, password: PASSWORD, ...by });
      assert.deepEqual(await redeem(), { outcome: "void" });
      // The user gets more permissions while the password is hashed.
      answers = [true, false];
      assert.deepEqual(await redeem(), { outcome: "void" });
      assert.equal((await users.findLatest(ada.id))?.passwordHash, ada.passwordHash);
    });

    test("of ten at once, on two nodes, exactly one sets the password", async (t) => {
      const { resets, elsewhere, ada } = await open(t);
      const { token } = await resets.issue(ada, issuer);
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? resets : elsewhere).redeem({ token, password: `${PASSWORD} ${i}`, ...by }),
        ),
      );
      assert.equal(all.filter(({ outcome }) => outcome === "set").length, 1);
      assert.equal(all.filter(({ outcome }) => outcome === "void").length, 9);
    });

    test("a user without a password gets a first one", async (t) => {
      const { resets, users, ada, put } = await open(t);
      const { passwordHash: _, ...without } = ada;
      await put(without);
      const { token } = await resets.issue(without, issuer);
      assert.equal((await resets.redeem({ token, password: PASSWORD, ...by })).outcome, "set");
      assert.ok(await verifyPassword(PASSWORD, (await users.findLatest(ada.id))?.passwordHash));
    });

    test("a password that is too short or of no use leaves the link as it is", async (t) => {
      const { resets, ada } = await open(t);
      const { token } = await resets.issue(ada, issuer);
      for (const [password, outcome] of [
        ["", "too_short"],
        ["1234567", "too_short"],
        ["🔑🔑🔑🔑", "too_short"],
        ["x".repeat(5_000), "unusable"],
        ["with a\0NUL", "unusable"],
      ] as const)
        assert.equal((await resets.redeem({ token, password, ...by })).outcome, outcome, outcome);
      assert.equal((await resets.redeem({ token, password: PASSWORD, ...by })).outcome, "set");
    });

    test("it counts for an hour, and not when a newer one was made", async (t) => {
      const { resets, ada, clock } = await open(t);
      const first = await resets.issue(ada, issuer);
      const second = await resets.issue(ada, issuer);
      assert.equal(second.expiresAt, clock.now + RESET_LIFETIME_SECONDS);
      assert.equal(await resets.find(first.token), undefined);
      clock.now = second.expiresAt - 1;
      assert.ok(await resets.find(second.token));
      clock.now = second.expiresAt;
      assert.equal(await resets.find(second.token), undefined);
      assert.equal((await resets.redeem({ token: second.token, password: PASSWORD, ...by })).outcome, "void");
    });

    test("it is void once the user has another password, is disabled or is gone", async (t) => {
      const { resets, ada, put, here } = await open(t);
      const other = await resets.issue(ada, issuer);
      await put({ ...ada, passwordHash: "$another" });
      assert.equal(await resets.find(other.token), undefined);
      await put(ada);
      const disabled = await resets.issue(ada, issuer);
      await put({ ...ada, enabled: false });
      assert.equal(await resets.find(disabled.token), undefined);
      await put(ada);
      assert.equal(await resets.find(disabled.token), undefined, "enabling revives nothing");
      const gone = await resets.issue(ada, issuer);
      await here.state.commit([{ op: "delete", kind: "user", value: ada }], { name: "test", at: 0 });
      assert.equal((await resets.redeem({ token: gone.token, password: PASSWORD, ...by })).outcome, "void");
    });

    test("only the hash of the token is stored, and nothing else is a token", async (t) => {
      const { resets, ada, here, sessions } = await open(t);
      const { token } = await resets.issue(ada, issuer);
      assert.equal(await here.passwordResets.find(token), undefined);
      const cookie = (await sessions.start(ada, { ip: "", userAgent: "" })).token;
      for (const text of [
        "",
        token.slice(4),
        token.slice(0, -1),
        `${token} `,
        cookie,
        `lrs_${cookie}`,
        "a\0b",
      ])
        assert.equal(await resets.find(text), undefined, text);
    });
  });
}
