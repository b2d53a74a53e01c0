import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { HandleRequest } from "./shop-options.ts";

/** Every form of the shop is much smaller than this. */
const BODY_LIMIT_BYTES = 65_536;

/** Adapts a Fetch handler to a Node server. The origin comes from the configuration, never from the caller. */
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
    // A Request cannot have TRACE or CONNECT (Fetch §2.2.1), and the paths of the shop support only these methods.
    if (!["GET", "HEAD", "POST"].includes(method))
      return void response.writeHead(405, { allow: "GET, POST" }).end();
    const path = message.url?.startsWith("/") ? message.url : "/";
    const request = new Request(origin + path, { method, headers, ...(hasBody && { body }) });
    const answered = await handle(request, { ip: message.socket.remoteAddress ?? "" });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  }
}

/** Reads the body; undefined when it is too large. */
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
