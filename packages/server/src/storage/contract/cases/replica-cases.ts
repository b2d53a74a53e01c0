import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  ReplicaKind,
  ReplicaSelection,
  ReplicaStore,
  ReplicaView,
} from "../../../permissions/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";
import { put, remove, samples, trustedActor, user } from "../samples.ts";

const LEAST: ReplicaSelection = {
  usernames: false,
  emails: false,
  applicationNames: false,
  applicationTypes: false,
  userAttributes: new Set(),
  instanceAttributes: new Set(),
};
const MOST: ReplicaSelection = {
  usernames: true,
  emails: true,
  applicationNames: true,
  applicationTypes: true,
  userAttributes: "all",
  instanceAttributes: "all",
};
const KINDS: readonly ReplicaKind[] = ["user", "application", "access_account", "instance", "principal"];

async function listAll(view: ReplicaView, kind: ReplicaKind, selection = LEAST): Promise<unknown[]> {
  const pages = await Array.fromAsync(view.listRecords(kind, selection));
  return pages.flat().map((record) => JSON.parse(record));
}
const list = (replica: ReplicaStore, kind: ReplicaKind, selection = LEAST) =>
  replica.read((view) => listAll(view, kind, selection));
const readKeys = (replica: ReplicaStore, kind: ReplicaKind, keys: readonly string[], selection = LEAST) =>
  replica.read(async (view) =>
    (await view.readRecords(kind, keys, selection)).map((record) => JSON.parse(record)),
  );

/** All texts that JSON has to escape, or that an engine may take for something else. */
const ODD = '"\\ \u0001\t\u2028 \u{1F98A} é {},:[]';

export function replicaCases(engine: EngineUnderTest): void {
  test("records for copies hold what is selected, and nothing else", () =>
    onEmptyStorage(engine, async ({ state, replica }) => {
      const { application, access_account, instance, assignment, membership } = samples;
      await state.commit(
        [
          put("user", { ...samples.user, attributes: { ...samples.user.attributes, odd: ODD } }),
          put("group", samples.group),
          put("membership", membership),
          put("application", { ...application, name: 'A "quoted" name' }),
          put("access_account", access_account),
          put("instance", instance),
          put("assignment", { ...assignment, when: `request.acr == '${'x\\\\"y'}'` }),
        ],
        trustedActor,
      );
      const [key, alice] = ["orders/2026/42", "usr_alice"];
      assert.deepEqual(await list(replica, "user"), [{ kind: "user", id: alice, enabled: true }]);
      assert.deepEqual(await list(replica, "user", MOST), [
        {
          kind: "user",
          id: alice,
          enabled: true,
          username: "alice",
          email: "alice@example.test",
          attributes: { ...samples.user.attributes, odd: ODD },
        },
      ]);
      assert.deepEqual(
        await list(replica, "user", { ...LEAST, userAttributes: new Set(["odd", "unknown"]) }),
        [{ kind: "user", id: alice, enabled: true, attributes: { odd: ODD } }],
      );
      assert.deepEqual(await list(replica, "user", { ...LEAST, userAttributes: new Set(["unknown"]) }), [
        { kind: "user", id: alice, enabled: true },
      ]);
      assert.deepEqual(await list(replica, "application"), [
        { kind: "application", id: "reports", enabled: true },
      ]);
      assert.deepEqual(await list(replica, "application", MOST), [
        { kind: "application", id: "reports", enabled: true, name: 'A "quoted" name', type: "service" },
      ]);
      assert.deepEqual(await list(replica, "access_account"), [
        {
          kind: "access_account",
          access_key: "ak_demo",
          application: "reports",
          enabled: false,
          ceiling: ["orders:read"],
          expires_at: 1_900_000_000,
        },
      ]);
      assert.deepEqual(await list(replica, "instance"), [{ kind: "instance", key, parent: "folders/7" }]);
      assert.deepEqual(await list(replica, "instance", MOST), [
        { kind: "instance", key, parent: "folders/7", attributes: { owner: alice } },
      ]);
      const principal = {
        kind: "principal",
        key: "user:usr_alice",
        assignments: [
          { role: "clerk", at: key, when: `request.acr == '${'x\\\\"y'}'`, expires_at: 1_900_000_000 },
        ],
        groups: ["support"],
      };
      assert.deepEqual(await list(replica, "principal", MOST), [principal]);
      // By their keys, the records are the same.
      assert.deepEqual(await readKeys(replica, "principal", ["user:usr_alice", "user:*"]), [
        { kind: "principal", key: "user:*", assignments: [] },
        principal,
      ]);
      for (const kind of KINDS.slice(0, 4)) {
        const [record] = await list(replica, kind, MOST);
        const { id, key, access_key } = record as Record<string, string>;
        const own = id ?? key ?? access_key ?? "";
        assert.deepEqual(
          await readKeys(replica, kind, [own, "no/such"], MOST),
          [record, { kind: "removed", of: kind, id: "no/such" }].toSorted((one, other) =>
            kind === "instance" ? 0 : Number(one === record) * -1 + Number(other === record),
          ),
        );
        assert.deepEqual(await readKeys(replica, kind, []), []);
      }
    }));

  test("assignments of a group that is not there are in no copy", () =>
    onEmptyStorage(engine, async ({ state, replica }, _openAgain, url) => {
      const ofGroup = { id: "asg_g", principal: "group:support", permission: "orders:read" } as const;
      await state.commit([put("group", samples.group), put("assignment", ofGroup)], trustedActor);
      const record = {
        kind: "principal",
        key: "group:support",
        assignments: [{ permission: "orders:read" }],
      };
      assert.deepEqual(await list(replica, "principal"), [record]);
      await runSql(url, "delete from groups");
      assert.deepEqual(await list(replica, "principal"), []);
      assert.deepEqual(await readKeys(replica, "principal", ["group:support"]), [
        { ...record, assignments: [] },
      ]);
    }));

  test("pages lose nothing and repeat nothing, and assignments keep the order of their ids", () =>
    onEmptyStorage(engine, async ({ state, replica }) => {
      const ids = Array.from({ length: 1_203 }, (_, index) => `usr_${String(index).padStart(5, "0")}`);
      await state.commit(
        ids.map((id) => put("user", user(id, `name-${id}`))),
        trustedActor,
      );
      await state.commit(
        [
          put("group", samples.group),
          ...ids.flatMap((id, index) => [
            ...(index % 3 === 0
              ? [put("membership", { group: "support", member: `user:${id}` } as const)]
              : []),
            ...(index % 3 === 1
              ? ["b", "a"].map((name) =>
                  put("assignment", {
                    id: `asg_${id}_${name}`,
                    principal: `user:${id}`,
                    permission: `orders:${name}`,
                    when: `request.acr == "${index % 7}"`,
                  }),
                )
              : []),
          ]),
        ],
        trustedActor,
      );
      const users = (await list(replica, "user")) as { id: string }[];
      assert.deepEqual(
        users.map(({ id }) => id),
        ids,
      );
      const principals = (await list(replica, "principal")) as {
        key: string;
        assignments: { permission: string }[];
        groups?: string[];
      }[];
      assert.deepEqual(
        principals.map(({ key }) => key),
        ids.filter((_, index) => index % 3 !== 2).map((id) => `user:${id}`),
      );
      for (const { assignments, groups } of principals)
        assert.deepEqual(
          groups ?? assignments.map(({ permission }) => permission),
          groups ? ["support"] : ["orders:a", "orders:b"],
        );
      const conditions = await replica.read((view) => Array.fromAsync(view.listConditions()));
      assert.equal(new Set(conditions.flat()).size, 7);
      assert.deepEqual(
        await replica.read((view) => view.listConditionsOf(["user:usr_00001", "user:usr_00002"])),
        ['request.acr == "1"'],
      );
    }));

  test("a limited copy holds assignments of its roles and resources, and what is above its instances", () =>
    onEmptyStorage(engine, async ({ state, replica }) => {
      const instance = (resource: string, id: string, parent?: `${string}/${string}`) =>
        put("instance", { resource, id, attributes: { of: id }, ...(parent && { parent }) });
      const assigned = (id: string, what: object) => put("assignment", { id, principal: "user:*", ...what });
      await state.commit(
        [
          instance("orders", "1", "folders/a"),
          instance("orders", "2", "orders/1"),
          instance("folders", "a", "sites/x"),
          instance("folders", "b", "sites/x"),
          instance("sites", "x", "sites/gone"),
          instance("ordersx", "1"),
          assigned("1", { permission: "orders:read", when: 'request.acr == "1"' }),
          assigned("2", { permission: "orders:*" }),
          assigned("3", { permission: "ordersx:read", when: 'request.acr == "3"' }),
          assigned("4", { permission: "orders" }),
          assigned("5", { role: "clerk" }),
          assigned("6", { role: "other" }),
        ],
        trustedActor,
      );
      const limits = { resources: ["orders"], roles: ["clerk"] };
      const selection = { ...MOST, limits };
      assert.deepEqual(await list(replica, "principal", selection), [
        {
          kind: "principal",
          key: "user:*",
          assignments: [
            { permission: "orders:read", when: 'request.acr == "1"' },
            { permission: "orders:*" },
            { role: "clerk" },
          ],
        },
      ]);
      assert.deepEqual((await replica.read((view) => Array.fromAsync(view.listConditions(limits)))).flat(), [
        'request.acr == "1"',
      ]);
      const above = [
        { kind: "instance", key: "folders/a", parent: "sites/x" },
        { kind: "instance", key: "sites/x", parent: "sites/gone" },
      ];
      const first = { kind: "instance", key: "orders/1", parent: "folders/a", attributes: { of: "1" } };
      assert.deepEqual(await list(replica, "instance", selection), [
        first,
        { kind: "instance", key: "orders/2", parent: "orders/1", attributes: { of: "2" } },
        ...above,
      ]);
      // The end of what is above is sent as well: a copy may hold what was deleted there.
      const end = { kind: "removed", of: "instance", id: "sites/gone" };
      assert.deepEqual(await readKeys(replica, "instance", ["orders/1"], selection), [first, ...above, end]);
      assert.deepEqual(await readKeys(replica, "instance", ["folders/a"], selection), [...above, end]);
      assert.deepEqual(await readKeys(replica, "instance", ["folders/b", "ordersx/1"], selection), []);
      assert.deepEqual(await readKeys(replica, "instance", ["sites/gone"], selection), [end]);
      assert.deepEqual(await readKeys(replica, "instance", ["orders/9"], selection), [
        { kind: "removed", of: "instance", id: "orders/9" },
      ]);
    }));

  test("a view stays at its revision while others write", () =>
    onEmptyStorage(engine, async ({ state, replica }) => {
      await state.commit([put("user", samples.user)], trustedActor);
      await replica.read(async (view) => {
        assert.equal(view.revision, 1);
        await state.commit(
          [put("user", user("usr_other", "other")), put("role", samples.role)],
          trustedActor,
        );
        assert.equal((await listAll(view, "user")).length, 1);
        assert.deepEqual((await view.loadModel()).roles, []);
        assert.deepEqual(await view.listChangesAfter(0), [
          { op: "put", kind: "user", id: "usr_alice", topic: "user:usr_alice" },
        ]);
        assert.deepEqual(await view.listChangesAfter(1), []);
      });
      assert.equal((await list(replica, "user")).length, 2);
    }));

  test("what changed is known one by one, unless the log is incomplete or too much changed", () =>
    onEmptyStorage(engine, async ({ state, replica }, _openAgain, url) => {
      const after = (revision: number) => replica.read((view) => view.listChangesAfter(revision));
      await state.commit([put("user", samples.user), put("group", samples.group)], trustedActor);
      await state.commit([put("membership", samples.membership)], trustedActor);
      await state.commit([remove("membership", samples.membership)], trustedActor);
      assert.deepEqual(
        (await after(1))?.map(({ kind, id, topic }) => [kind, id, topic]),
        [
          ["membership", "support/user:usr_alice", "members:user:usr_alice"],
          ["membership", "support/user:usr_alice", "members:user:usr_alice"],
        ],
      );
      assert.equal((await after(0))?.length, 4);
      assert.equal(await after(4), undefined, "ahead of the database");
      await runSql(url, "delete from change_log where revision = 1");
      assert.equal(await after(0), undefined, "swept");
      assert.equal((await after(1))?.length, 2);
      await runSql(
        url,
        "update change_log set entries = '[' || substr(entries, 2, 0) || '\"" +
          "x".repeat(4_000_001) +
          "\"]'",
      );
      assert.equal(await after(1), undefined, "too long");
      await runSql(url, "update revision set value = 2000");
      assert.equal(await after(2), undefined, "too many");
    }));
}
