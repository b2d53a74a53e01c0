import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
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
    // Nothing is waiting, or only the answer to this very request, whose body could not be read.
    const isUnanswered = current?.headersSent !== true && !socket.writableEnded;
    if (socket.writable && isUnanswered && error.code !== "ECONNRESET")
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
 * The answer that this connection is busy with. Node has no public name for it; to count answers for every connection
 * would cost every request something.
 */
const currentAnswer = (socket: Socket): ServerResponse | undefined =>
  (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
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
