import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestServer {
  readonly url: string;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  stop(): Promise<void>;
}

/** A real HTTP server on the loopback that answers as the test says. */
export async function startHttp(
  answer: (request: SeenRequest) => GivenAnswer | Promise<GivenAnswer>,
): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    seen.push(request);
    const { status = 200, headers: sent = {}, body } = await answer(request);
    outgoing.writeHead(status, { "content-type": "application/json", ...sent });
    outgoing.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
