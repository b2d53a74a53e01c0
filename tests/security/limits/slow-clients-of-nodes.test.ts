// @engine postgres: two nodes share a database.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { openConnection, type RawConnection, readAnswer, requestHead } from "../raw-connection.ts";
import { createReaders, revocationsHead, stateOf } from "./stream-readers.ts";

const READERS = createReaders(6);
const STATE = stateOf(READERS);
const BASE_URL = "http://127.0.0.1:4457";
const LATE = "the body comes late";

let nodes: readonly RunningLicet[];
before(async () => {
  const database = await createServerDatabase(ENGINE);
  const settings = { trusted_proxies: "127.0.0.1" };
  const options = { database, baseUrl: BASE_URL, workers: 2, shedsLoad: true, settings };
  const one = await startLicet({ state: STATE, ...options });
  nodes = [one, await startLicet({ state: "", ...options })];
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.drop();
  });
});

/** From a network of its own: one network has 64 bodies under way, fewer than there are places. */
const headFrom = (index: number) =>
  requestHead(BASE_URL, "POST /login", {
    "X-Forwarded-For": `10.${index >> 8}.${index & 255}.1`,
    "X-Forwarded-Proto": "http",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(LATE.length),
  });

/** A connection for each head, which the server has read when the promise resolves. */
async function openAll({ url }: RunningLicet, heads: readonly string[]): Promise<readonly RawConnection[]> {
  const connections = await Promise.all(heads.map(() => openConnection(url)));
  await Promise.all(connections.map((connection, index) => connection.send(heads[index] ?? "")));
  // What was sent before has been read when a later request is answered.
  await (await fetch(`${url}/livez`)).text();
  return connections;
}

/** The statuses of each worker of each node: its workers get requests in turn. */
async function askAll(path: string): Promise<ReadonlySet<number>> {
  const asked = nodes.flatMap(({ url, workers }) =>
    Array.from({ length: workers }, async () => {
      const answer = await fetch(url + path, { redirect: "manual" });
      await answer.text();
      return answer.status;
    }),
  );
  return new Set(await Promise.all(asked));
}

test("bodies that do not come, at every worker of two nodes, keep no place from others", async (t) => {
  // At each worker more than the 256 places of its class.
  const heads = Array.from({ length: 700 }, (_, index) => headFrom(index));
  const slow = (await Promise.all(nodes.map((node) => openAll(node, heads)))).flat();
  t.after(() => {
    for (const connection of slow) connection.drop();
  });
  assert.deepEqual(await askAll("/account"), new Set([303]));
  assert.ok(slow.every(({ isClosed }) => !isClosed));

  // A body that comes late is served as any other. One after the other: a busy machine may refuse many at once.
  for (const connection of slow.slice(0, 4)) {
    void connection.send(LATE);
    await connection.answered();
    assert.equal(readAnswer(connection.received()).status, 403);
  }
});

test("streams of revocations, at every worker of two nodes, keep no place from lists", async (t) => {
  // At each worker more than the 128 places of lists.
  const heads = READERS.flatMap((reader) => {
    const head = requestHead(BASE_URL, "GET /api/v1/revocations", revocationsHead(reader));
    return Array.from({ length: 50 }, () => head);
  });
  const streams = (await Promise.all(nodes.map((node) => openAll(node, heads)))).flat();
  t.after(() => {
    for (const connection of streams) connection.drop();
  });
  await untilKnown(async () => streams.every((stream) => stream.received().includes("text/event-stream")));
  // Without a token: a request that was not taken on gets 503 instead.
  assert.deepEqual(await askAll("/api/v1/roles"), new Set([401]));
});
