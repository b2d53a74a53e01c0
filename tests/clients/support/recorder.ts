import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface RecordedRequest {
  /** Request line and headers, as they were sent. */
  readonly head: readonly string[];
  readonly body: string;
}

export interface Recorder {
  /** The address to use instead of the server's. */
  readonly url: string;
  /** The requests since the last call, in the order in which they came. */
  take(): readonly RecordedRequest[];
  stop(): Promise<void>;
}

/** Passes every byte on to the server, and keeps those that clients send. */
export async function startRecorder(target: string): Promise<Recorder> {
  const { hostname, port } = new URL(target);
  let recorded: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    const read = createRequestReader((request) => recorded.push(request));
    client.on("data", read);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Cuts the bytes of one connection into requests (RFC 9112 §6.2: bodies by Content-Length, which these clients send). */
function createRequestReader(found: (request: RecordedRequest) => void): (chunk: Buffer) => void {
  let waiting = "";
  return (chunk) => {
    waiting += chunk.toString("latin1");
    for (;;) {
      const headEnd = waiting.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const head = waiting.slice(0, headEnd).split("\r\n");
      const length = Number(/^content-length: *(\d+)$/im.exec(head.join("\n"))?.[1] ?? 0);
      const bodyStart = headEnd + 4;
      if (waiting.length < bodyStart + length) return;
      found({ head, body: waiting.slice(bodyStart, bodyStart + length) });
      waiting = waiting.slice(bodyStart + length);
    }
  };
}
