// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { processorMilliseconds } from "../../support/processor-time.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { openConnection, type RawConnection, readAnswer, requestHead } from "../raw-connection.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/**
 * The headers have 10 s, the whole request 15, and a sweep comes every 2. A busy machine may be late, so that the tests
 * compare two connections, and give up only on one that would never be closed.
 */
const GIVE_UP_MILLISECONDS = 60_000;
/** The server does not give up earlier; a sweep may begin a little before a second is over. */
const HEADERS_LAST_MILLISECONDS = 9_000;

/** Sends a piece after each pause until the server closes, or the test gives up. */
async function sendSlowly(
  connection: RawConnection,
  pieces: Iterable<string>,
  pauseMilliseconds = 1_000,
): Promise<void> {
  const startedAt = performance.now();
  for (const piece of pieces) {
    if (connection.isClosed || performance.now() - startedAt > GIVE_UP_MILLISECONDS) break;
    void connection.send(piece);
    // It is the pause of a client that is slow on purpose.
    await connection.waitForClose(pauseMilliseconds);
  }
}

function assertTimedOut(connection: RawConnection): void {
  assert.ok(connection.isClosed, "the connection was closed");
  const { status, headers, body } = readAnswer(connection.received());
  assert.equal(status, 408);
  assert.equal(headers.connection, "close");
  assert.equal(JSON.parse(body).type, "urn:licet:problem:request_timeout");
  connection.drop();
}

/** The slowest of a hundred token requests, one after the other, in milliseconds of work. */
async function slowestToken(): Promise<number> {
  let slowest = 0;
  for (let count = 0; count < 100; count++) {
    const askedAt = processorMilliseconds();
    const { status } = await postForm(`${licet.url}/oidc/token`, {
      grant_type: "client_credentials",
      scope: "orders:read",
      ...REPORTS,
    });
    assert.equal(status, 200);
    slowest = Math.max(slowest, processorMilliseconds() - askedAt);
  }
  return slowest;
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

// At the same time, since each has to wait for a real timeout.
describe("RFC 9110 §15.5.9: a client that is slow on purpose holds a connection for seconds, not for ever", {
  concurrency: true,
}, () => {
  test("headers, a byte a second, and for a shorter time than a body", async () => {
    const [connection, withBody] = await Promise.all([openConnection(licet.url), openConnection(licet.url)]);
    void withBody.send(requestHead(licet.url, "POST /oidc/token", { ...FORM, "Content-Length": "1000" }));
    const head = requestHead(licet.url, "POST /oidc/token", { "X-Slow": "x".repeat(100) });
    await sendSlowly(connection, head);
    assertTimedOut(connection);
    assert.equal(withBody.isClosed, false);
    await withBody.waitForClose(GIVE_UP_MILLISECONDS);
    assertTimedOut(withBody);
  });

  test("headers, whole lines that never end", async () => {
    const connection = await openConnection(licet.url);
    void connection.send(requestHead(licet.url, "GET /oidc/jwks").slice(0, -2));
    const lines = Array.from({ length: 120 }, (_, line) => `X-Line-${line}: x\r\n`);
    await sendSlowly(connection, lines, 500);
    assertTimedOut(connection);
  });

  for (const length of [{ "Content-Length": "1000" }, { "Transfer-Encoding": "chunked" }]) {
    test(`a body, a byte a second: ${Object.keys(length)}`, async () => {
      const connection = await openConnection(licet.url);
      void connection.send(requestHead(licet.url, "POST /oidc/token", { ...FORM, ...length }));
      const body = "Transfer-Encoding" in length ? "1\r\na\r\n".repeat(20) : "a".repeat(1000);
      await sendSlowly(connection, body);
      assertTimedOut(connection);
    });
  }

  test("RFC 9112 §9.3.2: a GET whose body does not come in time gets no second answer", async () => {
    const connection = await openConnection(licet.url);
    void connection.send(requestHead(licet.url, "GET /livez", { "Content-Length": "100" }));
    assert.ok(await connection.waitForClose(GIVE_UP_MILLISECONDS));
    connection.drop();
    assert.equal(connection.received().match(/HTTP\/1\.1 /g)?.length, 1, connection.received());
  });

  test("RFC 9110 §15.5.14: a client that goes on sending after its answer is cut off, but not before a slow one has sent 10 MB", {
    timeout: GIVE_UP_MILLISECONDS,
  }, async () => {
    const connection = await openConnection(licet.url);
    const start = performance.now();
    void connection.send(
      requestHead(licet.url, "POST /oidc/token", { ...FORM, "Content-Length": "999999999" }),
    );
    while (!connection.isBroken) {
      void connection.send("x".repeat(1_000));
      // Sleeps: it is a client on a slow line, and the server gives it twelve seconds.
      await sleep(20);
    }
    connection.drop();
    const seconds = (performance.now() - start) / 1_000;
    assert.ok(seconds > 10, `after ${seconds} s`);
  });

  test("2000 connections that say nothing: others do not notice, and all are closed", async () => {
    const undisturbed = await slowestToken();
    const startedAt = performance.now();
    const connections = await Promise.all(Array.from({ length: 2_000 }, () => openConnection(licet.url)));
    const meanwhile = await slowestToken();
    // Generous, since the attackers work in this process, too; a server that serves in turn would take for ever.
    assert.ok(
      meanwhile < Math.max(250, undisturbed * 5),
      `${meanwhile.toFixed()} ms instead of ${undisturbed.toFixed()}`,
    );
    assert.ok(
      connections.every(
        ({ isClosed }) => !isClosed || performance.now() - startedAt > HEADERS_LAST_MILLISECONDS,
      ),
    );
    await Promise.all(
      connections.map(async (connection) => {
        await connection.waitForClose(GIVE_UP_MILLISECONDS);
        assertTimedOut(connection);
        connection.drop();
      }),
    );
  });
});
