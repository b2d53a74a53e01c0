// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, before, describe, test } from "node:test";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { openConnection, requestHead } from "../raw-connection.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const form = new URLSearchParams({
  grant_type: "client_credentials",
  scope: "orders:read",
  ...REPORTS,
}).toString();
const tokenRequest = () =>
  requestHead(licet.url, "POST /oidc/token", {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(form.length),
  }) + form;
const alive = () => requestHead(licet.url, "GET /livez");

/** Sends the bytes, then each piece after the first answer has come, and returns all statuses once the server has closed. */
async function exchangeStatuses(bytes: string, pieces: readonly string[] = []): Promise<readonly number[]> {
  const connection = await openConnection(licet.url);
  void connection.send(bytes);
  for (const piece of pieces) {
    await connection.answered();
    void connection.send(piece);
  }
  assert.ok(await connection.waitForClose(), "the connection ends");
  connection.drop();
  return [...connection.received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

describe("RFC 9112 §9.3.2: a request that cannot be read, behind others on the same connection", () => {
  const UNREADABLE = "this is not HTTP\r\n\r\n";
  const BROKEN_LENGTH = "POST /oidc/token HTTP/1.1\r\nHost: x\r\nContent-Length: five\r\n\r\n";

  for (const [name, unreadable] of [
    ["no HTTP", UNREADABLE],
    ["a broken length", BROKEN_LENGTH],
    ["a head that is too large", `GET /livez HTTP/1.1\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`],
  ] as const) {
    test(`${name}: neither overtakes the answer before it nor follows it`, async () => {
      assert.deepEqual(await exchangeStatuses(tokenRequest() + unreadable), [200]);
    });

    test(`${name}: all answers before it are given, in their order`, async () => {
      const missing = requestHead(licet.url, "GET /no-such-path");
      assert.deepEqual(
        await exchangeStatuses(tokenRequest() + missing + tokenRequest() + unreadable),
        [200, 404, 200],
      );
    });

    test(`${name}: alone it gets an answer`, async () => {
      const [status, ...more] = await exchangeStatuses(unreadable);
      assert.ok(status === 400 || status === 431, `status ${status}`);
      assert.deepEqual(more, []);
    });

    test(`${name}: after an answer that was complete it gets its own`, async () => {
      const statuses = await exchangeStatuses(alive(), [unreadable]);
      assert.equal(statuses[0], 200);
      assert.ok(statuses[1] === 400 || statuses[1] === 431);
      assert.equal(statuses.length, 2);
    });
  }

  test("a body that breaks off behind a whole request takes nothing from it", async () => {
    const broken = requestHead(licet.url, "POST /oidc/token", {
      "Content-Type": "application/x-www-form-urlencoded",
      "Transfer-Encoding": "chunked",
    });
    assert.deepEqual(await exchangeStatuses(`${tokenRequest()}${broken}zz\r\n`), [200]);
  });

  test("a body that breaks off gets the answer to its own request", async () => {
    const broken = requestHead(licet.url, "POST /oidc/token", {
      "Content-Type": "application/x-www-form-urlencoded",
      "Transfer-Encoding": "chunked",
    });
    assert.deepEqual(await exchangeStatuses(`${broken}zz\r\n`), [400]);
  });

  for (const [name, line] of [
    ["a GET", "GET /livez"],
    ["a refused GET", "GET /oidc/userinfo"],
  ] as const)
    test(`${name} that was answered before its body breaks off gets no second answer`, async () => {
      const head = requestHead(licet.url, line, { "Transfer-Encoding": "chunked" });
      assert.equal((await exchangeStatuses(head, ["zz\r\n"])).length, 1);
    });
});

test("of a thousand requests sent ahead a few are read, and the connection ends", async (t) => {
  let read = 0;
  const count = () => {
    read += 1;
  };
  subscribe("http.server.request.start", count);
  t.after(() => unsubscribe("http.server.request.start", count));
  const connection = await openConnection(licet.url);
  connection.pause();
  void connection.send(alive().repeat(1_000));
  await untilKnown(async () => read > 0);
  // What it has received in one piece is parsed in one go, so all that is read of it was read by now.
  await (await fetch(`${licet.url}/livez`)).text();
  connection.resume();
  assert.ok(await connection.waitForClose());
  connection.drop();
  assert.ok(read <= 20, `${read} were read`);
});
