// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { openConnection, type RawConnection, readAnswer, requestHead } from "../raw-connection.ts";
import { createReaders, revocationsHead, stateOf } from "./stream-readers.ts";

const READERS = createReaders(3);
const STATE = `${stateOf(READERS)}
assignments:
  - { principal: application:${READERS[0]?.client_id}, permission: licet:changes.read }
`;

let licet: RunningLicet;
const opened: RawConnection[] = [];
before(async () => {
  licet = await startLicet({ state: STATE, shedsLoad: true, oneWorker: "a worker has bounds of its own" });
});
after(() => licet.stop());

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "100" };

/** Opens connections that send the same bytes; the server has them when the promise resolves. */
async function openMany(count: number, bytes: string): Promise<readonly RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(licet.url)));
  opened.push(...connections);
  await Promise.all(connections.map((connection) => connection.send(bytes)));
  await hasRead();
  return connections;
}

/** What was sent before has been read when a later request is answered. */
const hasRead = async (): Promise<void> => void (await (await fetch(`${licet.url}/livez`)).text());

function dropAll(): void {
  for (const connection of opened.splice(0)) connection.drop();
}

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(licet.url + path, { redirect: "manual" });
  await answer.text();
  return answer.status;
};

async function readCut(reason: string): Promise<number> {
  const text = await (await fetch(`${licet.url}/metrics`)).text();
  return Number(
    new RegExp(`^licet_cut_connections_total\\{reason="${reason}"\\} (\\d+)$`, "m").exec(text)?.[1],
  );
}

describe("RFC 9110 §15.6.4: clients that do nothing keep no place from others", () => {
  test("300 sign-ins whose body never comes", async (t) => {
    t.after(dropAll);
    await openMany(300, requestHead(licet.url, "POST /login", FORM));
    assert.equal(await statusOf("/account"), 303);
    assert.equal(await statusOf("/no-such-page"), 404);
  });

  test("140 streams of revocations", async (t) => {
    t.after(dropAll);
    const streams: RawConnection[] = [];
    for (const reader of READERS) {
      const head = requestHead(licet.url, "GET /api/v1/revocations", revocationsHead(reader));
      streams.push(...(await openMany(47, head)));
    }
    await untilKnown(async () => streams.every((stream) => stream.received().includes("text/event-stream")));
    // Without a token: a request that was not taken on gets 503 instead.
    assert.equal(await statusOf("/api/v1/roles"), 401);
  });

  test("an application has 64 streams of changes, and no more", async (t) => {
    t.after(dropAll);
    const { body } = await postForm(`${licet.url}/oidc/token`, {
      grant_type: "client_credentials",
      scope: "licet:changes.read",
      ...READERS[0],
    });
    const head = { Authorization: `Bearer ${body.access_token}`, Accept: "text/event-stream" };
    const streams = await openMany(64, requestHead(licet.url, "GET /api/v1/changes?after=0", head));
    await untilKnown(async () => streams.every((stream) => stream.received().includes("text/event-stream")));
    const [refused] = await openMany(1, requestHead(licet.url, "GET /api/v1/changes?after=0", head));
    await refused?.answered();
    assert.equal(readAnswer(refused?.received() ?? "").status, 503);
    // One that ends makes room.
    streams[0]?.drop();
    await untilKnown(async () => {
      const [next] = await openMany(1, requestHead(licet.url, "GET /api/v1/changes?after=0", head));
      await untilKnown(async () => next?.received() !== "");
      return next?.received().includes("text/event-stream") === true;
    });
  });
});

describe("RFC 9110 §15.5.9: of the bodies under way, the slowest is cut off when there are too many", () => {
  for (const path of ["/oidc/token", "/login"])
    test(`64 of a network: POST ${path}`, async (t) => {
      t.after(dropAll);
      const before = await readCut("slow_body");
      const connections = await openMany(64, requestHead(licet.url, `POST ${path}`, FORM));
      const [slowest, ...others] = connections;
      await Promise.all(others.map((connection) => connection.send("a")));
      await hasRead();
      assert.equal(await readCut("slow_body"), before);
      const [last] = await openMany(1, requestHead(licet.url, `POST ${path}`, FORM));
      await untilKnown(async () => slowest?.isClosed === true);
      const { status, headers, body } = readAnswer(slowest?.received() ?? "");
      assert.equal(status, 408);
      assert.equal(headers.connection, "close");
      assert.equal(JSON.parse(body).type, "urn:licet:problem:request_timeout");
      assert.equal(others.filter(({ isClosed }) => isClosed).length, 0);
      assert.equal(last?.isClosed, false);
      assert.equal(await readCut("slow_body"), before + 1);
    });

  test("those that end in time are answered, and make room", async (t) => {
    t.after(dropAll);
    const before = await readCut("slow_body");
    for (let round = 0; round < 3; round += 1) {
      const connections = await openMany(40, requestHead(licet.url, "POST /oidc/token", FORM));
      for (const connection of connections) void connection.send("a".repeat(100));
      await Promise.all(connections.map((connection) => connection.answered()));
      for (const connection of connections) assert.equal(readAnswer(connection.received()).status, 400);
    }
    assert.equal(await readCut("slow_body"), before);
  });
});
