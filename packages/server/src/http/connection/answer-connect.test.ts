import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { answerConnect } from "./answer-connect.ts";
import { boundPipelining } from "./bound-pipelining.ts";

test("a client that reads no answer does not hold a connection by CONNECT", {
  timeout: 60_000,
}, async (t) => {
  // More than the buffers of a connection take, so that the answers before CONNECT never end.
  const large = "x".repeat(20_000_000);
  const server = createServer(boundPipelining((_request, response) => void response.end(large)));
  server.on(
    "connect",
    answerConnect((_request, response) => void response.end(), 200),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  client.pause();
  const [socket] = await once(server, "connection");
  const closed = once(socket, "close");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
  await closed;
  assert.ok(socket.destroyed);
  client.destroy();
});
