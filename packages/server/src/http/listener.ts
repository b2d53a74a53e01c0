import { createServer, type RequestListener, type Server } from "node:http";
import { PROBLEMS } from "./problems.ts";

/** No honest caller needs longer for a request of 64 kB; whoever does holds a connection that others want. */
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const IDLE_TIMEOUT_MILLISECONDS = 25_000;
const CHECK_TIMEOUTS_EVERY_MILLISECONDS = 2_000;

/** A server that listens from the first moment; until the house behind it stands, it says that it is not ready. */
export interface Listener {
  readonly server: Server;
  /** From now on requests are answered by this. */
  serve(handler: RequestListener): void;
  listen(): Promise<void>;
}

export function createListener(options: { readonly host: string; readonly port: number }): Listener {
  let handler: RequestListener = answerNotReady;
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      keepAliveTimeout: IDLE_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MILLISECONDS,
    },
    (request, response) => handler(request, response),
  );
  server.setTimeout(IDLE_TIMEOUT_MILLISECONDS);
  return {
    server,
    serve(next) {
      handler = next;
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host: options.host, port: options.port, backlog: 1024 }, () => {
          server.off("error", reject);
          resolve();
        });
      }),
  };
}

const answerNotReady: RequestListener = (request, response) => {
  const alive = request.url === "/livez";
  const { status, title } = PROBLEMS.temporarily_unavailable;
  response.writeHead(alive ? 200 : status, {
    "content-type": alive ? "application/json" : "application/problem+json",
    "cache-control": "no-store",
    ...(!alive && { "retry-after": "1" }),
  });
  response.end(
    JSON.stringify(
      alive
        ? { status: "alive" }
        : { type: "urn:licet:problem:temporarily_unavailable", title, status, detail: "starting" },
    ),
  );
};
