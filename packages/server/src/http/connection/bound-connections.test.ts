import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { connect as connectByTls } from "node:tls";
import { createCertificate } from "../../../../../tests/support/certificates.ts";
import { boundConnections } from "./bound-connections.ts";
import { boundPipelining } from "./bound-pipelining.ts";

const { certificate: cert, keyPem: key } = createCertificate();

const SCHEMES = {
  "plain HTTP": {
    listen: (handler: RequestListener) => createServer(boundPipelining(handler)),
    open: (port: number): Socket => connect({ host: "127.0.0.1", port }),
    opened: "connect",
  },
  TLS: {
    listen: (handler: RequestListener) => createTlsServer({ cert, key }, boundPipelining(handler)),
    open: (port: number): Socket => connectByTls({ host: "127.0.0.1", port, ca: cert }),
    opened: "secureConnect",
  },
};

for (const [name, { listen, open, opened }] of Object.entries(SCHEMES)) {
  test(`an idle connection is closed for a new one, and one that is being answered is not: ${name}`, async (t) => {
    const waiting: ServerResponse[] = [];
    const server = listen((_request, response) => void waiting.push(response));
    boundConnections(server, 2, { warn: () => undefined });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    const openOne = async () => {
      const socket = open(port);
      socket.on("error", () => undefined);
      sockets.push(socket);
      await once(socket, opened);
      return socket;
    };
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    const busy = await openOne();
    busy.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(server, "request");
    const idle = await openOne();
    const closed = new Promise((resolve) => idle.once("close", resolve));
    await openOne();
    await closed;
    waiting[0]?.end("answered");
    const [answer] = await once(busy, "data");
    assert.match(String(answer), /^HTTP\/1\.1 200/);
  });
}
