import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, minimalSamples, put, samples, secret, trustedActor, user } from "../samples.ts";

export function readCases(engine: EngineUnderTest): void {
  test("the whole model is read, with nested groups but without users", () =>
    onEmptyStorage(engine, async ({ state, permissions }) => {
      assert.deepEqual(await permissions.loadModel(), {
        revision: 0,
        value: { resources: [], permissions: [], roles: [], groupNesting: [] },
      });
      await state.commit(
        [
          put("resource", samples.resource),
          put("permission", samples.permission),
          put("role", samples.role),
          put("group", { name: "inner" }),
          put("group", samples.group),
          put("user", samples.user),
          put("membership", samples.membership),
          put("membership", { group: "support", member: "group:inner" }),
        ],
        trustedActor,
      );
      assert.deepEqual(await permissions.loadModel(), {
        revision: 1,
        value: {
          resources: [samples.resource],
          permissions: [samples.permission],
          roles: [samples.role],
          groupNesting: [{ group: "support", member: "group:inner" }],
        },
      });
    }));

  test("assignments and groups are found by principal, and every reading names its revision", () =>
    onEmptyStorage(engine, async ({ state, permissions }) => {
      assert.deepEqual(await permissions.listAssignments("user:usr_alice"), { revision: 0, value: [] });
      assert.deepEqual(await permissions.listGroups("user:usr_alice"), { revision: 0, value: [] });
      const everyone = { id: "asg_2", principal: "user:*", permission: "orders:read" } as const;
      await state.commit(
        [
          put("group", { name: "a" }),
          put("group", { name: "b" }),
          put("user", samples.user),
          put("membership", { group: "b", member: "user:usr_alice" }),
          put("membership", { group: "a", member: "user:usr_alice" }),
          put("assignment", samples.assignment),
          put("assignment", everyone),
        ],
        trustedActor,
      );
      assert.deepEqual(await permissions.listAssignments("user:usr_alice"), {
        revision: 1,
        value: [samples.assignment],
      });
      assert.deepEqual((await permissions.listAssignments("user:*")).value, [everyone]);
      assert.deepEqual(await permissions.listGroups("user:usr_alice"), { revision: 1, value: ["a", "b"] });
    }));

  test("secrets are found by their hash, and users by the beginning of the salt of their password", () =>
    onEmptyStorage(engine, async ({ state, publishedCredentials }) => {
      const hashed = (id: string, salt: string) => ({
        ...user(id, id),
        passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${salt}$aGFzaA`,
      });
      await state.commit(
        [
          put("application", application("a")),
          put("secret", { ...secret("sec_1", "a"), hash: "one" }),
          put("secret", { ...secret("sec_2", "a"), hash: "two", expiresAt: 1 }),
          put("secret", { ...secret("sec_3", "a"), hash: "three" }),
          put("user", hashed("usr_1", "marked+salt")),
          put("user", hashed("usr_2", "Marked+salt")),
          put("user", hashed("usr_3", "salt+marked")),
          put("user", user("usr_4", "usr_4")),
        ],
        trustedActor,
      );
      const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
      const { findSecrets, findUsers } = publishedCredentials;
      assert.deepEqual(idsOf(await findSecrets(["two", "one", "none"])), ["sec_1", "sec_2"]);
      assert.deepEqual(await findSecrets([]), []);
      assert.deepEqual(idsOf(await findUsers("marked")), ["usr_1"]);
      assert.deepEqual(idsOf(await findUsers("%")), []);
    }));

  test("an instance is found with its ancestors, nearest first, and at most 32 of them", () =>
    onEmptyStorage(engine, async ({ state, permissions }) => {
      const chain = Array.from({ length: 40 }, (_, i) => ({
        resource: "folders",
        id: `${i}`,
        ...(i === 39 ? {} : { parent: `folders/${i + 1}` as const }),
        attributes: { level: i },
      }));
      const loop = { resource: "folders", id: "loop", parent: "folders/loop" as const, attributes: {} };
      await state.commit(
        [...chain, loop].map((instance) => put("instance", instance)),
        trustedActor,
      );
      assert.deepEqual(await permissions.findInstanceChain("folders/37"), {
        revision: 1,
        value: chain.slice(37),
      });
      assert.deepEqual((await permissions.findInstanceChain("folders/0")).value, chain.slice(0, 32));
      assert.deepEqual((await permissions.findInstanceChain("folders/loop")).value.length, 32);
      assert.deepEqual(await permissions.findInstanceChain("folders/none"), { revision: 1, value: [] });
    }));

  test("a client is found by its client_id or its access key, with all its secrets", () =>
    onEmptyStorage(engine, async ({ state, clients }) => {
      const second = secret("sec_2", "reports");
      await state.commit(
        [
          put("application", samples.application),
          put("access_account", samples.access_account),
          put("secret", samples.secret),
          put("secret", second),
          put("secret", secret("sec_ak", "ak_demo")),
          put("application", minimalSamples.application),
        ],
        trustedActor,
      );
      const found = await clients.find("reports");
      assert.equal(found.revision, 1);
      assert.ok(found.value && "application" in found.value);
      assert.deepEqual(found.value.application, samples.application);
      assert.deepEqual(
        found.value.secrets.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        [samples.secret, second],
      );
      assert.deepEqual((await clients.find("ak_demo")).value, {
        accessAccount: samples.access_account,
        secrets: [secret("sec_ak", "ak_demo")],
      });
      assert.deepEqual((await clients.find("bare")).value, {
        application: minimalSamples.application,
        redirects: [],
        secrets: [],
      });
    }));

  test("an unknown client_id is not found, whatever characters it has", () =>
    onEmptyStorage(engine, async ({ state, clients }) => {
      await state.commit([put("application", application("reports"))], trustedActor);
      for (const id of [
        "",
        "nobody",
        "ak_none",
        "REPORTS",
        "reports\0",
        "a\0b",
        "ak_\0",
        "'; drop",
        "%",
        "\ud800",
      ]) {
        assert.deepEqual(await clients.find(id), { revision: 1, value: undefined }, JSON.stringify(id));
      }
      assert.equal((await clients.find("x".repeat(100_000))).value, undefined);
    }));

  test("a lookup with a NUL finds nothing and does not fail", () =>
    onEmptyStorage(engine, async ({ state, users, permissions, revocations }) => {
      assert.equal((await users.find("usr\0")).value, undefined);
      assert.equal(await state.find("role", "\0"), undefined);
      assert.equal(await state.findUserByUsername("al\0ice"), undefined);
      assert.deepEqual((await permissions.listAssignments("user:\0")).value, []);
      assert.deepEqual((await permissions.listGroups("user:\0")).value, []);
      assert.deepEqual((await permissions.findInstanceChain("orders/\0")).value, []);
      assert.equal(await revocations.isRevoked("\0"), false);
    }));

  test("last uses are stored, older ones never overwrite newer ones, and the revision stays", () =>
    onEmptyStorage(engine, async ({ state, clients }) => {
      await state.commit(
        [put("application", application("a")), put("secret", secret("sec_a", "a"))],
        trustedActor,
      );
      await clients.recordUse(new Map([["sec_a", 200]]));
      await clients.recordUse(
        new Map([
          ["sec_none", 900],
          ["sec_a", 100],
        ]),
      );
      await clients.recordUse(new Map());
      assert.equal((await state.find("secret", "sec_a"))?.lastUsedAt, 200);
      assert.equal(await state.revision(), 1);
      // The change set was planned before the last use was recorded.
      await state.commit([put("secret", { ...secret("sec_a", "a"), expiresAt: 1 })], trustedActor);
      const kept = await state.find("secret", "sec_a");
      assert.deepEqual([kept?.lastUsedAt, kept?.expiresAt], [200, 1]);
    }));

  test("a user is found by id", () =>
    onEmptyStorage(engine, async ({ state, users }) => {
      await state.commit([put("user", samples.user), put("user", user("usr_2", "two"))], trustedActor);
      assert.deepEqual(await users.find("usr_alice"), { revision: 1, value: samples.user });
      assert.deepEqual(await users.find("usr_none"), { revision: 1, value: undefined });
    }));

  test("a user is found by the exact username, and by no other text", () =>
    onEmptyStorage(engine, async ({ state, users }) => {
      await state.commit(
        [put("user", user("usr_1", "Ängel")), put("user", user("usr_2", "two"))],
        trustedActor,
      );
      assert.deepEqual(await users.findIdByUsername("Ängel"), { revision: 1, value: "usr_1" });
      for (const username of ["ängel", "A\u0308ngel", "Ängel ", "Ängel\0", "%", "", "usr_1"])
        assert.deepEqual(await users.findIdByUsername(username), { revision: 1, value: undefined }, username);
      await state.commit([put("user", user("usr_1", "angel"))], trustedActor);
      assert.deepEqual(await users.findIdByUsername("Ängel"), { revision: 2, value: undefined });
    }));

  test("facts about the installation are written once", () =>
    onEmptyStorage(engine, async ({ meta }) => {
      assert.equal(await meta.find("check"), undefined);
      const values = await Promise.all(["a", "b", "c"].map((value) => meta.setIfAbsent("check", value)));
      assert.equal(new Set(values).size, 1);
      assert.equal(await meta.find("check"), values[0]);
    }));

  test("facts about the installation can be replaced, and others stay", () =>
    onEmptyStorage(engine, async ({ meta }) => {
      await meta.set("applied", "one");
      await meta.setIfAbsent("check", "kept");
      await meta.set("applied", "two");
      assert.deepEqual([await meta.find("applied"), await meta.find("check")], ["two", "kept"]);
    }));
}
