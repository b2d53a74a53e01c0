import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { createFailureLog } from "../../observability/failure-log.ts";
import type { Logger } from "../../observability/log.ts";
import { formatProblem, PROBLEM_TYPE, PROBLEMS } from "../problems.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { answerConnect } from "./answer-connect.ts";
import { boundConnections } from "./bound-connections.ts";
import { boundPipelining } from "./bound-pipelining.ts";
import { findMaxConnections } from "./descriptor-limit.ts";

/** No honest caller needs longer for a request of 64 kB; a slower one holds a connection that others need. */
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const IDLE_TIMEOUT_MILLISECONDS = 25_000;
const CHECK_TIMEOUTS_EVERY_MILLISECONDS = 2_000;

/** A server that listens before its services exist. Until `serve` is called, it answers that it is not ready. */
export interface Listener {
  readonly server: Server;
  /** Sets the handler of all further requests. */
  serve(handler: RequestListener): void;
  listen(): Promise<void>;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Of a server that is a process of its own: its connections are bounded by the limit of that process. */
  readonly log?: Logger;
}

export function createListener(options: ListenerOptions): Listener {
  let handler: RequestListener = answerNotReady;
  const answer = boundPipelining((request, response) => handler(request, response));
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      keepAliveTimeout: IDLE_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MILLISECONDS,
      // refuse-foreign-hosts.ts requires it, and its refusal has the headers of all other answers.
      requireHostHeader: false,
    },
    answer,
  );
  server.setTimeout(IDLE_TIMEOUT_MILLISECONDS);
  // RFC 9110 §10.1.1: an expectation that is not known may be ignored. Node's own answer would lack our headers.
  server.on("checkExpectation", answer);
  server.on("connect", answerConnect(answer));
  const { log } = options;
  const maxConnections = log && findMaxConnections();
  if (log && maxConnections !== undefined) boundConnections(server, maxConnections, log);
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
          if (log) surviveErrors(server, log);
          resolve();
        });
      }),
  };
}

/** A connection that cannot be accepted is the trouble of its client. Without a listener, it would end the process. */
function surviveErrors(server: Server, log: Logger): void {
  const failures = createFailureLog(log);
  server.on("error", (error) => failures.error({ err: error }, "a connection could not be accepted"));
}

const answerNotReady: RequestListener = (request, response) => {
  // Not CONNECT: for a proxy, 200 would mean that a tunnel is open.
  const alive = request.url === "/livez" && request.method === "GET";
  const requestId = randomUUID();
  response.writeHead(alive ? 200 : PROBLEMS.temporarily_unavailable.status, {
    ...SECURITY_HEADERS,
    "x-request-id": requestId,
    "content-type": alive ? "application/json" : PROBLEM_TYPE,
    ...(!alive && { "retry-after": "1" }),
  });
  response.end(
    alive
      ? JSON.stringify({ status: "alive" })
      : formatProblem("temporarily_unavailable", requestId, "starting"),
  );
};
