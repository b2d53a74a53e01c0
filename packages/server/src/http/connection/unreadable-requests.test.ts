import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { boundPipelining } from "./bound-pipelining.ts";
import { createUnreadableRequestHandler } from "./unreadable-requests.ts";

/** Its first answer never comes. */
const server = createServer(boundPipelining(() => {}));
server.on("clientError", createUnreadableRequestHandler(SECURITY_HEADERS, { debug() {} }, 50) as never);
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => server.close());

test("a connection ends although the answers before an unreadable request do not", {
  timeout: 10_000,
}, async () => {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\nno request\r\n\r\n");
  let received = "";
  client.on("data", (chunk) => {
    received += chunk;
  });
  await once(client, "close");
  assert.equal(received, "");
});
