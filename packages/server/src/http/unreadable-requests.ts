import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { formatProblem, PROBLEM_TYPE, PROBLEMS, type ProblemSlug } from "./problems.ts";
import type { SecurityHeaders } from "./security-headers.ts";

/**
 * What Node cannot read as HTTP never becomes a request that the server could answer. It gets its answer here, with
 * the same headers as every other one, and the connection ends: nobody knows where the next request would begin.
 */
export function createUnreadableRequestHandler(
  headers: SecurityHeaders,
  log: Pick<FastifyBaseLogger, "debug">,
): (error: ConnectionError, socket: Socket) => void {
  return (error, socket) => {
    // The code only: the error also holds the bytes that came, with whatever secret was in them.
    log.debug({ reason: String(error.code) }, "a request could not be read");
    if (socket.writable && error.code !== "ECONNRESET")
      socket.write(formatAnswer(SLUGS[error.code], headers));
    socket.destroy();
  };
}

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
