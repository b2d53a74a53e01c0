import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { boundUnreadAnswers } from "./unread-answers.ts";

const MEGABYTE = 1_024 * 1_024;
/** More than the buffers of the system take for a client that does not read. */
const ANSWER = Buffer.alloc(24 * MEGABYTE);
const BOUND = 30 * MEGABYTE;

let cut = 0;
const answers: ServerResponse[] = [];
const server = createServer(
  boundUnreadAnswers(
    (_request, response) => {
      answers.push(response);
      response.end(ANSWER);
    },
    () => {
      cut += 1;
    },
    BOUND,
  ),
);
const clients: Socket[] = [];
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  for (const client of clients) client.destroy();
  server.close();
});

/** Asks for answers, and reads nothing of them. Resolves when the first is handed over to the connection. */
async function ask(count = 1): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  client.on("error", () => {});
  clients.push(client);
  const asked = once(server, "request");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count));
  await asked;
  return client;
}

async function readAll(client: Socket): Promise<number> {
  let bytes = 0;
  client.on("data", (chunk) => {
    bytes += chunk.length;
    if (bytes >= ANSWER.length) client.destroy();
  });
  await once(client.resume(), "close");
  return bytes;
}

test("above the bound, the reader that came first and reads nothing is cut off, and no other", async () => {
  const first = await ask();
  assert.equal(cut, 0);
  const second = await ask();
  assert.equal(cut, 1);
  assert.ok((await readAll(first)) < ANSWER.length);
  assert.ok((await readAll(second)) >= ANSWER.length);
});

test("answers that are read do not count, however many there are", async () => {
  for (let round = 0; round < 4; round += 1) assert.ok((await readAll(await ask())) >= ANSWER.length);
  assert.equal(cut, 1);
});

test("answers that wait for an earlier one of their connection count as well", async () => {
  const client = await ask(2);
  assert.equal(cut, 2);
  assert.ok((await readAll(client)) < ANSWER.length);
});
