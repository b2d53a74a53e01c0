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
  token = await fetchToken(licet, ASKER, "licet:simulate licet:check");
});
after(() => licet.stop());

const simulate = (body: object) => send(`${licet.url}/api/v1/simulate`, token, body);
const findUserId = async (username: string) => (await licet.services.users.find(username))?.id;

test("a change is tried without being written: who gains what, and what checks would answer", async () => {
  const { revision } = licet.services.storage.feed;
  const check = { subject: "user:bob", permission: "stock:read" };
  const { status, headers, body } = await simulate({
    state: { assignments: [{ principal: "user:bob", permission: "stock:read" }] },
    checks: [check, { ...check, subject: "user:alice" }],
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.subjects, [
    { subject: `user:${await findUserId("bob")}`, gains: [{ permission: "stock:read" }], losses: [] },
  ]);
  assert.deepEqual(body.checks, [
    { before: { allowed: false }, after: { allowed: true } },
    { before: { allowed: false }, after: { allowed: false } },
  ]);
  assert.deepEqual(
    body.changes.map(({ op, kind }: { op: string; kind: string }) => [op, kind]),
    [["put", "assignment"]],
  );
  assert.equal(body.truncated, false);
  assert.equal(headers.get("licet-revision"), String(revision));
  assert.equal(licet.services.storage.feed.revision, revision);
  assert.equal((await send(`${licet.url}/api/v1/check`, token, check)).body.allowed, false);
});

test("a deletion is tried with everything that would go with it", async () => {
  const inUse = await simulate({ delete: [{ kind: "role", id: "viewer" }] });
  assert.equal(inUse.status, 409);
  const { status, body } = await simulate({
    delete: [{ kind: "role", id: "viewer", cascade: true }],
    checks: [{ subject: "user:bob", permission: "orders:read", resource: "orders/42" }],
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.checks, [{ before: { allowed: true }, after: { allowed: false } }]);
  const losers = body.subjects.filter(({ losses }: { losses: object[] }) => losses.length > 0);
  assert.ok(losers.some(({ subject }: { subject: string }) => subject.startsWith("user:")));
});

test("two deletions that change the same role change it once, and neither keeps what the other ends", async () => {
  await licet.apply(`
roles: [{ name: one, grants: [stock:read] }, { name: two, grants: [stock:read] }, { name: both, inherits: [one, two] }]
users: [{ username: eve }]
assignments: [{ principal: user:eve, role: both }, { principal: user:eve, role: one }]
`);
  const deletion = (id: string, cascade = true) => ({ kind: "role", id, cascade });
  const { status, body } = await simulate({ delete: [deletion("one"), deletion("two"), deletion("one")] });
  assert.equal(status, 200, JSON.stringify(body));
  const changes = body.changes.map(({ op, kind, id }: Record<string, string>) =>
    kind === "role" ? `${op} ${id}` : `${op} ${kind}`,
  );
  assert.deepEqual(changes.toSorted(), ["delete assignment", "delete one", "delete two", "put both"]);
  assert.deepEqual(body.subjects, [
    { subject: `user:${await findUserId("eve")}`, gains: [], losses: [{ permission: "stock:read" }] },
  ]);
  // What is deleted first no longer needs what is deleted after it.
  const inOrder = await simulate({ delete: [deletion("both"), deletion("two", false)] });
  assert.equal(inOrder.status, 200, JSON.stringify(inOrder.body));
});

test("a user may be named by username", async () => {
  const { body } = await simulate({ delete: [{ kind: "user", id: "bob", cascade: true }] });
  const bob = `user:${await findUserId("bob")}`;
  assert.ok(body.changes.some((change: object) => JSON.stringify(change).includes(bob.slice(5))));
});

test("permissions are compared in the context that was given", async () => {
  const state = {
    assignments: [{ principal: "user:bob", permission: "stock:read", when: 'request.ip == "10.0.0.1"' }],
  };
  assert.deepEqual((await simulate({ state })).body.subjects, []);
  const { body } = await simulate({ state, context: { ip: "10.0.0.1" } });
  assert.deepEqual(body.subjects[0].gains, [{ permission: "stock:read" }]);
});

test("the issues of the change set are reported by their place in the body", async () => {
  const pointers = async (body: object) => {
    const answer = await simulate(body);
    assert.equal(answer.status, 400, JSON.stringify(answer.body));
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  assert.deepEqual(await pointers({ state: { assignments: [{ principal: "user:bob", role: "no-such" }] } }), [
    "/state/assignments/0/role",
  ]);
  assert.deepEqual(await pointers({ state: { rolls: [] } }), ["/state/rolls"]);
  assert.deepEqual(await pointers({ checks: [{ subject: "user:bob" }] }), ["/checks/0/permission"]);
  assert.deepEqual(await pointers({ delete: [{ kind: "planet", id: "earth" }] }), ["/delete/0/kind"]);
  assert.equal((await simulate({ delete: [{ kind: "role", id: "no-such" }] })).status, 404);
});
