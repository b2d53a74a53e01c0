import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await fetchToken(licet, ASKER, "licet:check licet:list licet:explain");
});
after(() => licet.stop());

const list = (what: string, body: object) => send(`${licet.url}/api/v1/list/${what}`, token, body);
const items = async (what: string, body: object) => {
  const answer = await list(what, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.headers.get("licet-revision"), String(answer.body.revision));
  return answer.body.items;
};
const findUserId = async (username: string) => (await licet.services.users.find(username))?.id;

test("the permissions of a subject are those that a check would allow", async () => {
  const context = { ip: "10.0.0.1", client: { id: "shop" }, time: "2029-01-01T00:00:00Z" };
  const names = async (body: object) =>
    (await items("permissions", { context, ...body })).map(
      ({ permission }: { permission: string }) => permission,
    );
  assert.deepEqual(await names({ subject: "user:alice" }), ["orders:read", "orders:refund"]);
  assert.deepEqual(await names({ subject: "user:alice", resource: "orders/42" }), [
    "orders:read",
    "orders:refund",
    "orders:write",
  ]);
  assert.deepEqual(await names({ subject: "user:alice", resource: "stock" }), []);
  assert.deepEqual(await names({ subject: "user:bob" }), ["billing_admin"]);
  assert.deepEqual(await names({ subject: "user:nobody" }), []);
  assert.deepEqual(await names({ subject: "user:carol" }), []);
});

test("a listed permission has its end, and its path for a caller that may see it", async () => {
  const request = { subject: "user:bob", context: { time: "2029-01-01T00:00:00Z" } };
  assert.deepEqual(await items("permissions", request), [
    { permission: "billing_admin", expires_at: "2030-01-01T00:00:00Z" },
  ]);
  const [explained] = await items("permissions", { ...request, explain: true });
  assert.deepEqual(explained.via.principals, [`user:${await findUserId("bob")}`]);
  const plain = await fetchToken(licet, ASKER, "licet:list");
  const refused = await send(`${licet.url}/api/v1/list/permissions`, plain, { ...request, explain: true });
  assert.equal(refused.status, 403);
});

test("the resources of a subject are the instances at which a check would allow it", async () => {
  const request = { subject: "user:bob", permission: "orders:read" };
  const { body } = await list("resources", request);
  assert.deepEqual(body.items, [
    { type: "orders", id: "42" },
    { type: "orders", id: "43" },
    { type: "orders", id: "eu" },
  ]);
  assert.equal(body.all, false);
  const everywhere = await list("resources", { subject: "application:reports", permission: "orders:read" });
  assert.equal(everywhere.body.all, true);
  assert.equal(everywhere.body.items.length, 4);
  assert.deepEqual(await items("resources", { subject: "user:alice", permission: "orders:write" }), [
    { type: "orders", id: "42" },
  ]);
  assert.deepEqual(await items("resources", { subject: "user:nobody", permission: "orders:read" }), []);
  assert.deepEqual(await items("resources", { subject: "user:bob", permission: "no:such" }), []);
});

test("the subjects of a permission are those that a check would allow", async () => {
  const request = { permission: "orders:read", resource: "orders/42" };
  const users = [
    { type: "user", id: await findUserId("alice"), name: "alice", username: "alice" },
    { type: "user", id: await findUserId("bob"), name: "bob", username: "bob" },
  ].sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  const application = { type: "application", id: "reports", name: "Nightly reports" };
  assert.deepEqual(await items("subjects", request), [application, ...users]);
  assert.deepEqual(await items("subjects", { ...request, type: "user" }), users);
  assert.deepEqual(await items("subjects", { ...request, type: "application" }), [application]);
  assert.deepEqual(await items("subjects", { permission: "no:such" }), []);
});

test("a user is listed by display name, which needs the permission to read users, and by username", async () => {
  await licet.apply(`
users: [{ username: frida, name: Frida Frey }]
assignments:
  - { principal: user:frida, permission: stock:read }
  - { principal: "application:${ASKER.client_id}", permission: licet:users.read }
`);
  const asked = { permission: "stock:read", type: "user" };
  const frida = { type: "user", id: await findUserId("frida"), username: "frida" };
  assert.deepEqual(await items("subjects", asked), [{ ...frida, name: "frida" }]);
  const reader = await fetchToken(licet, ASKER, "licet:list licet:users.read");
  const { body } = await send(`${licet.url}/api/v1/list/subjects`, reader, asked);
  assert.deepEqual(body.items, [{ ...frida, name: "Frida Frey" }]);
});

test("pages put together are the whole list, whatever their size", async () => {
  const queries: readonly (readonly [string, object])[] = [
    ["permissions", { subject: "application:asker" }],
    ["resources", { subject: "user:bob", permission: "orders:read" }],
    ["subjects", { permission: "orders:read", resource: "orders/42" }],
  ];
  for (const [what, query] of queries) {
    const whole = await items(what, query);
    for (const limit of [1, 2, 3]) {
      const collected: object[] = [];
      let cursor: string | undefined;
      do {
        const { status, body } = await list(what, { ...query, limit, ...(cursor && { cursor }) });
        assert.equal(status, 200);
        assert.ok(body.items.length <= limit);
        collected.push(...body.items);
        cursor = body.next_cursor;
      } while (cursor !== undefined);
      assert.deepEqual(collected, whole);
    }
  }
});

test("a cursor is good for the list it came from, and for no other", async () => {
  const query = { subject: "user:bob", permission: "orders:read", limit: 1 };
  const { next_cursor: cursor } = (await list("resources", query)).body;
  assert.equal((await list("resources", { ...query, cursor })).status, 200);
  for (const [what, body] of [
    ["resources", { ...query, subject: "user:alice", cursor }],
    ["resources", { ...query, context: { ip: "10.0.0.1" }, cursor }],
    ["subjects", { permission: "orders:read", limit: 1, cursor }],
    ["resources", { ...query, cursor: `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}` }],
    ["resources", { ...query, cursor: "made-up" }],
  ] as const) {
    const answer = await list(what, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.errors[0].pointer, "/cursor");
  }
});

test("limits have limits", async () => {
  const query = { subject: "user:bob", permission: "orders:read" };
  for (const [member, value] of [
    ["limit", 0],
    ["limit", 1_001],
    ["deadline_ms", 0],
    ["deadline_ms", 5_001],
    ["at_least", -1],
    ["order", "desc"],
  ] as const) {
    const { status, body } = await list("resources", { ...query, [member]: value });
    assert.equal(status, 400);
    assert.equal(body.errors[0].pointer, `/${member}`);
  }
  const { revision } = licet.services.storage.feed;
  assert.equal((await list("resources", { ...query, at_least: revision + 9 })).status, 400);
});
