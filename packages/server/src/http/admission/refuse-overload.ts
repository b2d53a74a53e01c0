import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { lingerOnClose } from "../connection/close-after-answer.ts";
import { requestIdFrom } from "../request-id.ts";
import { classifyRequest, type LoadClass } from "./load-class.ts";
import type { LoadGuard } from "./load-guard.ts";
import type { OverloadAnswers, PreparedAnswer } from "./overload-answers.ts";

/**
 * Refuses requests that the node cannot take on, before anything else is done for them: no body is read, no route
 * looked for. The connection stays open, because a new one would cost more than the request.
 */
export function refuseOverload(
  handle: RequestListener,
  guard: LoadGuard,
  answers: OverloadAnswers,
): RequestListener {
  let refusals = 0;
  // Made once: the event comes once for each response, and `once` would wrap a new function for every request.
  const leave: Readonly<Record<LoadClass, () => void>> = {
    decisions: () => guard.leave("decisions"),
    changes: () => guard.leave("changes"),
    lists: () => guard.leave("lists"),
    imports: () => guard.leave("imports"),
  };

  return (request, response) => {
    const loadClass = classifyRequest(request.method, request.url ?? "");
    if (loadClass === undefined) return handle(request, response);
    if (!guard.enter(loadClass)) {
      refusals += 1;
      return refuse(request, response, answers.choose(request), 1 + (refusals % LONGEST_PAUSE_SECONDS));
    }
    // A stream of changes is open for hours, and idle.
    if (loadClass === "lists" && request.url?.startsWith(CHANGES)) guard.leave(loadClass);
    else response.on("close", leave[loadClass]);
    return handle(request, response);
  };
}

const CHANGES = "/api/v1/changes";
/** A larger body is not read to its end for the sake of the connection. */
const SMALL_BODY_BYTES = 65_536;
/** Clients that were refused together do not come again together. */
const LONGEST_PAUSE_SECONDS = 3;

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, beforeId, afterId }: PreparedAnswer,
  retryAfterSeconds: number,
): void {
  const requestId = requestIdFrom(request.headers["x-request-id"]);
  const body = afterId === undefined ? beforeId : beforeId + requestId + afterId;
  const sent = ["x-request-id", requestId, "retry-after", String(retryAfterSeconds)];
  if (!hasSmallBody(request)) {
    sent.push("connection", "close");
    lingerOnClose(request);
  }
  response.writeHead(503, [...headers, ...sent, "content-length", String(Buffer.byteLength(body))]);
  response.end(body);
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= SMALL_BODY_BYTES;
}
