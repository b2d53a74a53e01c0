import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM, STRANGER } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ readsLog: true, state: FIRM });
  token = await fetchToken(licet, ASKER, "licet:check licet:changes.read");
});
after(() => licet.stop());

const ask = (body: unknown) => send(`${licet.url}/api/v1/check`, token, body);
const allowed = async (body: unknown) => {
  const answer = await ask(body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.allowed;
};
const findUserId = async (username: string) => (await licet.services.users.find(username))?.id;

describe("a check", () => {
  test("says allowed or not, and at which revision", async () => {
    const { status, headers, body } = await ask({ subject: "user:alice", permission: "orders:read" });
    const { revision } = licet.services.storage.feed;
    assert.equal(status, 200);
    assert.deepEqual(body, { allowed: true, revision });
    assert.equal(headers.get("licet-revision"), String(revision));
    assert.equal(headers.get("cache-control"), "no-store");
  });

  test("is denied with 200 and says nothing about why", async () => {
    const { status, body } = await ask({ subject: "user:bob", permission: "orders:refund" });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ["allowed", "revision"]);
    assert.equal(body.allowed, false);
  });

  test("names a user by id or by username, and every principal as an object", async () => {
    const id = await findUserId("alice");
    for (const subject of ["user:alice", `user:${id}`, { type: "user", id }, { type: "user", id: "alice" }])
      assert.equal(await allowed({ subject, permission: "orders:read" }), true);
  });

  test("is about applications, access accounts within their ceiling, and groups, too", async () => {
    const cases = [
      ["application:reports", "orders:write", undefined, true],
      ["application:reports", "billing_admin", undefined, false],
      ["access_account:ak_reports", "orders:read", undefined, true],
      ["access_account:ak_reports", "orders:write", undefined, false],
      ["application:ak_reports", "orders:read", undefined, false],
      ["group:support", "orders:read", "orders/42", true],
      ["group:support", "orders:read", "orders/us", false],
    ] as const;
    for (const [subject, permission, resource, expected] of cases)
      assert.equal(await allowed({ subject, permission, ...(resource && { resource }) }), expected, subject);
  });

  test("holds for an instance and everything below it", async () => {
    const ask = (resource?: string) =>
      allowed({ subject: "user:bob", permission: "orders:read", ...(resource && { resource }) });
    assert.deepEqual(
      [
        await ask("orders/eu"),
        await ask("orders/43"),
        await ask("orders/us"),
        await ask("orders/new"),
        await ask(),
      ],
      [true, true, false, false, false],
    );
  });

  test("lets callers add attributes that are not stored, and never contradict those that are", async () => {
    const write = (id: string, owner: string) =>
      allowed({
        subject: "user:alice",
        permission: "orders:write",
        resource: { type: "orders", id, attributes: { owner } },
      });
    assert.equal(await write("not-registered", "alice"), true);
    assert.equal(await write("not-registered", "bob"), false);
    assert.equal(await write("43", "alice"), false);
    const count = (badge: string, shift: string) =>
      allowed({
        subject: { type: "user", id: "bob", attributes: { badge } },
        permission: "stock:read",
        context: { shift },
      });
    assert.deepEqual(
      [await count("red", "night"), await count("blue", "night"), await count("red", "day")],
      [true, false, false],
    );
  });

  test("shows conditions the context that it was given", async () => {
    const refund = (context: object) =>
      allowed({ subject: "user:alice", permission: "orders:refund", resource: "orders/42", context });
    assert.equal(await refund({ ip: "10.1.2.3", client: { id: "shop" } }), true);
    assert.equal(await refund({ ip: "192.0.2.1", client: { id: "shop" } }), false);
    assert.equal(await refund({ ip: "10.1.2.3", client: { id: "reports" } }), false);
    assert.equal(await refund({ ip: "10.1.2.3" }), false);
    assert.equal(await refund({ client: { id: "shop" } }), false);
  });

  test("is made for the time that it names, as a date or in seconds", async () => {
    const at = (time: unknown) =>
      allowed({ subject: "user:bob", permission: "billing_admin", context: { time } });
    assert.equal(await at("2029-12-31T23:59:59Z"), true);
    assert.equal(await at("2030-01-01T01:00:00+01:00"), false);
    assert.equal(await at(1893455999), true);
    assert.equal(await at(1893456000), false);
  });

  test("of whatever is unknown or disabled is denied, and never an error", async () => {
    const unknown = [
      { subject: "user:nobody", permission: "orders:read" },
      { subject: "user:*", permission: "orders:read" },
      { subject: "user:ALICE", permission: "orders:read" },
      { subject: "user:usr_nobody", permission: "orders:read" },
      { subject: "application:nobody", permission: "orders:read" },
      { subject: "access_account:ak_nobody", permission: "orders:read" },
      { subject: "group:nobody", permission: "orders:read" },
      { subject: "user:carol", permission: "orders:read" },
      { subject: "user:alice", permission: "orders:fly" },
      { subject: "user:alice", permission: "orders:*" },
      { subject: "user:alice", permission: "Orders:read" },
      { subject: "user:alice", permission: "orders:read", resource: "stock/1" },
      { subject: "user:bob", permission: "billing_admin", resource: "orders/42" },
    ];
    for (const question of unknown) assert.equal(await allowed(question), false, JSON.stringify(question));
  });

  test("may demand a revision, and is 400 when there is no such revision", async () => {
    const { revision } = licet.services.storage.feed;
    const question = { subject: "user:alice", permission: "orders:read" };
    assert.equal(await allowed({ ...question, at_least: revision }), true);
    const early = await ask({ ...question, at_least: revision + 1 });
    assert.equal(early.status, 400);
    assert.equal(early.body.type, "urn:licet:problem:unknown_revision");
    assert.equal(early.headers.get("retry-after"), null, "to wait does not help");
    assert.equal(early.body.detail, `there is no revision ${revision + 1}; the newest is ${revision}`);
    // The server has not failed: the log has only the line of every request.
    const lines = licet.logged().split("\n");
    const about = lines
      .filter((line) => line.includes(early.body.request_id))
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      about.map(({ level, msg, status, err }) => ({ level, msg, status, err })),
      [{ level: "debug", msg: "request", status: 400, err: undefined }],
    );
  });

  test("sees a change as soon as it was written", async () => {
    const question = { subject: "user:bob", permission: "orders:write", resource: "orders/us" };
    assert.equal(await allowed(question), false);
    await licet.apply("assignments: [{ principal: user:bob, permission: orders:write, at: orders/us }]");
    assert.equal(await allowed(question), true);
  });

  test("has a short form for users", async () => {
    const get = (path: string) => send(`${licet.url}/api/v1/users/${path}`, token);
    const { status, body } = await get("alice/permissions/orders:read");
    assert.equal(status, 200);
    assert.equal(body.allowed, true);
    assert.equal((await get("alice/permissions/orders:write?resource=orders%2F42")).body.allowed, true);
    assert.equal((await get("alice/permissions/orders:write?resource=orders%2F43")).body.allowed, false);
    assert.equal((await get("nobody/permissions/orders:read")).body.allowed, false);
    assert.equal((await get(`alice/permissions/orders:read?at_least=${body.revision + 100}`)).status, 400);
    assert.equal((await get("alice/permissions/orders:read?at_least=soon")).status, 400);
    assert.equal((await get("alice/permissions/orders:read?other=1")).status, 400);
  });
});

describe("a question that cannot be understood", () => {
  const refused = async (body: unknown, ...pointers: string[]) => {
    const answer = await ask(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.type, "urn:licet:problem:invalid_input");
    assert.deepEqual(
      answer.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
    );
  };

  test("is answered with 400 and a pointer to what is wrong", async () => {
    const good = { subject: "user:alice", permission: "orders:read" };
    await refused({}, "/subject", "/permission");
    await refused({ permission: "orders:read" }, "/subject");
    await refused({ ...good, subject: "alice" }, "/subject");
    await refused({ ...good, subject: "robot:1" }, "/subject/type");
    await refused({ ...good, subject: "user:" }, "/subject/id");
    await refused({ ...good, subject: { type: "user" } }, "/subject/id");
    await refused({ ...good, subject: { type: "user", id: "alice", nmae: "x" } }, "/subject/nmae");
    await refused({ ...good, subject: 7 }, "/subject");
    await refused({ ...good, permission: "" }, "/permission");
    await refused({ ...good, permission: ["orders:read"] }, "/permission");
    await refused({ ...good, permission: "x".repeat(301) }, "/permission");
    await refused({ ...good, resource: "orders" }, "/resource");
    await refused({ ...good, context: "here" }, "/context");
    await refused({ ...good, context: { ip: 7 } }, "/context/ip");
    await refused({ ...good, context: { time: "noon" } }, "/context/time");
    await refused({ ...good, context: { time: "2027-01-01T00:00:00" } }, "/context/time");
    await refused({ ...good, context: { client: { id: "shop", colour: "red" } } }, "/context/client/colour");
    await refused({ ...good, at_least: -1 }, "/at_least");
    await refused({ ...good, at_least: 1.5 }, "/at_least");
    await refused({ ...good, whatever: true, "a/b": 1 }, "/whatever", "/a~1b");
  });

  test("may nest its data eight levels deep, and no deeper", async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
    const question = { subject: "user:alice", permission: "orders:read" };
    assert.equal(await allowed({ ...question, context: nested(7) }), true);
    await refused({ ...question, context: nested(8) }, "/context");
    await refused(
      { ...question, subject: { type: "user", id: "alice", attributes: nested(8) } },
      "/subject/attributes",
    );
  });

  test("is refused when it is not JSON, too large, or would reach into the prototype", async () => {
    assert.equal((await ask("{")).status, 400);
    assert.equal(
      (await ask('{"subject":"user:alice","permission":"orders:read","__proto__":{"x":1}}')).status,
      400,
    );
    assert.equal(
      (await ask({ subject: "user:alice", permission: "x", context: { a: "x".repeat(70_000) } })).status,
      413,
    );
    assert.equal((await ask({ subject: "user:a\0b", permission: "orders:read" })).status, 400);
  });
});

describe("the caller", () => {
  test("needs a token that carries licet:check", async () => {
    const question = { subject: "user:alice", permission: "orders:read" };
    const url = `${licet.url}/api/v1/check`;
    assert.equal((await send(url, undefined, question)).status, 401);
    assert.equal((await send(url, "nonsense", question)).status, 401);
    const other = await fetchToken(licet, ASKER, "licet:explain");
    const refused = await send(url, other, question);
    assert.equal(refused.status, 403);
    assert.match(refused.headers.get("www-authenticate") ?? "", /insufficient_scope.*licet:check/);
    const nothing = await fetchToken(licet, STRANGER, "licet:check");
    assert.equal((await send(url, nothing, question)).status, 401);
  });

  test("is refused at once when the token is revoked, the permission is gone or the client is disabled", async () => {
    const question = { subject: "user:alice", permission: "orders:read" };
    const status = async (accessToken: string) =>
      (await send(`${licet.url}/api/v1/check`, accessToken, question)).status;

    const revoked = await fetchToken(licet, ASKER, "licet:check");
    assert.equal(await status(revoked), 200);
    await postForm(`${licet.url}/oidc/revoke`, { token: revoked, ...ASKER });
    assert.equal(await status(revoked), 401);

    await licet.apply("assignments: [{ principal: application:stranger, permission: licet:check }]");
    const lost = await fetchToken(licet, STRANGER, "licet:check");
    assert.equal(await status(lost), 200);
    const { state, permissions } = licet.services.storage;
    const { value } = await permissions.listAssignments("application:stranger");
    const actor = { name: "test", at: Date.now() };
    await state.commit(
      value.map((assignment) => ({ op: "delete", kind: "assignment", value: assignment })),
      actor,
    );
    assert.equal(await status(lost), 403);

    await licet.apply("assignments: [{ principal: application:stranger, permission: licet:check }]");
    assert.equal(await status(lost), 200);
    const application = await state.find("application", STRANGER.client_id);
    assert.ok(application);
    await state.commit(
      [{ op: "put", kind: "application", value: { ...application, enabled: false } }],
      actor,
    );
    assert.equal(await status(lost), 401);
  });
});
