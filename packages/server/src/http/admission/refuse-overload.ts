import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { lingerOnClose } from "../connection/close-after-answer.ts";
import { requestIdFrom } from "../request-id.ts";
import { classifyRequest } from "./load-class.ts";
import type { LoadGuard } from "./load-guard.ts";
import type { OverloadAnswers, PreparedAnswer } from "./overload-answers.ts";
import { createPlaces, hasPlace } from "./places.ts";
import { readsBody } from "./reads-body.ts";

/** Refuses requests that the node cannot take on. */
export interface OverloadRefusal {
  /**
   * Before anything else is done for a request: no body is read, no route looked for. A request without a body takes
   * its place here.
   */
  beforeRouting(handle: RequestListener): RequestListener;
  /**
   * A request with a body takes its place when the body has arrived, so that clients which never send theirs keep no
   * place from others. A route that reads its body as it arrives has authenticated its caller by then.
   */
  afterBodies(app: FastifyInstance): void;
}

export function createOverloadRefusal(guard: LoadGuard, answers: OverloadAnswers): OverloadRefusal {
  const places = createPlaces(guard);
  let refusals = 0;
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    refusals += 1;
    sendRefusal(request, response, answers.choose(request), 1 + (refusals % LONGEST_PAUSE_SECONDS));
  };

  return {
    beforeRouting: (handle) => (request, response) => {
      const loadClass = classifyRequest(request.method, request.url ?? "");
      if (loadClass === undefined) return handle(request, response);
      const isTaken = hasBody(request) ? guard.admits(loadClass) : places.take(response, loadClass);
      return isTaken ? handle(request, response) : refuse(request, response);
    },
    afterBodies(app) {
      app.addHook("preValidation", ({ raw }, reply, done) => {
        const { raw: response } = reply;
        const loadClass = hasPlace(response) ? undefined : classifyRequest(raw.method, raw.url ?? "");
        if (loadClass === undefined || places.take(response, loadClass)) return done();
        reply.hijack();
        refuse(raw, response);
      });
    },
  };
}

/** A larger body is not read to its end for the sake of the connection, which would otherwise stay open. */
const SMALL_BODY_BYTES = 65_536;
/** Clients that were refused together do not come again together. */
const LONGEST_PAUSE_SECONDS = 3;

function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, beforeId, afterId }: PreparedAnswer,
  retryAfterSeconds: number,
): void {
  const requestId = requestIdFrom(request.headers["x-request-id"]);
  const body = afterId === undefined ? beforeId : beforeId + requestId + afterId;
  const sent = ["x-request-id", requestId, "retry-after", String(retryAfterSeconds)];
  // A new connection would cost more than the request.
  if (!request.complete && !hasSmallBody(request)) {
    sent.push("connection", "close");
    lingerOnClose(request);
  }
  response.writeHead(503, [...headers, ...sent, "content-length", String(Buffer.byteLength(body))]);
  response.end(body);
}

/** Whether there is a body, and it is read. */
function hasBody({ method = "", headers }: IncomingMessage): boolean {
  if (!readsBody(method)) return false;
  if (headers["transfer-encoding"] !== undefined) return true;
  const length = headers["content-length"];
  return length !== undefined && length !== "0";
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= SMALL_BODY_BYTES;
}
