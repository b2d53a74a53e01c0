import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import Fastify from "fastify";
import { type ArrivingBodyBounds, boundArrivingBodies } from "./arriving-bodies.ts";

const UNBOUNDED: ArrivingBodyBounds = { mostOfNetwork: 1_000, most: 1_000, mostBytes: 1_000_000_000 };

/** A server whose callers are in the network that they name. */
async function listen(bounds: Partial<ArrivingBodyBounds>) {
  const app = Fastify({ bodyLimit: 100_000_000 });
  let cut = 0;
  boundArrivingBodies(app, {
    limitedAddress: ({ headers }) => headers["x-network"] as string | undefined,
    cut(socket) {
      cut += 1;
      socket.destroy();
    },
    bounds: { ...UNBOUNDED, ...bounds },
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/*", async () => "answered");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    countCut: () => cut,
    /** Begins a request, and resolves when the server waits for its body. */
    async begin(network?: string, path = "/"): Promise<Socket> {
      const client = connect(port, "127.0.0.1").on("error", () => {});
      clients.push(client);
      const asked = once(app.server, "request");
      const name = network === undefined ? "" : `X-Network: ${network}\r\n`;
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\n${name}Content-Type: a/b\r\nContent-Length: 50000000\r\n\r\n`,
      );
      await asked;
      // The server looks at the end of the turn.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      return client;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      await app.close();
    },
  };
}

test("each network has so many", async () => {
  await using server = await listen({ mostOfNetwork: 2 });
  const first = await server.begin("192.0.2.1");
  for (const network of ["192.0.2.1", "192.0.2.2", "192.0.2.2"]) await server.begin(network);
  assert.equal(server.countCut(), 0);
  const closed = once(first, "close");
  await server.begin("192.0.2.1");
  assert.equal(server.countCut(), 1);
  await closed;
});

test("all networks have so many together, and so do callers whose network is unknown", async () => {
  await using server = await listen({ mostOfNetwork: 1, most: 3 });
  await server.begin("192.0.2.1");
  for (let count = 0; count < 2; count += 1) await server.begin();
  assert.equal(server.countCut(), 0);
  await server.begin();
  assert.equal(server.countCut(), 1);
});

test("all bodies have so many bytes together", async () => {
  await using server = await listen({ mostBytes: 10_000_000 });
  const [slow, fast] = [await server.begin(), await server.begin()];
  const closed = once(slow, "close");
  slow.write(Buffer.alloc(1_000_000));
  fast.write(Buffer.alloc(9_900_000));
  await closed;
  assert.equal(server.countCut(), 1);
  assert.equal(fast.closed, false);
});

test("a body that is read as it arrives does not count: its route bounds it", async () => {
  await using server = await listen({ most: 1 });
  for (let count = 0; count < 3; count += 1) await server.begin(undefined, "/api/v1/import");
  assert.equal(server.countCut(), 0);
});
