import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasswordReset } from "../../../accounts/stores.ts";
import type { Change } from "../../../directory/change.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { accessAccount, application, put, remove, trustedActor, user } from "../samples.ts";

const reset = (tokenHash: string, more: Partial<PasswordReset> = {}): PasswordReset => ({
  tokenHash,
  userId: "usr_alice",
  passwordStamp: "stamp",
  issuer: {
    principal: "user:usr_olga",
    clientId: "console",
    applicationId: "console",
    permissions: ["licet:users.write"],
    ip: "::1",
  },
  expiresAt: 200,
  ...more,
});

const OTHER_ISSUER = {
  principal: "application:desk",
  clientId: "ak_desk",
  applicationId: "desk",
  permissions: [],
  ip: "::1",
};

export function passwordResetCases(engine: EngineUnderTest): void {
  test("of fifty parallel uses of one link for a new password, on two nodes, exactly one succeeds", () =>
    onEmptyStorage(engine, async ({ passwordResets }, openAgain) => {
      const other = await openAgain();
      await passwordResets.issue(reset("one"));
      assert.deepEqual(await passwordResets.find("one"), reset("one"));
      const uses = Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? passwordResets : other.passwordResets).spend("one", 199),
      );
      assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
      assert.equal(await passwordResets.find("one"), undefined);
    }));

  test("a new link replaces the last one of its user, and no other link", () =>
    onEmptyStorage(engine, async ({ passwordResets }) => {
      await passwordResets.issue(reset("one"));
      await passwordResets.issue(reset("bob", { userId: "usr_bob" }));
      const later = { passwordStamp: "other", issuer: OTHER_ISSUER, expiresAt: 300 };
      await passwordResets.issue(reset("two", later));
      assert.equal(await passwordResets.find("one"), undefined);
      assert.equal(await passwordResets.spend("one", 100), false);
      assert.deepEqual(await passwordResets.find("two"), reset("two", later));
      assert.ok(await passwordResets.find("bob"));
      assert.equal(await passwordResets.find("a\0b"), undefined);
    }));

  test("a link ends with its issuer, and with the client that its issuer used", () =>
    onEmptyStorage(engine, async ({ state, passwordResets }) => {
      const desk = application("desk");
      const account = accessAccount("ak_desk", "desk");
      const olga = user("usr_olga", "olga");
      const others = [put("application", application("desk2")), put("user", user("usr_olga2", "olga2"))];
      await state.commit(
        [put("application", desk), put("access_account", account), put("user", olga)],
        trustedActor,
      );
      await state.commit(others, trustedActor);
      const issuers = {
        account: OTHER_ISSUER,
        user: { ...OTHER_ISSUER, principal: "user:usr_olga", clientId: "console", applicationId: "console" },
        other: { ...OTHER_ISSUER, principal: "user:usr_olga2", clientId: "ak_desk2", applicationId: "desk2" },
      };
      const listRemaining = async () => {
        const names = Object.keys(issuers);
        const found = await Promise.all(names.map((name) => passwordResets.find(name)));
        return names.filter((_, i) => found[i]);
      };
      const endings: readonly (readonly [change: Change, remaining: readonly string[]])[] = [
        [put("access_account", { ...account, enabled: false }), ["user", "other"]],
        [remove("access_account", account), ["user", "other"]],
        [put("application", { ...desk, enabled: false }), ["user", "other"]],
        [put("application", desk), ["user", "other"]],
        [put("application", desk), ["account", "user", "other"]],
        [remove("application", desk), ["user", "other"]],
        [put("application", desk), ["user", "other"]],
        [put("user", { ...olga, enabled: false }), ["account", "other"]],
        [remove("user", olga), ["account", "other"]],
      ];
      for (const [change, expected] of endings) {
        for (const [name, issuer] of Object.entries(issuers))
          await passwordResets.issue(reset(name, { userId: `usr_${name}`, issuer }));
        await state.commit([change], trustedActor);
        assert.deepEqual(await listRemaining(), expected, `${change.op} ${change.kind}`);
      }
    }));

  test("an expired link cannot be spent, and is swept after the hour of grace", () =>
    onEmptyStorage(engine, async ({ passwordResets, sweeper }) => {
      await passwordResets.issue(reset("one"));
      assert.equal(await passwordResets.spend("one", 200), false);
      assert.equal(await sweeper.sweep(200 + 3_599, 99), 0);
      assert.equal(await sweeper.sweep(200 + 3_600, 99), 1);
      assert.equal(await passwordResets.find("one"), undefined);
    }));

  test("the link of a user who is disabled or deleted is deleted, and enabling the user does not restore it", () =>
    onEmptyStorage(engine, async ({ passwordResets, state }) => {
      const [alice, bob] = [user("usr_alice", "alice"), user("usr_bob", "bob")];
      await state.commit([put("user", alice), put("user", bob)], trustedActor);
      await passwordResets.issue(reset("one"));
      await passwordResets.issue(reset("bob", { userId: "usr_bob" }));
      await state.commit([put("user", { ...alice, name: "Alice" })], trustedActor);
      assert.ok(await passwordResets.find("one"), "another change leaves it alone");
      await state.commit([put("user", { ...alice, enabled: false })], trustedActor);
      await state.commit([{ op: "delete", kind: "user", value: bob }], trustedActor);
      assert.equal(await passwordResets.find("one"), undefined);
      assert.equal(await passwordResets.find("bob"), undefined);
    }));
}
