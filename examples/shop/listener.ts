import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { HandleRequest } from "./shop-options.ts";

/** Far above every form of the shop. */
const BODY_LIMIT_BYTES = 65_536;

/** Lets a server of Node speak to a handler of requests and responses. The origin is configured, never the caller's. */
export function createListener(handle: HandleRequest, origin: string): RequestListener {
  return (message, response) => {
    answer(message, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  };

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message);
    if (body === undefined) return void response.writeHead(413, { connection: "close" }).end();
    const method = message.method ?? "GET";
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers))
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
    const hasBody = method !== "GET" && method !== "HEAD";
    // TRACE and CONNECT are no methods of a Request (Fetch §2.2.1), and no path of the shop has others than these.
    if (!["GET", "HEAD", "POST"].includes(method))
      return void response.writeHead(405, { allow: "GET, POST" }).end();
    const path = message.url?.startsWith("/") ? message.url : "/";
    const request = new Request(origin + path, { method, headers, ...(hasBody && { body }) });
    const answered = await handle(request, { ip: message.socket.remoteAddress ?? "" });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  }
}

/** Undefined when it is too large. */
async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
