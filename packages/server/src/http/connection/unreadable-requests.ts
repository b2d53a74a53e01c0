import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { formatProblem, PROBLEM_TYPE, PROBLEMS, type ProblemSlug } from "../problems.ts";
import type { SecurityHeaders } from "../security-headers.ts";
import { afterCurrentAnswers, currentAnswer, latestAnswer } from "./answers-under-way.ts";
import { isLongBody } from "./long-bodies.ts";

/** For the answers before it. Node's own limits do not end the connection any more, and nobody may read them. */
const LONGEST_MILLISECONDS = 5_000;

/**
 * Bytes that Node cannot parse as HTTP never become a request that the server could answer. They get an answer here,
 * with the same headers as every other one, and the connection ends: the start of the next request is unknown.
 *
 * RFC 9112 §9.3.2: answers go out in the order of the requests. Where others on this connection still wait for theirs,
 * they get them and the unreadable request gets none. A client that did not know it sent a second request would take
 * a second answer for that of its next one.
 */
export function createUnreadableRequestHandler(
  headers: SecurityHeaders,
  log: Pick<FastifyBaseLogger, "debug">,
  longestMilliseconds = LONGEST_MILLISECONDS,
): (error: ConnectionError, socket: Socket) => void {
  const ending = new WeakSet<Socket>();

  return (error, socket) => {
    if (isLongBody(error, socket)) return;
    // Node reports the error again with all data that still arrives.
    if (ending.has(socket)) return;
    ending.add(socket);
    // Only the code: the error also holds the received bytes, which may contain a secret.
    log.debug({ reason: String(error.code) }, "a request could not be read");
    if (currentAnswer(socket)?.req.complete) {
      const limit = setTimeout(() => socket.destroy(), longestMilliseconds).unref();
      socket.once("close", () => clearTimeout(limit));
      return afterCurrentAnswers(socket, () => socket.destroySoon());
    }
    if (socket.writable && isUnanswered(socket) && error.code !== "ECONNRESET")
      socket.write(formatAnswer(slugFrom(error), headers));
    socket.destroy();
  };
}

/** The error of a request that arrives too slowly, as Node reports it after its time limit. */
export const TOO_SLOW = Object.assign(new Error("the request arrives too slowly"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
}) as unknown as ConnectionError;

/**
 * Whether the unreadable request has no answer yet. When only its body is unreadable, its head may have been answered
 * already, as that of a GET is. A second answer would be taken for that of the next request.
 */
const isUnanswered = (socket: Socket): boolean =>
  !socket.writableEnded && latestAnswer(socket)?.headersSent !== true;

const SLUGS: Readonly<Record<string, ProblemSlug>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "header_fields_too_large",
};

/** The reasons of Node's parser for a method that is not HTTP's: one of RTSP, or the first of HTTP/2. */
const METHOD_ERRORS = new Set<unknown>([
  "Invalid method for HTTP/x.x request",
  "Expected HTTP/2 Connection Preface",
]);
/** RFC 9112 §3, with any token as the method. */
const REQUEST_LINE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+ \S+ HTTP\/1\.[01]\r?\n/;

function slugFrom(error: ConnectionError): ProblemSlug {
  const isForeign = "reason" in error && METHOD_ERRORS.has(error.reason);
  // RFC 9110 §15.6.2. Anything else is no HTTP at all.
  if (isForeign || (error.code === "HPE_INVALID_METHOD" && REQUEST_LINE.test(lastLine(error))))
    return "not_implemented";
  return SLUGS[error.code] ?? "bad_request";
}

/** From the beginning of the line that the parser gave up in, as far as it came with the last packet. */
function lastLine({ rawPacket, bytesParsed }: ConnectionError): string {
  // Fastify's type is that of a buffer in JSON.
  const packet = (rawPacket as unknown as Buffer).toString("latin1");
  return packet.slice(packet.lastIndexOf("\n", bytesParsed - 1) + 1);
}

function formatAnswer(slug: ProblemSlug, headers: SecurityHeaders): string {
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
