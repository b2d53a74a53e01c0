import assert from "node:assert/strict";
import { test } from "node:test";
import { ConflictError } from "../../../core/errors/errors.ts";
import type { Actor, Change, PrincipalName, PrincipalNameKind } from "../../../directory/change.ts";
import { delegation, endSession, listEnded, START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";
import {
  accessAccount,
  application,
  applicationWithLogoutUri,
  put,
  remove,
  secret,
  trustedActor,
  user,
} from "../samples.ts";

/** A caller of the API whose token does not carry `licet:escalate`. */
const caller: Actor = { ...trustedActor, name: "application:shop", mayReuseNames: false };

const shop = application("shop");
const principals: readonly (readonly [Change, PrincipalName])[] = [
  [put("application", shop), { kind: "application", name: "shop" }],
  [put("access_account", accessAccount("ak_shop", "base")), { kind: "access_account", name: "ak_shop" }],
  [put("user", user("usr_1", "alice")), { kind: "user", name: "alice" }],
  [put("group", { name: "staff" }), { kind: "group", name: "staff" }],
];
const deletionOf = ({ kind, value }: Change): Change => ({ op: "delete", kind, value }) as Change;

export function reservedNameCases(engine: EngineUnderTest): void {
  test("a deleted name is reserved on every node, and only trusted actors may use it again", () =>
    onEmptyStorage(engine, async ({ state }, openAgain) => {
      const other = (await openAgain()).state;
      await state.commit([put("application", application("base"))], trustedActor);
      for (const [creation, name] of principals) {
        assert.deepEqual(await state.findReserved([name]), []);
        await state.commit([creation], caller);
        await state.commit([creation], caller);
        await state.commit([deletionOf(creation)], caller);
        assert.deepEqual(await other.findReserved([name]), [name]);
        await assert.rejects(other.commit([createdAgain(creation)], caller), isReserved(name));
        assert.equal(await other.revision(), await state.revision());
        await other.commit([createdAgain(creation)], trustedActor);
        assert.deepEqual(await state.findReserved([name]), [], "it is in use again");
        await state.commit([deletionOf(createdAgain(creation))], caller);
        await assert.rejects(state.commit([createdAgain(creation)], caller), isReserved(name));
      }
    }));

  test("only keyed hashes are stored, and the audit log records the release of a name", () =>
    onEmptyStorage(engine, async ({ state, audit }, _openAgain, url) => {
      await state.commit([put("application", application("base"))], trustedActor);
      for (const [creation, name] of principals) {
        await state.commit([creation], trustedActor);
        await state.commit([deletionOf(creation)], trustedActor);
        assert.doesNotMatch(
          JSON.stringify(await runSql(url, "select * from reserved_names")),
          RegExp(name.name),
        );
        assert.equal(await state.releaseName(name, trustedActor), true);
        assert.equal(await state.releaseName(name, trustedActor), false);
        await state.commit([createdAgain(creation)], caller);
      }
      const released = await audit.list({ type: "name.released" }, 10);
      assert.equal(released.length, principals.length);
      assert.deepEqual(released[0]?.target, "group:staff");
      assert.doesNotMatch(JSON.stringify(released), /alice/, "usernames are not recorded");
    }));

  test("names deleted with their owner are reserved as well, and names that never existed are not", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit(
        [put("application", shop), put("access_account", accessAccount("ak_1", "shop"))],
        caller,
      );
      await state.commit([remove("application", shop), remove("group", { name: "never" })], caller);
      const names = [
        principalName("application", "shop"),
        principalName("access_account", "ak_1"),
        principalName("group", "never"),
      ];
      assert.deepEqual(await state.findReserved(names), names.slice(0, 2));
    }));

  test("a username that was given up is reserved for others, and the same user may take it back", () =>
    onEmptyStorage(engine, async ({ state }) => {
      await state.commit([put("user", user("usr_1", "alice")), put("user", user("usr_2", "bob"))], caller);
      await state.commit([put("user", user("usr_1", "alicia"))], caller);
      for (const taker of [user("usr_3", "alice"), user("usr_2", "alice")])
        await assert.rejects(
          state.commit([put("user", taker)], caller),
          isReserved(principalName("user", "alice")),
        );
      await state.commit([put("user", user("usr_1", "alice"))], caller);
      assert.deepEqual(await state.findReserved([principalName("user", "alice")]), []);
      await assert.rejects(
        state.commit([put("user", user("usr_2", "alicia"))], caller),
        isReserved(principalName("user", "alicia")),
      );
      await assert.rejects(
        state.commit([put("user", user("usr_1", "x")), put("user", user("usr_2", "alice"))], caller),
        isReserved(principalName("user", "alice")),
        "not within one change set either",
      );
      await state.commit([remove("user", user("usr_1", "alice"))], caller);
      await assert.rejects(
        state.commit([put("user", user("usr_9", "alicia"))], caller),
        isReserved(principalName("user", "alicia")),
      );
    }));

  test("applications may take a reserved display name; files may not refer to it until a trusted actor uses it", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const nightly = principalName("application_name", "Nightly");
      const named = (id: string, name: string) => put("application", { ...application(id), name });
      await state.commit([named("one", "Nightly")], caller);
      await state.commit([named("one", "Daily")], caller);
      assert.deepEqual(await state.findReserved([nightly]), [nightly]);
      await state.commit([named("two", "Nightly")], caller);
      assert.deepEqual(await state.findReserved([nightly]), [nightly]);
      await state.commit([named("three", "Nightly")], trustedActor);
      assert.deepEqual(await state.findReserved([nightly]), []);
    }));

  test("the same applies to the name of an access account within its application", () =>
    onEmptyStorage(engine, async ({ state }) => {
      const nightly = principalName("access_account_name", "base/nightly");
      const named = (key: string, name?: string) => ({
        ...accessAccount(key, "base"),
        ...(name !== undefined && { name }),
      });
      await state.commit([put("application", application("base"))], trustedActor);
      await state.commit([put("access_account", named("ak_1", "nightly"))], caller);
      assert.deepEqual(await state.findReserved([nightly]), []);
      await state.commit([put("access_account", named("ak_1"))], caller);
      assert.deepEqual(await state.findReserved([nightly]), [nightly]);
      await state.commit([put("access_account", named("ak_2", "nightly"))], caller);
      assert.deepEqual(await state.findReserved([nightly]), [nightly]);
      await state.commit([put("access_account", named("ak_3", "nightly"))], trustedActor);
      assert.deepEqual(await state.findReserved([nightly]), []);
      await state.commit([remove("application", application("base"))], caller);
      assert.deepEqual(await state.findReserved([nightly]), [nightly], "also when it goes with its owner");
    }));

  test("a client that is created again is later than its deletion, also after its name was released", () =>
    onEmptyStorage(engine, async ({ state, clients }) => {
      const recreatedAt = async () => (await clients.find("shop")).value?.recreatedAt;
      const at = Math.floor(trustedActor.at / 1_000);
      await state.commit([put("application", shop)], caller);
      assert.equal(await recreatedAt(), undefined);
      await state.commit([remove("application", shop)], { ...caller, at: trustedActor.at + 9_000 });
      await state.commit([put("application", shop)], trustedActor);
      assert.equal(await recreatedAt(), at + 9);
      await state.commit([remove("application", shop)], caller);
      for (const kind of ["application", "application_name"] as const)
        await state.releaseName(
          principalName(kind, kind === "application" ? shop.id : shop.name),
          trustedActor,
        );
      await state.commit([put("application", shop)], { ...caller, at: trustedActor.at + 20_000 });
      assert.equal(await recreatedAt(), at + 20);
      await state.commit([remove("application", shop)], caller);
      await assert.rejects(
        state.commit([put("application", shop)], caller),
        isReserved(principalName("application", "shop")),
        "released once, reserved again",
      );
    }));

  test("a client that is created again has no data of the former client", () =>
    onEmptyStorage(engine, async (storage) => {
      const { state, clients, consents, pushedRequests, logoutDeliveries } = storage;
      const client = applicationWithLogoutUri("shop");
      const account = accessAccount("ak_1", "shop");
      const use = async (round: number) => {
        await endSession(
          storage,
          { sessionId: `ses_${round}`, userId: "usr_1", applicationId: "shop" },
          START,
        );
        await storage.delegations.insert(delegation(`dlg_${round}`, { userId: "usr_1" }), `code ${round}`);
        await consents.remember("usr_1", "shop", [
          { scope: "openid", agreed: true, revision: 1, decidedAt: 1, expiresAt: 9e9 },
        ]);
        for (const clientId of ["shop", "ak_1"])
          await pushedRequests.insert(`${round} of ${clientId}`, {
            clientId,
            parameters: "",
            expiresAt: 9e9,
          });
      };
      await state.commit(
        [
          put("user", user("usr_1", "alice")),
          put("group", { name: "staff" }),
          put("application", client),
          put("access_account", account),
          put("secret", secret("sec_1", "shop")),
          put("secret", secret("sec_2", "ak_1")),
          put("assignment", { id: "asg_1", principal: "application:shop", permission: "x" }),
          put("assignment", { id: "asg_2", principal: "access_account:ak_1", permission: "x" }),
        ],
        trustedActor,
      );
      await use(1);
      await state.commit([remove("application", client)], caller);
      // A request that began before the deletion may write after it.
      await use(2);
      await state.commit([put("application", client), put("access_account", account)], trustedActor);

      for (const id of ["shop", "ak_1"]) {
        const { value: found } = await clients.find(id);
        assert.deepEqual(found?.secrets, []);
        assert.equal(found?.recreatedAt, trustedActor.at / 1_000);
        for (const round of [1, 2]) assert.equal(await pushedRequests.find(`${round} of ${id}`), undefined);
      }
      assert.deepEqual((await storage.permissions.listAssignments("application:shop")).value, []);
      assert.deepEqual((await storage.permissions.listAssignments("access_account:ak_1")).value, []);
      assert.deepEqual(await consents.find("usr_1", "shop"), []);
      assert.deepEqual(await listEnded(storage, ["dlg_1", "dlg_2"]), ["dlg_1", "dlg_2"]);
      assert.deepEqual(await logoutDeliveries.take(9e9, 9e9, 10), []);
    }));

  test("assignments to a missing principal are refused, ignored if stored, and deleted when it is created", () =>
    onEmptyStorage(engine, async ({ state, permissions, audit }, _openAgain, url) => {
      for (const principal of [
        "user:ghost",
        "group:ghost",
        "application:ghost",
        "access_account:ak_ghost",
      ] as const)
        await assert.rejects(
          state.commit([put("assignment", { id: "asg_1", principal, permission: "x" })], trustedActor),
          (error) => error instanceof ConflictError && error.conflict.code === "owner_missing",
          principal,
        );
      await state.commit([put("group", { name: "staff" })], trustedActor);
      for (const member of ["user:ghost", "group:ghost"] as const)
        await assert.rejects(
          state.commit([put("membership", { group: "staff", member })], trustedActor),
          (error) => error instanceof ConflictError && error.conflict.code === "owner_missing",
          member,
        );

      const columns = "id, version, created_at, updated_at";
      await runSql(
        url,
        `insert into assignments (${columns}, principal, permission) values ('asg_1', 0, 0, 0, 'group:ghost', 'x')`,
      );
      await runSql(
        url,
        `insert into group_members (${columns}, group_name, member) values ('staff/group:ghost', 0, 0, 0, 'staff', 'group:ghost')`,
      );
      assert.deepEqual((await permissions.listAssignments("group:ghost")).value, []);
      await state.commit([put("group", { name: "ghost" })], trustedActor);
      assert.deepEqual((await permissions.listAssignments("group:ghost")).value, []);
      assert.deepEqual((await permissions.loadModel()).value.groupNesting, []);
      assert.equal((await audit.list({ type: "assignment.deleted" }, 10)).length, 1);
    }));

  test("the audit log records that a principal was created again", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      await state.commit([put("application", shop)], trustedActor);
      await state.commit([remove("application", shop)], trustedActor);
      await state.commit([put("application", shop)], trustedActor);
      await state.commit([put("application", { ...shop, enabled: false })], trustedActor);
      const events = await audit.list({ type: "application.created,application.updated" }, 10);
      assert.deepEqual(
        events.map(({ data }) => data?.created_again),
        [undefined, true, undefined],
      );
    }));
}

/** Creates the same principal again: users get another id each time. */
const createdAgain = (change: Change): Change =>
  change.kind === "user" ? put("user", { ...change.value, id: "usr_2" }) : change;

const principalName = (kind: PrincipalNameKind, name: string): PrincipalName => ({ kind, name });

const isReserved =
  ({ kind, name }: PrincipalName) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof ConflictError);
    assert.deepEqual(error.conflict, { code: "name_reserved", kind, name });
    return true;
  };
