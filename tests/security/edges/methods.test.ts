// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { METHODS } from "node:http";
import { after, before, describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { openConnection, type RawAnswer, readAnswer, requestHead, sendRaw } from "../raw-connection.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ readsLog: true, state: SHOP });
});
after(() => licet.stop());

const PROBLEM = "application/problem+json";
const PAGE = "text/html";
/** One path of every kind, what it takes, and how it refuses. */
const PATHS: Readonly<Record<string, readonly [allow: string, mediaType: string]>> = {
  "/oidc/token": ["POST", PROBLEM],
  "/oidc/userinfo": ["GET, POST, OPTIONS", PROBLEM],
  "/oidc/auth": ["GET, POST", PAGE],
  "/login": ["GET, POST", PAGE],
  "/console/": ["GET", PAGE],
  "/docs/": ["GET", PAGE],
  "/.well-known/openid-configuration": ["GET", PROBLEM],
  "/api/v1/roles": ["GET, POST", PROBLEM],
  "/api/v1/roles/clerk": ["GET, PUT, DELETE", PROBLEM],
  "/api/v1/check": ["POST", PROBLEM],
  "/api/v1/openapi.json": ["GET", PROBLEM],
  "/access/v1/evaluation": ["POST", PROBLEM],
  "/livez": ["GET", PROBLEM],
  "/": ["GET", PROBLEM],
};
const NOWHERE = ["/nothing", "/api/v1/nothing", "/oidc/nothing", "/oidc/token/"];

/** The end of the connection tells where an answer without a body ends. */
const ask = (line: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
  sendRaw(licet.url, requestHead(licet.url, line, { Connection: "close", ...headers }), {
    untilClosed: true,
  });
const askAll = (methods: readonly string[], path: string) =>
  Promise.all(methods.map(async (method) => [method, await ask(`${method} ${path}`)] as const));

/** Resolves when the server has read all that was sent before: it has answered what was sent later. */
const readBefore = async () => assert.equal((await ask("GET /livez")).status, 200);

describe("RFC 9110 §15.5.6: a method that a path does not take is 405, and Allow says what it takes", () => {
  for (const [path, [allow, mediaType]] of Object.entries(PATHS)) {
    test(`${path} takes ${allow} and none of the other methods that Node knows`, async () => {
      const others = METHODS.filter((method) => !allow.split(", ").includes(method));
      for (const [method, answer] of await askAll(others, path)) {
        assert.equal(answer.status, 405, method);
        assert.equal(answer.headers.allow, allow, method);
        assert.equal(answer.headers["content-type"]?.split(";")[0], mediaType, method);
        assert.ok(answer.headers["x-request-id"], method);
      }
    });
  }
  for (const path of NOWHERE) {
    test(`${path} is 404 for every method, without Allow`, async () => {
      for (const [method, answer] of await askAll(METHODS, path)) {
        assert.deepEqual([answer.status, answer.headers.allow], [404, undefined], method);
      }
    });
  }
  test("a body with such a method is not read, and the connection ends after the answer", async () => {
    const head = requestHead(licet.url, "PROPFIND /oidc/token", { "Content-Length": "40" });
    const answer = await sendRaw(licet.url, `${head}GET /metrics`, { untilClosed: true });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.connection, "close");
    assert.ok(answer.closed);
    assert.equal(answer.text.match(/HTTP\/1\.1 /g)?.length, 1);
  });
  test("after such a method the connection serves the next request", async () => {
    const connection = await openConnection(licet.url);
    void connection.send(requestHead(licet.url, "PROPFIND /livez") + requestHead(licet.url, "GET /livez"));
    await untilKnown(async () => connection.received().includes("alive"));
    const statuses = connection.received().match(/HTTP\/1\.1 \d+/g);
    connection.drop();
    assert.deepEqual(statuses, ["HTTP/1.1 405", "HTTP/1.1 200"]);
  });
  test("the log names the method that came", async () => {
    await ask("MKCALENDAR /livez");
    assert.match(licet.logged(), /"method":"MKCALENDAR","route":"\/livez","status":405/);
  });
});

describe("RFC 9110 §15.6.2: a method that is not known at all is 501", () => {
  for (const method of ["FOO", "get", "GETX", "M-FOO", "DESCRIBE", "FLUSH", "PRI", "x!#$%&'*+-.^_`|~9"]) {
    test(method, async () => {
      for (const path of ["/oidc/token", "/nothing"]) {
        const answer = await ask(`${method} ${path}`);
        assert.equal(answer.status, 501);
        assert.equal(answer.headers["content-type"], PROBLEM);
        assert.equal(JSON.parse(answer.body).type, "urn:licet:problem:not_implemented");
        assert.equal(JSON.parse(answer.body).request_id, answer.headers["x-request-id"]);
        assert.ok(answer.closed);
      }
    });
  }
  test("also where it comes in pieces, or after empty lines", async () => {
    assert.equal((await sendRaw(licet.url, `\r\n${requestHead(licet.url, "FOO /livez")}`)).status, 501);
    const connection = await openConnection(licet.url);
    void connection.send("DESCRI");
    await readBefore();
    void connection.send(requestHead(licet.url, "BE /livez"));
    assert.ok(await connection.waitForClose());
    assert.equal(readAnswer(connection.received()).status, 501);
    connection.drop();
  });
  test("a method of another protocol is not known here", async () => {
    const answer = await sendRaw(licet.url, "DESCRIBE /livez RTSP/1.0\r\nHost: localhost\r\n\r\n", {
      untilClosed: true,
    });
    assert.equal(answer.status, 501);
    assert.ok(answer.closed);
  });
  for (const bytes of [
    "\x16\x03\x01\x02",
    "F@O / HTTP/1.1\r\n\r\n",
    " GET / HTTP/1.1\r\n\r\n",
    "{}\r\n\r\n",
  ]) {
    test(`an invalid method stays 400: ${JSON.stringify(bytes)}`, async () => {
      assert.equal((await sendRaw(licet.url, bytes, { untilClosed: true })).status, 400);
    });
  }
  test("a known method with a broken header stays 400", async () => {
    const answer = await sendRaw(
      licet.url,
      "GET /livez HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n",
    );
    assert.equal(answer.status, 400);
  });
});

describe("RFC 9110 §9.3.6: CONNECT opens no tunnel, and gets an answer", () => {
  test("to a host and port it is 404, for a foreign host 421, and the connection ends", async () => {
    const own = new URL(licet.url).host;
    for (const [target, host, status] of [
      [own, own, 404],
      ["localhost:80", own, 404],
      ["[::1]:443", own, 404],
      ["evil.test:443", "evil.test:443", 421],
    ] as const) {
      const answer = await sendRaw(licet.url, requestHead(licet.url, `CONNECT ${target}`, { Host: host }), {
        untilClosed: true,
      });
      assert.equal(answer.status, status, target);
      assert.equal(answer.headers.connection, "close");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      assert.equal(JSON.parse(answer.body).request_id, answer.headers["x-request-id"]);
      assert.ok(answer.closed);
    }
  });
  test("bytes after it, as a body or as a request, are never read as a request", async () => {
    const smuggled = requestHead(licet.url, "GET /livez");
    for (const headers of [
      {},
      { "Content-Length": String(smuggled.length) },
      { "Transfer-Encoding": "chunked" },
    ]) {
      const head = requestHead(licet.url, "CONNECT /oidc/token", headers);
      const connection = await openConnection(licet.url);
      void connection.send(head + smuggled);
      await readBefore();
      void connection.send(smuggled);
      assert.ok(await connection.waitForClose());
      assert.deepEqual(connection.received().match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 405"]);
      assert.doesNotMatch(connection.received(), /alive/);
      connection.drop();
    }
  });
  test("RFC 9112 §9.3.2: it is answered after the requests before it", async () => {
    const connection = await openConnection(licet.url);
    const slow = requestHead(licet.url, "GET /readyz");
    void connection.send(slow + slow + requestHead(licet.url, "CONNECT evil.test:443") + slow);
    assert.ok(await connection.waitForClose());
    assert.deepEqual(connection.received().match(/HTTP\/1\.1 \d+/g), [
      "HTTP/1.1 200",
      "HTTP/1.1 200",
      "HTTP/1.1 404",
    ]);
    connection.drop();
  });
  test("clients that go away at once, or stay for ever, do no harm", async () => {
    for (let i = 0; i < 20; i += 1) {
      const connection = await openConnection(licet.url);
      void connection.send(requestHead(licet.url, "CONNECT evil.test:443"));
      if (i % 2) await nextTurn();
      connection.drop();
    }
    const connection = await openConnection(licet.url);
    void connection.send(requestHead(licet.url, "CONNECT evil.test:443"));
    assert.ok(await connection.waitForClose());
    // Our side of the connection goes on sending into it, until the other side is gone.
    await untilKnown(async () => {
      void connection.send("x");
      return connection.isBroken;
    });
    assert.equal((await ask("GET /livez")).status, 200);
  });
});
