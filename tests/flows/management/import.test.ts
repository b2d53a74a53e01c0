import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { type Answer, type Caller, createCaller, fetchTokenOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

const NDJSON = { "content-type": "application/x-ndjson" };
let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

type Line = Readonly<Record<string, unknown>> | string;
const write = (lines: readonly Line[]): string =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
const send = (lines: readonly Line[], caller = api, query = ""): Promise<Answer> =>
  caller("POST", `/import${query}`, write(lines), NDJSON);

const user = (username: string): Line => ({ kind: "user", username });
const clerk = (username: string): Line => ({
  kind: "assignment",
  principal: `user:${username}`,
  role: "clerk",
});
const assignmentsOf = async (username: string): Promise<readonly unknown[]> =>
  (await api("GET", `/assignments?principal=user:${username}`)).body?.items ?? [];

test("each kind is imported with the words of the configuration file, and sent again changes nothing", async () => {
  const lines: readonly Line[] = [
    {
      kind: "resource",
      name: "bulk",
      identifier: "https://bulk.example.test",
      actions: { read: { description: "Read" } },
    },
    { kind: "permission", name: "bulk_closing", description: "Close" },
    { kind: "role", name: "bulk-reader", grants: ["bulk:read"] },
    user("bulk-user"),
    { kind: "group", name: "bulk-group" },
    { kind: "membership", group: "bulk-group", member: "user:bulk-user" },
    { kind: "instance", resource: "bulk", id: "7", attributes: { colour: "red" } },
    { kind: "application", client_id: "bulk-app", type: "service", client_secret: "s".repeat(40) },
    {
      kind: "access_account",
      application: "bulk-app",
      access_key: "ak_bulk",
      secret_key: "k".repeat(40),
    },
    "",
    { kind: "assignment", principal: "group:bulk-group", role: "bulk-reader", at: "bulk/7" },
    { kind: "assignment", principal: "application:bulk-app", permission: "bulk:read" },
  ];
  const first = await send(lines);
  assert.equal(first.status, 200, first.text);
  const { revision, ...counts } = first.body;
  assert.deepEqual(counts, { last_line_stored: 12, created: 11, updated: 0, unchanged: 0 });
  assert.equal(first.headers.get("licet-revision"), String(revision));
  const check = await api("POST", "/check", {
    subject: "user:bulk-user",
    permission: "bulk:read",
    resource: "bulk/7",
  });
  assert.equal(check.body?.allowed, true, check.text);
  const again = await send(lines);
  assert.deepEqual(
    { ...again.body, revision: 0 },
    { last_line_stored: 12, created: 0, updated: 0, unchanged: 11, revision: 0 },
  );
  assert.equal(again.body.revision, revision, "nothing was written");
});

test("what an import creates is in the audit log, with the caller and the request", async () => {
  const answer = await send([user("audited")]);
  const { id } = (await api("GET", "/users/audited")).body;
  const { items } = (await api("GET", `/audit?target=user:${id}`)).body;
  assert.equal(items.length, 1);
  assert.equal(items[0].type, "user.created");
  assert.equal(items[0].actor, "application:admin");
  assert.equal(items[0].request_id, answer.headers.get("x-request-id"));
});

test("a set with a refused line is not stored, and the answer names the line; the sets before stay", async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => user(`row-${index}`));
  const answer = await send([
    ...lines.slice(0, 2_100),
    { kind: "role", name: "no grants", x: 1 },
    ...lines.slice(2_100),
  ]);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.last_line_stored, 2_000);
  assert.equal(answer.body.refused_lines, 1);
  assert.deepEqual(
    answer.body.refused.map(({ line, code }: { line: number; code: string }) => [line, code]),
    [
      [2_101, "malformed"],
      [2_101, "unknown_member"],
    ],
  );
  assert.equal((await api("GET", "/users/row-1999")).status, 200);
  assert.equal((await api("GET", "/users/row-2000")).status, 404);
  const rest = await send(lines.slice(2_000));
  assert.equal(rest.body.created, 500);
});

test("a line that refers to a later line is refused, wherever the sets end", async () => {
  const answer = await send([clerk("later-user"), user("later-user")]);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.last_line_stored, 0);
  assert.deepEqual(
    answer.body.refused.map(({ line, code }: Answer["body"]) => [line, code]),
    [[1, "not_found"]],
  );
  assert.equal((await api("GET", "/users/later-user")).status, 404);
  const atomic = await send([clerk("later-user"), user("later-user")], api, "?atomic=true");
  assert.equal(atomic.status, 200, "as a whole, the order does not matter");
});

test("an atomic import stores all lines or none, and refuses two definitions of one thing", async () => {
  const lines = Array.from({ length: 1_500 }, (_, index) => user(`whole-${index}`));
  const refused = await send([...lines, { kind: "user", username: "no spaces please" }], api, "?atomic=true");
  assert.equal(refused.status, 400);
  assert.equal(refused.body.last_line_stored, 0);
  assert.equal((await api("GET", "/users/whole-0")).status, 404);
  const twice = await send([...lines, user("whole-3")], api, "?atomic=true");
  assert.equal(twice.status, 400);
  assert.deepEqual(twice.body.refused[0].first, 4);
  assert.equal((await send(lines, api, "?atomic=true")).body.created, 1_500);
});

test("an atomic import has at most 64 MB of lines: 413 names the line at which it ended, and nothing is stored", async () => {
  const BYTES = 60_000;
  const most = Math.floor((64 * 1024 * 1024) / BYTES);
  const lines = Array.from({ length: most + 10 }, (_, index) =>
    JSON.stringify(user(`heavy-${index}`)).padEnd(BYTES),
  );
  const refused = await send(lines, api, "?atomic=true");
  assert.equal(refused.status, 413, refused.text);
  assert.equal(refused.body.type, "urn:licet:problem:payload_too_large");
  assert.equal(refused.body.last_line_stored, 0);
  assert.deepEqual(
    refused.body.refused.map(({ line, code, maximum }: Answer["body"]) => [line, code, maximum]),
    [[most + 1, "too_long", 64 * 1024 * 1024]],
  );
  assert.equal((await api("GET", "/users/heavy-0")).status, 404);
  const fitting = await send(lines.slice(0, most), api, "?atomic=true");
  assert.equal(fitting.body.created, most, fitting.text);
  assert.equal((await send(lines)).body.created, 10, "in sets, there is no such bound");
});

test("repeated lines are stored once, also when they name the same user in two ways", async () => {
  await send([user("twice")]);
  const { id } = (await api("GET", "/users/twice")).body;
  const answer = await send([
    clerk("twice"),
    clerk("twice"),
    { kind: "assignment", principal: `user:${id}`, role: "clerk" },
    { kind: "assignment", principal: "user:twice", role: "clerk", expires_at: "2040-01-01T00:00:00Z" },
  ]);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.body.created, answer.body.updated, answer.body.unchanged], [1, 1, 2]);
  assert.equal((await assignmentsOf("twice")).length, 1);
});

test("lines that are no lines are refused with their number and a code", async () => {
  const bad: readonly (readonly [line: Line, code: string])[] = [
    ["not json", "malformed"],
    ["[1]", "wrong_type"],
    ["null", "wrong_type"],
    [{ username: "x" }, "missing"],
    [{ kind: "usr", username: "x" }, "not_one_of"],
    [{ kind: "secret", owner: "x" }, "not_one_of"],
    [{ kind: "assignment", principal: "user:alice" }, "exactly_one_of"],
    [{ kind: "user", username: "x", password: "correct horse battery staple" }, "unknown_member"],
    [`{"kind":"user","username":"x","attributes":{"__proto__":{"a":1}}}`, "unusable_characters"],
    [`{"kind":"user","username":"x","attributes":{"a":"\\u0000"}}`, "unusable_characters"],
    [`{"kind":"user","username":"x","attributes":${"[".repeat(100)}${"]".repeat(100)}}`, "too_deep"],
    [{ kind: "user", username: "x", attributes: { a: "x".repeat(70_000) } }, "too_long"],
    [{ kind: "application", client_id: "no-secret", type: "service" }, "missing"],
    [{ kind: "assignment", principal: "user:alice", role: "clark" }, "not_found"],
    [{ kind: "assignment", principal: "user:alice", role: "clerk", when: "1 +" }, "invalid_condition"],
  ];
  for (const [line, code] of bad) {
    const answer = await send([user("fine"), line]);
    assert.equal(answer.status, 400, `${JSON.stringify(line).slice(0, 80)}: ${answer.text}`);
    assert.equal(answer.body.last_line_stored, 0);
    assert.deepEqual([answer.body.refused[0].line, answer.body.refused[0].code], [2, code], answer.text);
  }
  assert.equal((await api("GET", "/users/fine")).status, 404, "nothing of a refused set is stored");
});

test("bytes that are not UTF-8, another type and no type are refused", async () => {
  const token = await fetchTokenOf(licet, "admin", "licet:*");
  const post = (body: Buffer, headers: Record<string, string>) =>
    fetch(`${licet.url}/api/v1/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: new Uint8Array(body),
    });
  const broken = Buffer.concat([
    Buffer.from('{"kind":"user","username":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]);
  const answer = await post(broken, NDJSON);
  assert.equal(answer.status, 400);
  assert.equal(((await answer.json()) as Answer["body"]).refused[0].code, "unusable_characters");
  assert.equal((await post(Buffer.from("{}"), { "content-type": "application/json" })).status, 415);
  assert.equal(
    (await api("POST", "/roles", write([user("x")]), NDJSON)).status,
    415,
    "on other routes as before",
  );
  const none = await api("POST", "/import");
  assert.equal(none.status, 415);
});

test("a body that is cut off stores the whole sets before it", { timeout: 60_000 }, async () => {
  const token = await fetchTokenOf(licet, "admin", "licet:*");
  const call = httpRequest(`${licet.url}/api/v1/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...NDJSON, "transfer-encoding": "chunked" },
  });
  call.on("error", () => {});
  call.write(write(Array.from({ length: 1_200 }, (_, index) => user(`cut-${index}`))));
  await untilKnown(async () => (await api("GET", "/users/cut-999")).status === 200);
  call.destroy();
  // The server hears of the end before it hears of the next import, which has more lines to store than were left.
  const more = Array.from({ length: 1_000 }, (_, index) => user(`after-the-cut-${index}`));
  assert.equal((await send(more)).status, 200);
  assert.equal((await api("GET", "/users/cut-1000")).status, 404);
});

test("a sender that stops is cut off in time, and the answer names the last line", {
  timeout: 60_000,
}, async () => {
  const token = await fetchTokenOf(licet, "admin", "licet:*");
  const { hostname, port } = new URL(licet.url);
  const socket = connect(Number(port), hostname);
  const body = write(Array.from({ length: 1_001 }, (_, index) => user(`slow-${index}`)));
  socket.write(
    `POST /api/v1/import HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/x-ndjson\r\ncontent-length: ${body.length + 1_000}\r\n\r\n${body}`,
  );
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  // One byte every second is no progress.
  const dripping = setInterval(() => socket.write(" "), 1_000);
  while (!text.includes("request_timeout")) await once(socket, "data");
  clearInterval(dripping);
  socket.destroy();
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(text, /"last_line_stored":1000/);
});

test("the token needs licet:import, and the permission to write each kind", async () => {
  const without = await createCaller(licet, "admin", "licet:users.write");
  assert.equal((await send([user("nobody")], without)).status, 403);
  const only = await createCaller(licet, "admin", "licet:import licet:users.write licet:escalate");
  const answer = await send([user("somebody"), clerk("somebody")], only);
  assert.equal(answer.status, 403, answer.text);
  assert.deepEqual(answer.body.lacking, ["licet:assignments.write"]);
  assert.deepEqual(
    answer.body.refused.map(({ line, code }: Answer["body"]) => [line, code]),
    [[2, "forbidden"]],
  );
  assert.equal((await api("GET", "/users/somebody")).status, 404);
});

test("the guards hold for each set: nobody grants by an import what it does not hold", async () => {
  const caller = await createCaller(licet, "admin", "licet:import licet:users.write licet:assignments.write");
  const lines = [
    ...Array.from({ length: 40 }, (_, index) => user(`guarded-${index}`)),
    { kind: "assignment", principal: "user:guarded-1", role: "licet-administrator" },
    ...Array.from({ length: 40 }, (_, index) => user(`guarded-more-${index}`)),
  ];
  const answer = await send(lines, caller);
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.refused[0].line, 41);
  assert.equal((await api("GET", "/users/guarded-0")).status, 404);
  const own = await send([{ kind: "role", name: "licet-administrator", grants: [] }]);
  assert.equal(own.status, 409, own.text);
  const requestId = answer.headers.get("x-request-id");
  await licet.runJob("audit");
  const denied = (await api("GET", `/audit?type=api.denied&request_id=${requestId}`)).body.items;
  assert.equal(denied[0]?.data.path, "/api/v1/import");
});

test("a refused line in a later set is found, also where several sets were tried at once", async () => {
  const caller = await createCaller(licet, "admin", "licet:import licet:users.write licet:assignments.write");
  const users = Array.from({ length: 7_000 }, (_, index) => user(`many-${index}`));
  const lines = users.with(5_500, {
    kind: "assignment",
    principal: "user:many-1",
    role: "licet-administrator",
  });
  const answer = await send(lines, caller);
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.refused[0].line, 5_501);
  assert.equal(answer.body.last_line_stored, 5_000);
  assert.equal((await api("GET", "/users/many-4999")).status, 200);
  assert.equal((await api("GET", "/users/many-5000")).status, 404);
});

test("a list of members and single members of one group are stored as if one by one", async () => {
  const lines: readonly Line[] = [
    user("listed"),
    user("single"),
    { kind: "group", name: "mixed", members: ["user:listed"] },
    { kind: "membership", group: "mixed", member: "user:single" },
  ];
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await send(lines)).status, 200);
    assert.equal((await api("GET", "/groups/mixed/members")).body.items.length, 2);
  }
});

test("a name that is taken is a conflict of its line", async () => {
  const answer = await send([
    { kind: "user", username: "mail-1", email: "same@example.test" },
    { kind: "user", username: "mail-2", email: "same@example.test" },
  ]);
  assert.equal(answer.status, 409, answer.text);
  assert.deepEqual(
    answer.body.refused.map(({ line, code }: Answer["body"]) => [line, code]),
    [[2, "taken"]],
  );
});

test("a large set makes readers of the change feed start over, and caches everywhere", async () => {
  const before = (await api("GET", "/users/alice")).headers.get("licet-revision");
  await send(Array.from({ length: 800 }, (_, index) => clerk(`row-${index}`)));
  assert.equal((await api("GET", `/changes?after=${before}`)).status, 410);
  const check = await api("POST", "/check", { subject: "user:row-3", permission: "orders:read" });
  assert.equal(check.body?.allowed, true, check.text);
});
