// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { processorMilliseconds } from "../../support/processor-time.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { openWire, readAnswer, requestHead, type Wire } from "../wire.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/** The documented bound is 30 s; the headers have 10, the whole request 15, and a sweep comes every 2. */
const HEADERS_END_MILLISECONDS = 13_000;
const REQUEST_END_MILLISECONDS = 18_000;

/** One byte a second for ever, until the other side has had enough. Says how long that took. */
async function trickle(wire: Wire, text: string, atMost: number): Promise<number> {
  const startedAt = performance.now();
  for (const letter of text) {
    if (wire.isClosed || performance.now() - startedAt > atMost) break;
    wire.send(letter);
    await wire.closedWithin(1_000);
  }
  return performance.now() - startedAt;
}

function assertTimedOut(wire: Wire): void {
  assert.ok(wire.isClosed, "the connection was closed");
  const { status, headers, body } = readAnswer(wire.received());
  assert.equal(status, 408);
  assert.equal(headers.connection, "close");
  assert.equal(JSON.parse(body).type, "urn:licet:problem:request_timeout");
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

// At the same time, since each has to wait for a real timeout.
describe("RFC 9110 §15.5.9: a client that is slow on purpose holds a connection for seconds, not for ever", {
  concurrency: true,
}, () => {
  test("headers, a byte a second", async () => {
    const wire = await openWire(licet.url);
    const head = requestHead(licet.url, "POST /oidc/token", { "X-Slow": "x".repeat(100) });
    await trickle(wire, head, HEADERS_END_MILLISECONDS);
    assertTimedOut(wire);
  });

  test("headers, whole lines that never end", async () => {
    const wire = await openWire(licet.url);
    wire.send(requestHead(licet.url, "GET /oidc/jwks").slice(0, -2));
    for (let line = 0; line < 26 && !wire.isClosed; line++) {
      wire.send(`X-Line-${line}: x\r\n`);
      await wire.closedWithin(500);
    }
    assertTimedOut(wire);
  });

  for (const length of [{ "Content-Length": "1000" }, { "Transfer-Encoding": "chunked" }]) {
    test(`a body, a byte a second: ${Object.keys(length)}`, async () => {
      const wire = await openWire(licet.url);
      const type = { "Content-Type": "application/x-www-form-urlencoded" };
      wire.send(requestHead(licet.url, "POST /oidc/token", { ...type, ...length }));
      const body = "Transfer-Encoding" in length ? "1\r\na\r\n".repeat(20) : "a".repeat(1000);
      await trickle(wire, body, REQUEST_END_MILLISECONDS);
      assertTimedOut(wire);
    });
  }

  test("2000 connections that say nothing: others do not notice, and all are closed", async () => {
    const undisturbed = await slowestToken();
    const wires = await Promise.all(Array.from({ length: 2_000 }, () => openWire(licet.url)));
    const openedAt = performance.now();
    const meanwhile = await slowestToken();
    // Generous, since the attackers work in this process, too; a server that serves in turn would take for ever.
    assert.ok(
      meanwhile < Math.max(250, undisturbed * 5),
      `${meanwhile.toFixed()} ms instead of ${undisturbed.toFixed()}`,
    );
    assert.ok(wires.every((wire) => !wire.isClosed || performance.now() - openedAt > 9_000));
    await Promise.all(
      wires.map(async (wire) => {
        const left = HEADERS_END_MILLISECONDS + 2_000 - (performance.now() - openedAt);
        assert.ok(await wire.closedWithin(left));
        wire.drop();
      }),
    );
  });
});
