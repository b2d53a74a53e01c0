import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpAnswer, RequestParts } from "./http-answer.ts";

/** Routers of Express shorten `url`, and keep the whole one. */
type NodeRequest = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders"> & {
  readonly originalUrl?: string;
};

export const partsOfNode = (request: NodeRequest): RequestParts => ({
  method: request.method ?? "GET",
  url: request.originalUrl ?? request.url ?? "/",
  authorization: findAuthorization(request),
});

/** Node keeps the first of several Authorization headers and drops the others: a proxy may have used another one. */
function findAuthorization({ headers, rawHeaders = [] }: NodeRequest): string | undefined {
  const kept = headers.authorization;
  if (kept === undefined) return undefined;
  let all = "";
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === NAME.length && name.toLowerCase() === NAME)
      all = all === "" ? (rawHeaders[index + 1] as string) : `${all}, ${rawHeaders[index + 1]}`;
  }
  return all === "" ? kept : all;
}
const NAME = "authorization";

export function sendByNode(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  // Something else has answered while the token was verified, such as a time limit.
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Node leaves out the body of an answer to HEAD.
  response.setHeader("content-length", body === "" ? "0" : String(new TextEncoder().encode(body).length));
  response.end(body);
}
