import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasswordReset } from "../../../accounts/stores.ts";
import type { ServerNode } from "../../../management/stores.ts";
import type { Change } from "../../../state/change.ts";
import { accessAccount, application, put, remove, secret, user } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

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

const node = (id: string, seenAt: number, more: Partial<ServerNode> = {}): ServerNode => ({
  id,
  host: "one.example.test",
  version: "1.2.3",
  engine: "sqlite",
  startedAt: 50,
  seenAt,
  revision: 7,
  secretIds: ["one"],
  ...more,
});

const DAY = 86_400;

export function consoleCases(subject: Subject): void {
  test("of fifty parallel uses of one link for a new password, on two nodes, exactly one succeeds", () =>
    onEmptyStorage(subject, async ({ passwordResets }, openAgain) => {
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
    onEmptyStorage(subject, async ({ passwordResets }) => {
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
    onEmptyStorage(subject, async ({ state, passwordResets }) => {
      const desk = application("desk");
      const account = accessAccount("ak_desk", "desk");
      const olga = user("usr_olga", "olga");
      const others = [put("application", application("desk2")), put("user", user("usr_olga2", "olga2"))];
      await state.commit(
        [put("application", desk), put("access_account", account), put("user", olga)],
        someone,
      );
      await state.commit(others, someone);
      const issuers = {
        account: OTHER_ISSUER,
        user: { ...OTHER_ISSUER, principal: "user:usr_olga", clientId: "console", applicationId: "console" },
        other: { ...OTHER_ISSUER, principal: "user:usr_olga2", clientId: "ak_desk2", applicationId: "desk2" },
      };
      const left = async () => {
        const names = Object.keys(issuers);
        const found = await Promise.all(names.map((name) => passwordResets.find(name)));
        return names.filter((_, i) => found[i]);
      };
      const endings: readonly (readonly [change: Change, left: readonly string[]])[] = [
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
        await state.commit([change], someone);
        assert.deepEqual(await left(), expected, `${change.op} ${change.kind}`);
      }
    }));

  test("an expired link cannot be spent, and is swept after the hour of grace", () =>
    onEmptyStorage(subject, async ({ passwordResets, sweeper }) => {
      await passwordResets.issue(reset("one"));
      assert.equal(await passwordResets.spend("one", 200), false);
      assert.equal(await sweeper.sweep(200 + 3_599, 99), 0);
      assert.equal(await sweeper.sweep(200 + 3_600, 99), 1);
      assert.equal(await passwordResets.find("one"), undefined);
    }));

  test("the link of a user who is disabled or deleted is deleted, and enabling the user does not restore it", () =>
    onEmptyStorage(subject, async ({ passwordResets, state }) => {
      const [alice, bob] = [user("usr_alice", "alice"), user("usr_bob", "bob")];
      await state.commit([put("user", alice), put("user", bob)], someone);
      await passwordResets.issue(reset("one"));
      await passwordResets.issue(reset("bob", { userId: "usr_bob" }));
      await state.commit([put("user", { ...alice, name: "Alice" })], someone);
      assert.ok(await passwordResets.find("one"), "another change leaves it alone");
      await state.commit([put("user", { ...alice, enabled: false })], someone);
      await state.commit([{ op: "delete", kind: "user", value: bob }], someone);
      assert.equal(await passwordResets.find("one"), undefined);
      assert.equal(await passwordResets.find("bob"), undefined);
    }));

  test("of fifty browsers that open one setup link, on two nodes, exactly one gets it", () =>
    onEmptyStorage(subject, async ({ setupLinks }, openAgain) => {
      const other = await openAgain();
      await setupLinks.issue({ tokenHash: "one", expiresAt: 200 });
      await setupLinks.issue({ tokenHash: "two", expiresAt: 200 });
      const browsers = Array.from({ length: 50 }, (_, i) => `browser ${i}`);
      const opened = await Promise.all(
        browsers.map((browser, i) => (i % 2 ? setupLinks : other.setupLinks).open("one", browser, 199)),
      );
      assert.equal(opened.filter(Boolean).length, 1);
      const holders = await Promise.all(browsers.map((browser) => setupLinks.isOpenedBy(browser, 199)));
      assert.deepEqual(holders, opened);
      assert.equal(await setupLinks.open("two", "another", 200), false, "it has expired");
      assert.equal(await setupLinks.open("a\0b", "browser", 100), false);
      assert.equal(await setupLinks.isOpenedBy("a\0b", 100), false);
      assert.ok(await setupLinks.open("two", "another", 199), "the other link is still there");
    }));

  test("an expired setup link is of no use to its browser, and is swept after the hour of grace", () =>
    onEmptyStorage(subject, async ({ setupLinks, sweeper }) => {
      await setupLinks.issue({ tokenHash: "one", expiresAt: 200 });
      await setupLinks.open("one", "browser", 100);
      assert.deepEqual(
        [await setupLinks.isOpenedBy("browser", 199), await setupLinks.isOpenedBy("browser", 200)],
        [true, false],
      );
      assert.equal(await sweeper.sweep(200 + 3_599, 99), 0);
      assert.equal(await sweeper.sweep(200 + 3_600, 99), 1);
    }));

  test("the commit that appoints an administrator ends every setup link, and no other commit does", () =>
    onEmptyStorage(subject, async ({ setupLinks, state }) => {
      const root = user("usr_root", "root");
      const appointed = { id: "asg_root", principal: "user:usr_root", role: "licet-administrator" } as const;
      await setupLinks.issue({ tokenHash: "opened", expiresAt: 200 });
      await setupLinks.issue({ tokenHash: "waiting", expiresAt: 200 });
      await setupLinks.open("opened", "browser", 100);
      const kept: readonly Change[] = [
        put("user", root),
        put("assignment", { ...appointed, id: "asg_other", role: "clerk" }),
        put("assignment", { ...appointed, id: "asg_at", at: "orders/42" }),
        put("assignment", { ...appointed, id: "asg_when", when: "false" }),
        remove("assignment", { ...appointed, id: "asg_when", when: "false" }),
      ];
      for (const change of kept) await state.commit([change], someone);
      assert.ok(await setupLinks.isOpenedBy("browser", 100));
      await state.commit([put("assignment", appointed)], someone);
      assert.equal(await setupLinks.isOpenedBy("browser", 100), false);
      assert.equal(await setupLinks.open("waiting", "late", 100), false);
      await state.commit([remove("assignment", appointed)], someone);
      assert.equal(await setupLinks.open("waiting", "late", 100), false, "nothing restores it");
    }));

  test("nodes that were seen recently are listed, the oldest first, and a regular stop removes a node at once", () =>
    onEmptyStorage(subject, async ({ nodes, sweeper }) => {
      await nodes.recordHeartbeat(node("b", 100));
      await nodes.recordHeartbeat(
        node("a", 100, { startedAt: 60, engine: "postgres", secretIds: ["one", "two"] }),
      );
      await nodes.recordHeartbeat(node("b", 110, { revision: 8, startedAt: 99 }));
      assert.deepEqual(await nodes.listSeenSince(100), [
        node("b", 110, { revision: 8 }),
        node("a", 100, { startedAt: 60, engine: "postgres", secretIds: ["one", "two"] }),
      ]);
      assert.deepEqual(
        (await nodes.listSeenSince(101)).map(({ id }) => id),
        ["b"],
      );
      await nodes.remove("b");
      assert.deepEqual(await nodes.listSeenSince(101), []);
      assert.equal(await sweeper.sweep(100 + DAY - 1, 99), 0);
      assert.equal(await sweeper.sweep(100 + DAY, 99), 1);
    }));

  test("the latest time stays stored, unless an earlier one replaces it", () =>
    onEmptyStorage(subject, async ({ clockMark }) => {
      assert.equal(await clockMark.find(), undefined);
      await clockMark.raise(9_000);
      await clockMark.raise(1_800_000_000_123.5);
      await clockMark.raise(10_000);
      assert.equal(await clockMark.find(), 1_800_000_000_123);
      await clockMark.replace(10_000);
      await clockMark.raise(9_999);
      assert.equal(await clockMark.find(), 10_000);
    }));

  test("secrets that expire within a time are listed in the order of their expiry, with their owners", () =>
    onEmptyStorage(subject, async ({ state, expiringSecrets }) => {
      const ending = (id: string, owner: string, expiresAt: number) =>
        put("secret", { ...secret(id, owner), expiresAt });
      await state.commit(
        [
          put("application", application("shop")),
          put("access_account", accessAccount("ak_shop", "shop")),
          put("secret", secret("sec_for_ever", "shop")),
          ending("sec_over", "shop", 100),
          ending("sec_b", "shop", 150),
          ending("sec_a", "ak_shop", 150),
          ending("sec_c", "shop", 101),
          ending("sec_later", "shop", 201),
        ],
        someone,
      );
      const all = await expiringSecrets.page({ from: 100, until: 200, limit: 9 });
      assert.deepEqual(
        all.map(({ id, owner, expiresAt }) => [id, owner.kind, owner.id, owner.applicationId, expiresAt]),
        [
          ["sec_c", "application", "shop", "shop", 101],
          ["sec_a", "access_account", "ak_shop", "shop", 150],
          ["sec_b", "application", "shop", "shop", 150],
        ],
      );
      const [first, second] = all;
      assert.ok(first && second);
      const rest = await expiringSecrets.page({ from: 100, until: 200, after: second, limit: 1 });
      assert.deepEqual(rest, all.slice(2));
    }));
}
