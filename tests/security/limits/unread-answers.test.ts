// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { processorMilliseconds } from "../../support/processor-time.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { issueToken } from "../issue-token.ts";
import { openConnection, requestHead } from "../raw-connection.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

describe("RFC 9112 §9.3.2, §9.6: a client that sends requests without reading the answers is cut off", () => {
  test("a few requests ahead of their answers are fine", async () => {
    const connection = await openConnection(licet.url);
    connection.send(requestHead(licet.url, "GET /livez").repeat(10));
    await sleep(1_000);
    assert.equal(connection.received().split("HTTP/1.1 200 OK").length - 1, 10);
    assert.equal(connection.isClosed, false);
    connection.drop();
  });

  for (const path of ["/metrics", "/oidc/jwks", "/no-such-path"]) {
    test(`unread answers are not kept in memory: 20 × 1000 requests for ${path}`, async () => {
      const before = process.memoryUsage.rss();
      const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(licet.url)));
      for (const connection of connections) {
        connection.pause();
        connection.send(requestHead(licet.url, `GET ${path}`).repeat(1_000));
      }
      const askedAt = processorMilliseconds();
      await issueToken(licet, REPORTS, "orders:read");
      const waited = processorMilliseconds() - askedAt;
      // 20,000 answers would take more than a minute; 220 take a second.
      assert.ok(waited < 4_000, `others waited for ${waited.toFixed()} ms of work`);
      const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
      // Of each only what was sent before the server lost patience, and the attackers' own share.
      assert.ok(grown < 100, `${grown.toFixed()} MB`);
      for (const connection of connections) {
        connection.resume();
        assert.ok(await connection.closedWithin(2_000));
        assert.ok(connection.received().split("HTTP/1.1 ").length - 1 <= 11);
        connection.drop();
      }
    });
  }
});
