import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import Fastify from "fastify";
import { openEventStream } from "./event-stream.ts";

const stopping = new AbortController();
const app = Fastify();
/** Called when a request has come; the stream opens when the promise resolves. */
let prepare = async (_response: NodeJS.EventEmitter): Promise<void> => {};
let ended = Promise.withResolvers<void>();
app.get("/", async (request, reply) => {
  await prepare(reply.raw);
  openEventStream(request, reply, { stopping: stopping.signal }, async ({ end, write }) => {
    write(": open\n\n");
    if (!end.aborted) await once(end, "abort");
    ended.resolve();
  });
});
before(() => app.listen({ port: 0, host: "127.0.0.1" }));
after(async () => {
  stopping.abort();
  await app.close();
});

function ask() {
  ended = Promise.withResolvers();
  const client = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  return client;
}

test("a stream ends when its client leaves", { timeout: 10_000 }, async () => {
  const client = ask();
  await once(client, "data");
  client.destroy();
  await ended.promise;
});

test("a stream whose client left before it opened has ended", { timeout: 10_000 }, async () => {
  prepare = async (response) => {
    client.resetAndDestroy();
    await once(response, "close");
  };
  const client = ask();
  await ended.promise;
});

test("a stream whose request was answered before it opened has ended", { timeout: 10_000 }, async () => {
  prepare = async (response) => void (response as import("node:http").ServerResponse).end("out of time");
  const client = ask();
  const [answer] = await once(client, "data");
  assert.match(String(answer), /out of time$|^HTTP\/1\.1 200/);
  await ended.promise;
  client.destroy();
});
