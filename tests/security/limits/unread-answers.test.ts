// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { processorMilliseconds } from "../../support/processor-time.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { issueToken } from "../issue-token.ts";
import { openConnection, requestHead } from "../raw-connection.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/** The answers that each of 20 connections may get before it is cut off, here to a client that reads them. */
const ANSWERS = 20 * 11;

async function measureAnswers(path: string): Promise<number> {
  const startedAt = processorMilliseconds();
  for (let count = 0; count < ANSWERS; count += 1) await (await fetch(licet.url + path)).text();
  return processorMilliseconds() - startedAt;
}

describe("RFC 9112 §9.3.2, §9.6: a client that sends requests without reading the answers is cut off", () => {
  test("a few requests ahead of their answers are fine", async () => {
    const connection = await openConnection(licet.url);
    const countAnswers = () => connection.received().split("HTTP/1.1 200 OK").length - 1;
    void connection.send(requestHead(licet.url, "GET /livez").repeat(10));
    await untilKnown(async () => countAnswers() === 10);
    // It is not cut off later either: its next request is answered as well.
    void connection.send(requestHead(licet.url, "GET /livez"));
    await untilKnown(async () => countAnswers() === 11);
    assert.equal(connection.isClosed, false);
    connection.drop();
  });

  for (const path of ["/metrics", "/oidc/jwks", "/no-such-path"]) {
    test(`unread answers are not kept in memory: 20 × 1000 requests for ${path}`, async (t) => {
      const workOfAnswers = await measureAnswers(path);
      const before = process.memoryUsage.rss();
      const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(licet.url)));
      t.after(() => {
        for (const connection of connections) connection.drop();
      });
      for (const connection of connections) {
        connection.pause();
        void connection.send(requestHead(licet.url, `GET ${path}`).repeat(1_000));
      }
      const askedAt = processorMilliseconds();
      await issueToken(licet, REPORTS, "orders:read");
      const waited = processorMilliseconds() - askedAt;
      // 20,000 answers would take ninety times as long; the rest of this process may collect garbage meanwhile.
      assert.ok(
        waited < 10 * workOfAnswers,
        `others waited for ${waited.toFixed()} ms of work; as many answers that are read take ${workOfAnswers.toFixed()} ms`,
      );
      const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
      // Of each only what was sent before the server lost patience, and the attackers' own share.
      assert.ok(grown < 100, `${grown.toFixed()} MB`);
      for (const connection of connections) {
        connection.resume();
        assert.ok(await connection.waitForClose());
        assert.ok(connection.received().split("HTTP/1.1 ").length - 1 <= 11);
      }
    });
  }
});
