// @engine both: each engine compares, sorts and pages by its own rules.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, pointersOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  const users = Array.from({ length: 25 }, (_, index) => `  - { username: user${index}, name: User }`);
  await licet.apply(
    `users:\n${users.join("\n")}\ngroups: [{ name: crowd, members: [user:user1, user:user2, user:user3] }]`,
  );
  api = await createCaller(licet, "admin");
  // The event of this token is written after the answer. The audit log must not grow while the tests read its pages.
  await licet.runJob("audit");
});
after(() => licet.stop());

/** Reads all pages, each with the cursor of the page before. */
async function readAll(path: string): Promise<readonly { readonly id: string }[]> {
  const items: { readonly id: string }[] = [];
  let cursor: string | undefined;
  do {
    const separator = path.includes("?") ? "&" : "?";
    const page = await api("GET", cursor === undefined ? path : `${path}${separator}cursor=${cursor}`);
    assert.equal(page.status, 200, page.text);
    items.push(...page.body.items);
    cursor = page.body.next_cursor;
  } while (cursor !== undefined);
  return items;
}

const PATHS = [
  "/resources",
  "/permissions",
  "/roles",
  "/groups",
  "/users",
  "/applications",
  "/assignments",
  "/audit",
  "/groups/crowd/members",
  "/users/user1/groups",
  "/applications/admin/access-accounts",
  "/access-accounts",
  "/resources/orders/instances",
];

for (const path of PATHS) {
  test(`${path}: pages put together are the whole list`, async () => {
    const whole = await readAll(`${path}?limit=200`);
    for (const limit of [1, 2, 7]) {
      // Reading is not recorded, so the audit log does not grow while it is read.
      assert.deepEqual(await readAll(`${path}?limit=${limit}`), whole);
    }
    assert.equal(new Set(whole.map(({ id }) => id)).size, whole.length);
  });

  test(`${path}: a limit or parameter that makes no sense is refused`, async () => {
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=-1",
      "limit=x",
      "limit=1.5",
      "limit=",
      "limit=1&limit=2",
    ]) {
      const refused = await api("GET", `${path}?${query}`);
      assert.equal(refused.status, 400, query);
      assert.deepEqual(pointersOf(refused), ["/query/limit"]);
    }
    const unknown = await api("GET", `${path}?colour=red`);
    assert.equal(unknown.status, 400);
    assert.deepEqual(pointersOf(unknown), ["/query/colour"]);
  });

  test(`${path}: a cursor that was made up, damaged or taken from another list is refused`, async () => {
    const other = (await api("GET", path === "/users" ? "/audit?limit=1" : "/users?limit=1")).body
      .next_cursor;
    const position = Buffer.concat([Buffer.alloc(16), Buffer.from("a")]).toString("base64url");
    for (const cursor of [other, position, "AAAA", "%00", "x".repeat(500)]) {
      const refused = await api("GET", `${path}?limit=1&cursor=${cursor}`);
      assert.equal(refused.status, 400, cursor);
      assert.equal(refused.body.type, "urn:licet:problem:invalid_input");
      assert.deepEqual(pointersOf(refused), ["/query/cursor"]);
    }
  });
}

test("a cursor belongs to its filters; the limit may change on the way", async () => {
  const { body } = await api("GET", "/users?search=user&limit=1");
  const next = encodeURIComponent(body.next_cursor);
  assert.equal((await api("GET", `/users?search=user&limit=5&cursor=${next}`)).body.items.length, 5);
  assert.equal((await api("GET", `/users?search=use&cursor=${next}`)).status, 400);
  assert.equal((await api("GET", `/users?cursor=${next}`)).status, 400);
});

test("a cursor of one group or resource is none of another", async () => {
  const { body } = await api("GET", "/groups/crowd/members?limit=1");
  assert.equal((await api("GET", `/groups/staff/members?limit=1&cursor=${body.next_cursor}`)).status, 400);
});

test("the groups of a user are those that name the user, and an unknown user has none", async () => {
  const { body } = await api("GET", "/users/user1/groups");
  assert.deepEqual(
    body.items.map(({ group }: { group: string }) => group),
    ["crowd"],
  );
  assert.deepEqual((await api("GET", "/users/user9/groups")).body.items, []);
  assert.equal((await api("GET", "/users/nobody/groups")).status, 404);
});

test("roles are found by a role that they inherit, groups by a member, access accounts without their application", async () => {
  const listIds = async (path: string) => (await readAll(path)).map(({ id }) => id);
  assert.deepEqual(await listIds("/roles?inherits=viewer"), ["clerk"]);
  assert.deepEqual(await listIds("/roles?inherits=clerk"), []);
  assert.deepEqual(await listIds("/roles?inherits=viewer&search=x"), []);
  assert.deepEqual(await listIds("/groups?member=group:staff"), ["back-office"]);
  const { body: user } = await api("GET", "/users/user1");
  for (const name of ["user1", user.id])
    assert.deepEqual(await listIds(`/groups?member=user:${name}`), ["crowd"]);
  assert.deepEqual(await listIds("/groups?member=user:nobody"), []);
  const { body: account } = await api("POST", "/applications/target/access-accounts", { name: "Laptop" });
  assert.deepEqual(await listIds("/access-accounts?application=target"), [account.access_key]);
  assert.deepEqual(await listIds("/access-accounts?search=lapt"), [account.access_key]);
  const { body: read } = await api("GET", `/access-accounts/${account.access_key}`);
  assert.deepEqual([read.name, read.application, "secret_key" in read], ["Laptop", "target", false]);
  assert.equal((await api("GET", "/access-accounts/ak_nobody")).status, 404);
});

test("an application can be left out of the audit log", async () => {
  await api("POST", "/roles", { name: "told" }, { "x-request-id": "except-1" });
  const actorsWithout = async (application: string) =>
    (await api("GET", `/audit?request_id=except-1&except_application=${application}`)).body.items.map(
      ({ actor }: { actor: string }) => actor,
    );
  assert.deepEqual(await actorsWithout("second"), ["application:admin"]);
  assert.deepEqual(await actorsWithout("admin"), []);
});

test("the audit log is read by the reason of a refused scope, and by the code of an error", async () => {
  const at = Date.now();
  await licet.services.storage.audit.append(
    [
      { at, type: "token.issued", actor: "application:second", data: { refused: { "a:b": "not_granted" } } },
      { at, type: "token.denied", actor: "client:second", data: { error: "invalid_client" } },
    ],
    [],
  );
  const listTypes = async (query: string) => {
    const lists = ["application:second", "client:second"].map((actor) =>
      readAll(`/audit?actor=${actor}&${query}`),
    );
    return (await Promise.all(lists)).flat().map((event) => (event as unknown as { type: string }).type);
  };
  assert.deepEqual(await listTypes("refused=any"), ["token.issued"]);
  assert.deepEqual(await listTypes("refused=not_granted"), ["token.issued"]);
  assert.deepEqual(await listTypes("refused=key_ceiling"), []);
  assert.deepEqual(await listTypes("error=invalid_client"), ["token.denied"]);
  for (const wrong of ["refused=", "refused=often", "error=", "error=a%25", "error=A"])
    assert.equal((await api("GET", `/audit?${wrong}`)).status, 400, wrong);
});

test("instances are read level by level: those at the top, then those below one of them", async () => {
  await api("PUT", "/resources/orders/instances/level", {});
  await api("PUT", "/resources/orders/instances/level-below", { parent: "level" });
  const listIds = async (parent: string) =>
    (await readAll(`/resources/orders/instances?search=level&parent=${parent}`)).map(({ id }) => id);
  assert.deepEqual(await listIds("none"), ["level"]);
  assert.deepEqual(await listIds("orders/level"), ["level-below"]);
});

test("lists are searched by the beginning of a name, whatever its case, and narrowed by what they have", async () => {
  const names = async (query: string) =>
    (await readAll(`/users?${query}`)).map((user) => (user as unknown as { username: string }).username);
  assert.deepEqual((await names("search=USER2")).toSorted(), [
    "user2",
    "user20",
    "user21",
    "user22",
    "user23",
    "user24",
  ]);
  assert.deepEqual(await names("search=alice%40"), ["alice"]);
  const { body: bob } = await api("GET", "/users/bob");
  await api("PUT", "/users/bob", { ...bob, enabled: false });
  assert.deepEqual(await names("enabled=false"), ["bob"]);
  assert.equal((await api("GET", "/users?enabled=maybe")).status, 400);
  const native = await api("GET", "/applications?type=native");
  assert.deepEqual(
    native.body.items.map(({ id }: { id: string }) => id),
    ["phone"],
  );
  assert.equal((await api("GET", "/users?search=%00")).status, 400);
  assert.equal((await api("GET", "/audit?actor=%00")).status, 400);
});

test("the audit log tells who changed what, from where, in which request", async () => {
  await api("POST", "/roles", { name: "traced" }, { "x-request-id": "trace-1" });
  const { body } = await api("GET", "/audit?request_id=trace-1");
  assert.equal(body.items.length, 1);
  const [{ id: _, at, data, ...event }] = body.items;
  assert.match(at, /^\d{4}-/);
  assert.ok(data.revision > 0);
  assert.deepEqual(event, {
    type: "role.created",
    actor: "application:admin",
    target: "role:traced",
    ip: "127.0.0.1",
    request_id: "trace-1",
  });
  await api("DELETE", "/roles/traced");
  const [gone] = (await api("GET", "/audit?target=role:traced&type=role.deleted")).body.items;
  assert.equal(gone.actor, "application:admin");
});

test("everything that a cascade deletes is in the audit log, each by itself", async () => {
  await api("POST", "/roles", { name: "doomed", grants: ["orders:read"] });
  await api("POST", "/roles", { name: "heir", inherits: ["doomed", "viewer"] });
  const { body: assignment } = await api("POST", "/assignments", { principal: "user:bob", role: "doomed" });
  const inUse = await api("DELETE", "/roles/doomed");
  assert.equal(inUse.status, 409);
  assert.equal(inUse.body.type, "urn:licet:problem:in_use");
  assert.deepEqual(
    inUse.body.used_by.toSorted((a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1)),
    [
      { kind: "assignment", id: assignment.id },
      { kind: "role", id: "heir" },
    ],
  );
  const { status } = await api("DELETE", "/roles/doomed?cascade=true", undefined, {
    "x-request-id": "cascade-1",
  });
  assert.equal(status, 204);
  const { body } = await api("GET", "/audit?request_id=cascade-1");
  assert.deepEqual(
    body.items.map(({ type, target }: { type: string; target: string }) => `${type} ${target}`).toSorted(),
    [`assignment.deleted assignment:${assignment.id}`, "role.deleted role:doomed", "role.updated role:heir"],
  );
  assert.deepEqual((await api("GET", "/roles/heir")).body.inherits, ["viewer"]);
});

test("a resource goes with all that names it: instances, assignments, grants, ceilings, delegated scopes", async () => {
  await api("POST", "/resources", {
    name: "parcels",
    identifier: "https://parcels.test",
    actions: { send: { description: "Send" } },
  });
  await api("POST", "/roles", { name: "sender", grants: ["parcels:send", "orders:read"] });
  await api("PUT", "/resources/parcels/instances/1", {});
  await api("POST", "/assignments", { principal: "user:bob", permission: "parcels:send", at: "parcels/1" });
  await api("PUT", "/applications/post", {
    type: "web",
    redirect_uris: ["https://post.test/cb"],
    delegated: ["parcels:send", "orders:read"],
    serves: ["parcels"],
  });
  await api("PUT", "/applications/post/access-accounts/ak_post", { ceiling: ["parcels:*"] });
  assert.equal((await api("DELETE", "/resources/parcels")).status, 409);
  const gone = await api("DELETE", "/resources/parcels?cascade=true");
  assert.equal(gone.status, 204, gone.text);
  assert.deepEqual((await api("GET", "/roles/sender")).body.grants, [{ permission: "orders:read" }]);
  const { body: post } = await api("GET", "/applications/post");
  assert.deepEqual([post.delegated, post.serves], [[{ scope: "orders:read", consent: "required" }], []]);
  // The ceiling is empty, not absent: the access account must not get more than it had.
  assert.deepEqual((await api("GET", "/applications/post/access-accounts/ak_post")).body.ceiling, []);
  assert.equal((await api("GET", "/assignments?principal=user:bob")).body.items.length, 0);
  assert.equal((await api("GET", "/resources/parcels/instances/1")).status, 404);
});

test("a rotation of keys is on record with who asked for it", async () => {
  const { status, body } = await api("POST", "/keys:rotate", undefined, { "x-request-id": "rotate-1" });
  assert.equal(status, 200);
  const [event] = (await api("GET", `/audit?type=key.rotated&target=key:${body.key.kid}`)).body.items;
  assert.deepEqual([event.actor, event.request_id], ["application:admin", "rotate-1"]);
  const { body: keys } = await api("GET", "/keys");
  assert.ok(keys.items.some(({ kid }: { kid: string }) => kid === body.key.kid));
  assert.ok(!JSON.stringify(keys).includes("sealed"));
});

test("counters are read by name, over at most a day", async () => {
  const { body } = await api("GET", "/stats?name=tokens_issued");
  assert.equal(body.name, "tokens_issued");
  assert.equal((await api("GET", "/stats")).status, 400);
  const range = "from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z";
  assert.equal((await api("GET", `/stats?name=tokens_issued&${range}`)).status, 400);
  assert.equal(
    (await api("GET", "/stats?name=none&from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z")).status,
    200,
  );
});

test("lists are sorted by name or by another member, and a cursor belongs to its order", async () => {
  const listValues = async (query: string, member: string) =>
    (await readAll(`/users?${query}`)).map((user) => (user as unknown as Record<string, string>)[member]);
  const rising = await listValues("sort=username&limit=4", "username");
  assert.deepEqual(rising, rising.toSorted());
  assert.deepEqual(await listValues("sort=-username&limit=7", "username"), rising.toReversed());
  // Users without a name come last in both orders; without `sort`, lists are by name.
  for (const query of ["limit=3", "sort=name&limit=3", "sort=-name&limit=3"]) {
    const names = await listValues(query, "name");
    const unnamed = names.indexOf(undefined);
    assert.ok(unnamed > 0 && names.slice(unnamed).every((name) => name === undefined), query);
  }
  assert.deepEqual(await readAll("/users"), await readAll("/users?sort=name"));
  const { body } = await api("GET", "/users?sort=username&limit=1");
  const next = encodeURIComponent(body.next_cursor);
  assert.equal((await api("GET", `/users?sort=username&cursor=${next}`)).status, 200);
  for (const other of ["sort=-username&", "sort=name&", ""]) {
    const refused = await api("GET", `/users?${other}cursor=${next}`);
    assert.deepEqual([refused.status, ...pointersOf(refused)], [400, "/query/cursor"]);
  }
  const unknown = await api("GET", "/users?sort=password_hash");
  assert.deepEqual([unknown.status, ...pointersOf(unknown)], [400, "/query/sort"]);
  // The address of a request is logged, so the cursor does not show the name that it goes on after.
  const readable = Buffer.from(body.next_cursor, "base64url").toString("latin1");
  assert.ok(!readable.includes(body.items[0].username));
});

test("a search without an order has the entity of exactly that name first, on the first page only", async () => {
  for (const [username, name] of [
    ["zz-exact", "Zz"],
    ["zz-1", "Aa zz-exact"],
    ["zz-2", "Bb zz-exact"],
  ])
    await api("POST", "/users", { username, name, email: `${username}@exact.test` });
  const namesOf = async (query: string) =>
    (await readAll(`/users?${query}`)).map((user) => (user as unknown as { username: string }).username);
  const first = ["zz-exact", "zz-1", "zz-2"];
  assert.deepEqual(await namesOf("search=ZZ-exact&limit=1"), first);
  assert.deepEqual(await namesOf("search=ZZ-exact&sort=name&limit=1"), ["zz-1", "zz-2", "zz-exact"]);
  assert.deepEqual(await namesOf("search=zz-2@exact.test"), ["zz-2"]);
  // A cursor of the one order is none of the other.
  const { body } = await api("GET", "/users?search=zz-exact&limit=1");
  const next = encodeURIComponent(body.next_cursor);
  assert.equal((await api("GET", `/users?search=zz-exact&limit=1&sort=name&cursor=${next}`)).status, 400);
});

test("the first page says how many there are, and the next ones repeat it", async () => {
  const all = await readAll("/users");
  const first = await api("GET", "/users?limit=2");
  assert.equal(first.body.total, all.length);
  await api("POST", "/users", { username: "counted-later" });
  const second = await api("GET", `/users?limit=2&cursor=${encodeURIComponent(first.body.next_cursor)}`);
  assert.equal(second.body.total, all.length);
  assert.equal((await api("GET", "/users?limit=2")).body.total, all.length + 1);
  assert.equal((await api("GET", "/users?search=later%20COUNT")).body.total, 1);
  assert.equal((await api("GET", "/users?search=nothing")).body.total, 0);
  assert.equal((await api("GET", "/groups/crowd/members?limit=1")).body.total, 3);
});
