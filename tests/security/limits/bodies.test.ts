// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { introspect, issueToken } from "../issue-token.ts";
import { openConnection, type RawAnswer, readAnswer, requestHead, sendRaw } from "../raw-connection.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  token = await issueToken(licet, REPORTS, "orders:read");
});
/** Nothing that was sent here had an effect. */
after(async () => {
  assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);
  await licet.stop();
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const PATHS = ["/oidc/token", "/oidc/introspect", "/oidc/revoke"];
const TEN_MEGABYTES = 10 * 1024 * 1024;
const LIMIT = 65_536;

const goodForm = () =>
  new URLSearchParams({
    grant_type: "client_credentials",
    scope: "orders:read",
    token,
    ...REPORTS,
  }).toString();

/** A good form that is longer than it need be. */
const paddedForm = (length: number) => {
  const form = `${goodForm()}&padding=`;
  return form + "x".repeat(length - form.length);
};

/**
 * Sends a body in pieces until the server answers. Not all at once: a connection that is closed during a write is reset,
 * and the answer is lost.
 */
async function sendInPieces(
  head: string,
  piece: string,
  total: number,
): Promise<{ answer: Omit<RawAnswer, "closed">; closed: boolean; sent: number }> {
  const connection = await openConnection(licet.url);
  await connection.send(head);
  let sent = 0;
  while (sent < total && connection.received() === "" && !connection.isClosed) {
    await connection.send(piece);
    sent += piece.length;
    // The server, which is in this process, reads what has come.
    await nextTurn();
  }
  const closed = await connection.waitForClose();
  connection.drop();
  return { answer: readAnswer(connection.received()), closed, sent };
}

/** As simple clients do: the whole request is written before anything is read. */
async function sendBeforeReading(path: string): Promise<number> {
  const { hostname, port } = new URL(licet.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  const head = requestHead(licet.url, `POST ${path}`, { ...FORM, "Content-Length": String(TEN_MEGABYTES) });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(head);
    socket.write(Buffer.alloc(TEN_MEGABYTES, "a"), (error) => (error ? reject(error) : resolve()));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return readAnswer(Buffer.concat(chunks).toString("latin1")).status;
}

describe("RFC 9110 §15.5.14: a body that is too large is refused and the connection ends", () => {
  for (const path of PATHS) {
    test(`${path}: 10 MB with its length`, async () => {
      const head = requestHead(licet.url, `POST ${path}`, {
        ...FORM,
        "Content-Length": String(TEN_MEGABYTES),
      });
      const { answer, closed } = await sendInPieces(head, "a=b&".repeat(16_384), TEN_MEGABYTES);
      assert.equal(answer.status, 413);
      assert.equal(JSON.parse(answer.body).error, "invalid_request");
      assert.equal(answer.headers.connection, "close");
      assert.ok(closed);
    });

    test(`${path}: 10 MB in chunks, without its length`, async () => {
      const head = requestHead(licet.url, `POST ${path}`, { ...FORM, "Transfer-Encoding": "chunked" });
      const { answer, closed, sent } = await sendInPieces(
        head,
        `4000\r\n${"a=b&".repeat(4_096)}\r\n`,
        TEN_MEGABYTES,
      );
      assert.equal(answer.status, 413);
      assert.equal(JSON.parse(answer.body).error, "invalid_request");
      assert.ok(closed);
      assert.ok(sent < TEN_MEGABYTES, "it was not read to its end");
    });

    test(`${path}: one byte above the limit, and exactly the limit`, async () => {
      const over = await postForm(licet.url + path, paddedForm(LIMIT + 1));
      assert.equal(over.status, 413);
      assert.equal(over.body.error, "invalid_request");
      assert.deepEqual(Object.keys(over.body), ["error", "error_description"]);
      if (path === "/oidc/revoke") return;
      assert.equal((await postForm(licet.url + path, paddedForm(LIMIT))).status, 200);
    });

    test(`${path}: 10 MB that are announced with Expect: 100-continue are refused before they are sent`, async () => {
      const head = requestHead(licet.url, `POST ${path}`, {
        ...FORM,
        Expect: "100-continue",
        "Content-Length": String(TEN_MEGABYTES),
      });
      const { text, closed } = await sendRaw(licet.url, head, { untilClosed: true });
      assert.match(text, /^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 413 /);
      assert.ok(closed);
    });
  }

  for (const path of [...PATHS, "/oidc/par", "/login", "/api/v1/check", "/no-such-path"])
    test(`${path}: a client that sends all of its 10 MB before it reads gets its answer (RFC 9112 §9.6)`, async () => {
      const statuses = await Promise.all(Array.from({ length: 5 }, () => sendBeforeReading(path)));
      for (const status of statuses) assert.ok([401, 403, 404, 413].includes(status), `status ${status}`);
      if (PATHS.includes(path)) assert.deepEqual(new Set(statuses), new Set([413]));
    });

  test("a request behind a body that was refused is not answered", async () => {
    const length = LIMIT + 1;
    const refused = requestHead(licet.url, "POST /oidc/token", { ...FORM, "Content-Length": String(length) });
    const connection = await openConnection(licet.url);
    void connection.send(refused);
    await connection.answered();
    void connection.send("x".repeat(length) + requestHead(licet.url, "GET /livez"));
    assert.ok(await connection.waitForClose());
    connection.drop();
    assert.equal(connection.received().match(/HTTP\/1\.1 /g)?.length, 1, connection.received());
  });

  // A route without a body does not receive one.
  const unread: readonly (readonly [line: string, status: number])[] = [
    ["POST /no-such-path", 404],
    ["POST /oidc/jwks", 405],
    ["PUT /oidc/token", 405],
    ["POST /livez", 405],
  ];
  for (const [line, status] of unread) {
    test(`${line} with 10 MB gets its ${status} and the connection ends`, async () => {
      const head = requestHead(licet.url, line, { ...FORM, "Content-Length": String(TEN_MEGABYTES) });
      const { answer, closed, sent } = await sendInPieces(head, "a=b&".repeat(16_384), TEN_MEGABYTES);
      assert.equal(answer.status, status);
      assert.ok(closed);
      assert.ok(sent < TEN_MEGABYTES);
    });
  }

  test("20 bodies of 10 MB take less than 20 MB of memory", async () => {
    const attack = () => {
      const head = requestHead(licet.url, "POST /oidc/token", { ...FORM, "Transfer-Encoding": "chunked" });
      return sendInPieces(head, `10000\r\n${"a=b&".repeat(16_384)}\r\n`, TEN_MEGABYTES);
    };
    for (let round = 0; round < 5; round++) await attack();
    const before = process.memoryUsage.rss();
    await Promise.all(Array.from({ length: 20 }, attack));
    const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
    assert.ok(grown < 20, `${grown.toFixed(1)} MB, attackers included`);
  });
});

describe("RFC 9112 §6.3: a length that is a lie gets 400 and the connection ends", () => {
  const assertBroken = (answer: RawAnswer) => {
    assert.equal(answer.status, 400);
    assert.ok(answer.closed);
    assert.doesNotMatch(answer.text, /access_token|active/);
    assert.equal(JSON.parse(answer.body).type, "urn:licet:problem:bad_request");
  };
  const lies: Record<string, Record<string, string>> = {
    "two lengths": { "Content-Length": "5", "content-length": "6" },
    "a length and chunks (RFC 9112 §6.1: smuggling)": {
      "Content-Length": "5",
      "Transfer-Encoding": "chunked",
    },
    "a negative length": { "Content-Length": "-5" },
    "a length that is no number": { "Content-Length": "five" },
    "a length with a sign": { "Content-Length": "+5" },
    "a length in hexadecimal": { "Content-Length": "0x5" },
    "a list of lengths": { "Content-Length": "5, 5" },
    "a length beyond all numbers": { "Content-Length": "99999999999999999999999" },
    "chunked, but not last": { "Transfer-Encoding": "chunked, identity" },
    "chunks of a nonsense size": { "Transfer-Encoding": "chunked" },
  };
  for (const path of PATHS) {
    for (const [name, headers] of Object.entries(lies)) {
      test(`${path}: ${name}`, async () => {
        const head = requestHead(licet.url, `POST ${path}`, { ...FORM, ...headers });
        assertBroken(await sendRaw(licet.url, head + goodForm(), { untilClosed: true }));
      });
    }

    test(`${path}: more than is sent, then the end`, async () => {
      const length = String(goodForm().length + 100);
      const head = requestHead(licet.url, `POST ${path}`, { ...FORM, "Content-Length": length });
      assertBroken(await sendRaw(licet.url, head + goodForm(), { end: true, untilClosed: true }));
    });

    test(`${path}: less than is sent: the rest is no second request`, async () => {
      const head = requestHead(licet.url, `POST ${path}`, { ...FORM, "Content-Length": "5" });
      const answer = await sendRaw(licet.url, head + goodForm(), { untilClosed: true });
      // The answer to the first five bytes as a form: without credentials, where those are asked for first.
      assert.equal(answer.status, path === "/oidc/token" ? 400 : 401);
      assert.ok(answer.closed);
      assert.equal(answer.text.match(/HTTP\/1\.1 /g)?.length, 1);
      assert.doesNotMatch(answer.text, /access_token|active/);
    });
  }
});

describe("RFC 9110 §8.4, §15.5.16: a body that would have to be unpacked gets 415", () => {
  const bomb = gzipSync(Buffer.alloc(TEN_MEGABYTES, "a"));
  for (const path of PATHS) {
    for (const encoding of ["gzip", "deflate", "br", "zstd", "x-gzip", "GZIP", "identity, gzip", "junk"]) {
      test(`${path}: Content-Encoding: ${encoding}`, async () => {
        const head = requestHead(licet.url, `POST ${path}`, {
          ...FORM,
          "Content-Encoding": encoding,
          "Content-Length": String(bomb.length),
        });
        // Without its last byte: a body that has arrived as a whole would be no reason to close the connection.
        const sent = Buffer.concat([Buffer.from(head), bomb.subarray(0, -1)]);
        const answer = await sendRaw(licet.url, sent, { untilClosed: true });
        assert.equal(answer.status, 415);
        assert.ok(answer.closed);
        assert.equal(JSON.parse(answer.body).type, "urn:licet:problem:unsupported_media_type");
      });
    }
    test(`${path}: Transfer-Encoding: gzip, chunked (RFC 9112 §6.1)`, async () => {
      const head = requestHead(licet.url, `POST ${path}`, {
        ...FORM,
        "Transfer-Encoding": "gzip, chunked",
      });
      const { status } = await sendRaw(licet.url, `${head}0\r\n\r\n`);
      assert.equal(status, 415);
    });
  }

  test("a plain body that says so is welcome", async () => {
    const answer = await postForm(`${licet.url}/oidc/token`, goodForm(), { "content-encoding": "identity" });
    assert.equal(answer.status, 200);
  });
});

test("RFC 9110 §15.5.14: after all this the service answers as before", async () => {
  assert.equal((await postForm(`${licet.url}/oidc/token`, goodForm())).status, 200);
});
