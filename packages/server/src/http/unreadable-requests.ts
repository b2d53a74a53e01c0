import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { formatProblem, PROBLEM_TYPE, PROBLEMS, type ProblemSlug } from "./problems.ts";
import type { SecurityHeaders } from "./security-headers.ts";

/**
 * What Node cannot read as HTTP never becomes a request that the server could answer. It gets its answer here, with
 * the same headers as every other one, and the connection ends: nobody knows where the next request would begin.
 *
 * RFC 9112 §9.3.2: answers go out in the order of the requests. Where others on this connection still wait for theirs,
 * they get them and the unreadable request gets none. A client that did not know it sent a second request would take
 * a second answer for that of its next one.
 */
export function createUnreadableRequestHandler(
  headers: SecurityHeaders,
  log: Pick<FastifyBaseLogger, "debug">,
): (error: ConnectionError, socket: Socket) => void {
  const ending = new WeakSet<Socket>();

  return (error, socket) => {
    // Node tells it again with everything that still arrives.
    if (ending.has(socket)) return;
    ending.add(socket);
    // The code only: the error also holds the bytes that came, with whatever secret was in them.
    log.debug({ reason: String(error.code) }, "a request could not be read");
    const current = currentAnswer(socket);
    if (current?.req.complete) return void endAfter(current, socket);
    if (socket.writable && isUnanswered(socket, current) && error.code !== "ECONNRESET")
      socket.write(formatAnswer(SLUGS[error.code], headers));
    socket.destroy();
  };
}

/** Lets all whole requests have their answers, in their order. */
function endAfter(answer: ServerResponse, socket: Socket): void {
  answer.once("close", () => {
    const next = currentAnswer(socket);
    if (next?.req.complete) endAfter(next, socket);
    else socket.destroySoon();
  });
}

/**
 * Whether the unreadable request has no answer yet. When only its body is unreadable, its head may have been answered
 * already, as that of a GET is. A second answer would be taken for that of the next request.
 */
function isUnanswered(socket: HttpSocket, current: ServerResponse | undefined): boolean {
  if (socket.writableEnded) return false;
  if (current) return !current.headersSent;
  return socket.parser?.incoming?.complete !== false;
}

/** What Node knows of a connection. It has no public names; to keep count of our own would cost every request. */
interface HttpSocket extends Socket {
  /** The answer that the connection is busy with. */
  readonly _httpMessage?: ServerResponse | null;
  /** The request whose head was read last. */
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

const currentAnswer = (socket: HttpSocket): ServerResponse | undefined => socket._httpMessage ?? undefined;

const SLUGS: Readonly<Record<string, ProblemSlug>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "header_fields_too_large",
};

function formatAnswer(slug: ProblemSlug = "bad_request", headers: SecurityHeaders): string {
  const { status } = PROBLEMS[slug];
  const requestId = randomUUID();
  const body = formatProblem(slug, requestId);
  const lines = Object.entries({
    ...headers,
    "x-request-id": requestId,
    "content-type": PROBLEM_TYPE,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
