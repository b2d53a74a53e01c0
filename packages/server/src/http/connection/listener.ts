import { randomUUID } from "node:crypto";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import { type AddressInfo, createServer as createNetServer, Server as NetServer } from "node:net";
import { platform } from "node:os";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { createFailureLog } from "../../observability/failure-log.ts";
import type { Logger } from "../../observability/log.ts";
import type { TlsFiles } from "../../settings/settings.ts";
import { formatProblem, PROBLEM_TYPE, PROBLEMS } from "../problems.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import {
  ACCEPTED_EACH_TURN,
  type Acceptors,
  createAcceptors,
  type ListeningSocket,
  socketOf,
  startListening,
} from "./accept-connections.ts";
import { answerConnect } from "./answer-connect.ts";
import { boundConnections } from "./bound-connections.ts";
import { boundPipelining } from "./bound-pipelining.ts";
import { askToClose } from "./close-after-answer.ts";
import { findMaxConnections } from "./descriptor-limit.ts";
import { createEarlyRequests } from "./early-requests.ts";
import { serveCertificate } from "./tls/serve-certificate.ts";
import { TLS_OPTIONS } from "./tls/tls-options.ts";
import type { CertificateWatch } from "./tls/watch-certificate.ts";

/** No honest caller needs longer for a request of 64 kB; a slower one holds a connection that others need. */
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const IDLE_TIMEOUT_MILLISECONDS = 25_000;
const CHECK_TIMEOUTS_EVERY_MILLISECONDS = 2_000;

const SERVER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
  headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
  keepAliveTimeout: IDLE_TIMEOUT_MILLISECONDS,
  connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MILLISECONDS,
  // refuse-foreign-hosts.ts requires it, and its refusal has the headers of all other answers.
  requireHostHeader: false,
};

/**
 * A server that listens before its services exist. Until `serve` is called, requests wait shortly, and are then told that
 * it is not ready.
 */
export interface Listener {
  readonly server: Server;
  /** Sets the handler of all further requests. */
  serve(handler: RequestListener): void;
  /** Rejects with InvalidInputError when the files of the certificate cannot be used. */
  listen(): Promise<void>;
  /**
   * Instead of `listen`: accepts from descriptors of a listening socket that other processes have as well. Resolves with
   * one of them, and rejects as `listen` does.
   */
  accept(descriptors: readonly number[]): Promise<ListeningSocket | undefined>;
  /** Instead of `listen`: takes a listening socket for its own. */
  listenOn(socket: ListeningSocket): Promise<void>;
  /** That of `listen` or `listenOn`. */
  readonly socket: ListeningSocket;
  /** The connections of `accept`. */
  readonly openConnections: number;
  /** Asks the clients of so many connections to open others: their next answers carry `Connection: close`. */
  shed(connections: number): void;
  /** Takes no further connections. Resolves when the last one is gone. */
  close(): Promise<void>;
  /** When the certificate in use expires; undefined without TLS. */
  findCertificateExpiry(): EpochMilliseconds | undefined;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Of a server that is a process of its own: its connections are bounded by the limit of that process. */
  readonly log?: Logger | undefined;
  /** With it the server answers by TLS only. */
  readonly tls?: TlsFiles | undefined;
  /** False: requests that come before `serve` do not wait for it. */
  readonly keepsEarly?: boolean;
  /** Of a server without workers: it accepts several connections in a turn of its event loop, as they do. */
  readonly acceptsSeveral?: boolean;
  /** How often the files of the certificate are looked at, for tests. */
  readonly lookEveryMilliseconds?: number;
}

export function createListener(options: ListenerOptions): Listener {
  const early = createEarlyRequests(answerNotReady);
  let handler: RequestListener = options.keepsEarly === false ? answerNotReady : early.handle;
  let toShed = 0;
  const answer = boundPipelining((request, response) => {
    if (toShed > 0) {
      toShed -= 1;
      askToClose(request, response);
    }
    handler(request, response);
  });
  const { log, tls: files, lookEveryMilliseconds } = options;
  const secure = files && createTlsServer(answer, log);
  const server = secure ?? createHttpServer(SERVER_OPTIONS, answer);
  let certificate: CertificateWatch | undefined;
  server.setTimeout(IDLE_TIMEOUT_MILLISECONDS);
  // RFC 9110 §10.1.1: an expectation that is not known may be ignored. Node's own answer would lack our headers.
  server.on("checkExpectation", answer);
  server.on("connect", answerConnect(answer));
  const acceptors = createAcceptors(server);
  const maxConnections = log && findMaxConnections();
  if (log && maxConnections !== undefined) boundConnections(server, maxConnections, log);
  const loadCertificate = async () => {
    if (secure) certificate = await serveCertificate(secure, { files, log, lookEveryMilliseconds });
  };
  return {
    server,
    serve(next) {
      handler = next;
      early.serve(next);
    },
    async listen() {
      await loadCertificate();
      const { host, port, acceptsSeveral = false } = options;
      if (acceptsSeveral && CAN_SHARE_PORT) await listenSeveralTimes(server, acceptors, { host, port });
      else await startListening(server, { host, port });
      if (log) surviveErrors(server, log);
    },
    async accept(descriptors) {
      await loadCertificate();
      // Node begins to watch the time limits of requests at this event.
      server.emit("listening");
      const socket = await acceptors.open(descriptors.map((fd) => ({ fd })));
      if (log) surviveErrors(server, log);
      return socket;
    },
    async listenOn(socket) {
      await loadCertificate();
      await startListening(server, socket);
      if (log) surviveErrors(server, log);
    },
    get socket() {
      return socketOf(server);
    },
    get openConnections() {
      return acceptors.openConnections;
    },
    shed(connections) {
      toShed = connections;
    },
    async close() {
      const accepted = acceptors.close();
      // http.Server's own close() would drop idle connections at once.
      if (server.listening) await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      await accepted;
      // There are none any more. It also ends the timer by which Node watches the time limits of requests.
      server.close();
    },
    findCertificateExpiry: () => certificate?.current.expiresAt,
  };
}

/** Where the system gives each of several sockets at one port its share of the connections. */
const CAN_SHARE_PORT = platform() === "linux";

async function listenSeveralTimes(
  server: Server,
  acceptors: Acceptors,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  // Any other process of this user could share the port, too: one that is there already must not go unnoticed.
  const alone = createNetServer();
  await startListening(alone, { host, port });
  const { address, port: free } = alone.address() as AddressInfo;
  await new Promise((resolve) => alone.close(resolve));
  const place = { host: address, port: free, reusePort: true };
  await startListening(server, place);
  await acceptors.open(Array.from({ length: ACCEPTED_EACH_TURN - 1 }, () => place));
}

function createTlsServer(answer: RequestListener, log: Logger | undefined): HttpsServer {
  const server = createHttpsServer({ ...SERVER_OPTIONS, ...TLS_OPTIONS }, answer);
  // Node would hand a failed handshake to the handler of unreadable requests, which answers by HTTP. Whoever failed
  // here, for example with plain HTTP, could not read an answer.
  server.removeAllListeners("tlsClientError");
  server.on("tlsClientError", (error, socket) => {
    log?.debug({ reason: (error as NodeJS.ErrnoException).code }, "a TLS handshake failed");
    socket.destroy();
  });
  return server;
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
