/** The rules of HTTP for a request, before its content is parsed. */

import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, fetchTokenOf, pointersOf, send } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
let authorization: string;
interface Operation {
  readonly security?: readonly { readonly token?: readonly string[] }[];
}
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
  authorization = `Bearer ${await fetchTokenOf(licet, "admin", "licet:*")}`;
  const document = await send(licet, "GET", "/openapi.json");
  assert.equal(document.status, 200);
  assert.equal(document.body.openapi, "3.1.0");
  paths = document.body.paths;
});
after(() => licet.stop());

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** The paths that read or write stored entities; checks have tests of their own. */
const managedPaths = () =>
  Object.entries(paths).filter(([, operations]) =>
    Object.values(operations).every(({ security }) =>
      /\.(read|write)$/.test(security?.[0]?.token?.[0] ?? ""),
    ),
  );
const fillTemplate = (path: string) => path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "x");

test("every method that a path does not have is 405, and Allow says which it has", async () => {
  let tried = 0;
  for (const [path, operations] of managedPaths()) {
    const offered = Object.keys(operations).map((method) => method.toUpperCase());
    for (const method of METHODS.filter((each) => !offered.includes(each))) {
      const answer = await send(licet, method, fillTemplate(path), undefined, { authorization });
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.deepEqual(answer.headers.get("allow")?.split(", ").toSorted(), offered.toSorted());
      tried += 1;
    }
  }
  assert.ok(tried > 60);
});

test("every operation asks for a token first, before it looks at the body", async () => {
  for (const [path, operations] of managedPaths()) {
    for (const [method, { security }] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      const [scope] = security?.[0]?.token ?? [];
      assert.match(scope ?? "", /^licet:[a-z]+\.(read|write)$/, name);
      const upper = method.toUpperCase();
      const body = upper === "GET" ? undefined : "{ this is not JSON";
      const none = await send(licet, upper, fillTemplate(path), body);
      assert.equal(none.status, 401, name);
      assert.equal(none.headers.get("www-authenticate"), 'Bearer realm="licet"');
      const wrong = await send(licet, upper, fillTemplate(path), body, { authorization: "Bearer x.y.z" });
      assert.equal(wrong.status, 401, name);
      assert.equal(wrong.headers.get("www-authenticate"), 'Bearer realm="licet", error="invalid_token"');
      assert.equal(wrong.headers.get("licet-revision"), null);
    }
  }
});

test("a token without the permission is 403 and told which it needs; with only that one it gets through", async () => {
  const little = `Bearer ${await fetchTokenOf(licet, "admin", "licet:check")}`;
  for (const [path, operations] of managedPaths()) {
    for (const [method, { security }] of Object.entries(operations)) {
      const [scope = ""] = security?.[0]?.token ?? [];
      const refused = await send(licet, method.toUpperCase(), fillTemplate(path), undefined, {
        authorization: little,
      });
      assert.equal(refused.status, 403, `${method} ${path}`);
      assert.equal(
        refused.headers.get("www-authenticate"),
        `Bearer realm="licet", error="insufficient_scope", scope="${scope}"`,
      );
      if (path === "/api/v1/keys:rotate" || path === "/api/v1/changes") continue;
      const exact = `Bearer ${await fetchTokenOf(licet, "admin", scope)}`;
      const admitted = await send(licet, method.toUpperCase(), fillTemplate(path), undefined, {
        authorization: exact,
      });
      assert.ok([200, 201, 400, 404, 409].includes(admitted.status), `${method} ${path}: ${admitted.status}`);
    }
  }
});

test("a body of another type is 415: what a form on another site could send is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
  ]) {
    const answer = await send(licet, "POST", "/roles", '{"name":"x"}', {
      authorization,
      "content-type": type,
    });
    assert.equal(answer.status, 415, type);
    assert.equal(answer.body.type, "urn:licet:problem:unsupported_media_type");
  }
  const charset = { "content-type": "application/json; charset=utf-8" };
  assert.equal((await api("POST", "/roles", { name: "typed" }, charset)).status, 201);
});

test("a body that is not JSON, or is malicious, is 400", async () => {
  for (const text of [
    "",
    "{",
    '{"name":"x",}',
    '{"name":"x"} y',
    '{"__proto__":{"admin":true},"name":"x"}',
    '{"name":"x","description":{"__proto__":{}}}',
    '{"constructor":{"prototype":{}}}',
    `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
    `{"name":"x","grants":${"[".repeat(100)}${"]".repeat(100)}}`,
    '{"username":"nul","attributes":{"a":"\\u0000"}}',
    '{"username":"half","attributes":{"a":"\\ud800"}}',
    '{"username":"half","attributes":{"\\ud800":1}}',
  ]) {
    for (const path of ["/roles", "/users"]) {
      const answer = await api("POST", path, text, { "content-type": "application/json" });
      assert.equal(answer.status, 400, `${path} ${text.slice(0, 60)}`);
    }
  }
  const nul = await api("POST", "/users", '{"username":"nul","attributes":{"a":"\\u0000"}}');
  assert.deepEqual(pointersOf(nul), ["/attributes/a"]);
  const deep = `{"username":"deep","attributes":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`;
  assert.equal((await api("POST", "/users", deep)).status, 400);
});

test("a body above 64 kB is 413, above 1 MB for a batch", async () => {
  const long = { name: "long", description: { en: "x".repeat(70_000) } };
  const answer = await api("POST", "/permissions", long);
  assert.equal(answer.status, 413);
  assert.equal(answer.body.type, "urn:licet:problem:payload_too_large");
  const create = Array.from({ length: 900 }, (_, index) => ({
    principal: "user:alice",
    permission: "orders:read",
    at: `orders/${index}`,
    when: `request.ip == "${"1".repeat(40)}"`,
  }));
  assert.ok(JSON.stringify({ create }).length > 70_000);
  assert.notEqual((await api("POST", "/assignments:batch", { create })).status, 413);
  const huge = await api("POST", "/assignments:batch", { create: ["x".repeat(1_100_000)] });
  assert.equal(huge.status, 413);
});

test("a request with two Authorization headers is refused", async () => {
  const { hostname, port } = new URL(licet.url);
  const socket = connect(Number(port), hostname);
  const lines = [
    "GET /api/v1/roles HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Authorization: ${authorization}`,
    "Authorization: Bearer other",
    "Connection: close",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  assert.match(answer, /^HTTP\/1\.1 400 /);
});

test("a path that leads nowhere is 404, and one with broken escapes is 400", async () => {
  for (const path of ["/nothing", "/roles/a/b", "/assignments:other", "/assignmentsXbatch", "/keys:"]) {
    assert.equal((await send(licet, "GET", path, undefined, { authorization })).status, 404, path);
  }
  assert.equal((await send(licet, "GET", "/roles/%zz", undefined, { authorization })).status, 400);
});
