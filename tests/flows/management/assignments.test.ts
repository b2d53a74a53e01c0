import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, fetchTokenOf, pointersOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

test("the same assignment made twice is one; another end changes it", async () => {
  const wanted = { principal: "user:alice", role: "clerk", at: "orders/42" };
  const first = await api("POST", "/assignments", wanted);
  assert.equal(first.status, 201);
  const second = await api("POST", "/assignments", wanted);
  assert.equal(second.status, 200);
  assert.deepEqual(second.body, first.body);
  const ended = await api("POST", "/assignments", { ...wanted, expires_at: "2040-01-01T00:00:00Z" });
  assert.equal(ended.status, 200);
  assert.equal(ended.body.id, first.body.id);
  assert.equal(ended.body.expires_at, "2040-01-01T00:00:00Z");
  assert.equal(
    (await api("GET", `/assignments/${first.body.id}`)).headers.get("etag"),
    `"${ended.body.version}"`,
  );
  assert.equal((await api("DELETE", `/assignments/${first.body.id}`)).status, 204);
  assert.equal((await api("DELETE", `/assignments/${first.body.id}`)).status, 404);
});

test("an assignment says what its principal is called, to those who may read it", async () => {
  await api("POST", "/applications", { client_id: "named", name: "Nightly reports", type: "service" });
  const { body: account } = await api("POST", "/applications/named/access-accounts", { name: "Night" });
  const key = account.access_key;
  const called: readonly (readonly [principal: string, details: object | undefined])[] = [
    ["user:alice", { name: "Alice", username: "alice" }],
    ["user:bob", { name: "bob", username: "bob" }],
    ["user:*", undefined],
    ["group:staff", undefined],
    ["application:named", { name: "Nightly reports" }],
    [`access_account:${key}`, { name: "Night", application: "named", application_name: "Nightly reports" }],
  ];
  const made = new Map<string, object | undefined>();
  for (const [principal, details] of called) {
    const { status, body } = await api("POST", "/assignments", { principal, permission: "billing_admin" });
    assert.equal(status, 201);
    assert.deepEqual(body.principal_details, details, principal);
    assert.deepEqual((await api("GET", `/assignments/${body.id}`)).body, body);
    made.set(body.id, details);
  }
  type Named = { readonly id: string; readonly principal_details?: object };
  const list = async (caller: Caller): Promise<readonly Named[]> =>
    (await caller("GET", "/assignments?permission=billing_admin")).body.items;
  assert.deepEqual(new Map((await list(api)).map((item) => [item.id, item.principal_details])), made);

  const blind = await createCaller(licet, "admin", "licet:assignments.read");
  assert.deepEqual(
    (await list(blind)).map((item) => item.principal_details),
    called.map(() => undefined),
  );
  const half = await createCaller(licet, "admin", "licet:assignments.read licet:users.read");
  assert.equal((await list(half)).filter((item) => item.principal_details).length, 2);
  for (const id of made.keys()) assert.equal((await api("DELETE", `/assignments/${id}`)).status, 204);
});

test("the issues of an assignment are reported by their place", async () => {
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ principal: "user:nobody", role: "clerk" }, ["/principal"]],
    [{ principal: "user:alice", role: "nothing" }, ["/role"]],
    [{ principal: "user:alice", permission: "orders:fly" }, ["/permission"]],
    [{ principal: "user:alice", role: "clerk", at: "nowhere/1" }, ["/at"]],
    [{ principal: "user:alice", role: "clerk", when: "1 +" }, ["/when"]],
    [{ principal: "user:alice", role: "clerk", expires_at: "tomorrow" }, ["/expires_at"]],
    [{ principal: "user:alice" }, [""]],
    [{ principal: "user:alice", role: "clerk", permission: "orders:read" }, [""]],
    [{ principal: "alice", role: "clerk" }, ["/principal"]],
  ];
  for (const [body, pointers] of cases) {
    const refused = await api("POST", "/assignments", body);
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(pointersOf(refused), pointers, JSON.stringify(body));
  }
});

test("an assignment works at once in a token, and its end does, too", async () => {
  const { body } = await api("POST", "/assignments", {
    principal: "application:target",
    permission: "orders:read",
  });
  const scopes = async () => {
    const token = await fetchTokenOf(licet, "target", "orders:read");
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).scope;
  };
  assert.equal(await scopes(), "orders:read");
  await api("DELETE", `/assignments/${body.id}`);
  assert.equal(await scopes(), "");
});

test("lists are narrowed by principal, role, permission and instance", async () => {
  const made = await api("POST", "/assignments:batch", {
    create: [
      { principal: "user:alice", role: "viewer" },
      { principal: "user:bob", role: "viewer" },
      { principal: "user:bob", permission: "orders:write", at: "orders/7" },
    ],
  });
  assert.equal(made.status, 200, made.text);
  const ids = made.body.created.map(({ id }: { id: string }) => id);
  const found = async (query: string) =>
    (await api("GET", `/assignments?${query}`)).body.items.map(({ id }: { id: string }) => id).toSorted();
  assert.deepEqual(await found("principal=user:alice"), [ids[0]]);
  assert.deepEqual(await found("principal=user:bob"), [ids[1], ids[2]].toSorted());
  assert.deepEqual(await found("role=viewer"), [ids[0], ids[1]].toSorted());
  assert.deepEqual(await found("permission=orders:write&at=orders/7"), [ids[2]]);
  assert.deepEqual(await found("principal=user:nobody"), []);
  assert.equal((await api("GET", "/assignments?colour=red")).status, 400);
  const gone = await api("POST", "/assignments:batch", { delete: ids });
  assert.deepEqual(gone.body.deleted.toSorted(), ids.toSorted());
});

test("a batch is done whole or not at all", async () => {
  const before = (await api("GET", "/assignments")).body.items.length;
  const refused = await api("POST", "/assignments:batch", {
    create: [
      { principal: "user:alice", role: "viewer" },
      { principal: "user:alice", role: "nothing" },
      { principal: "user:bob", role: "viewer", surprise: 1 },
    ],
  });
  assert.equal(refused.status, 400);
  assert.ok(pointersOf(refused).every((pointer) => pointer.startsWith("/create/")));
  const unknown = await api("POST", "/assignments:batch", {
    create: [{ principal: "user:alice", role: "viewer" }],
    delete: ["asg_nothing"],
  });
  assert.equal(unknown.status, 404);
  assert.equal((await api("GET", "/assignments")).body.items.length, before);
});

test("a thousand at once, and not one more", async () => {
  const create = Array.from({ length: 1000 }, (_, index) => ({
    principal: "user:alice",
    permission: "orders:read",
    at: `orders/${index}`,
  }));
  const made = await api("POST", "/assignments:batch", { create });
  assert.equal(made.status, 200);
  assert.equal(made.body.created.length, 1000);
  const more = await api("POST", "/assignments:batch", { create: [...create, create[0]] });
  assert.equal(more.status, 400);
  const again = await api("POST", "/assignments:batch", { create });
  assert.ok(again.body.created.every(({ effect }: { effect: string }) => effect === "unchanged"));
  assert.equal(again.body.revision, made.body.revision);
  const gone = await api("POST", "/assignments:batch", {
    delete: made.body.created.map(({ id }: { id: string }) => id),
  });
  assert.equal(gone.status, 200, gone.text);
});

test("many callers at once each get their change", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api("POST", "/assignments", {
        principal: "user:bob",
        permission: "orders:read",
        at: `orders/${index}`,
      }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
});
