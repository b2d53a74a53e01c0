import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { type HttpSocket, stopParsing } from "./http-socket.ts";

/** More than any client we know of sends ahead; without pipelining it is none. */
const MAX_WAITING = 10;

/**
 * Ends a connection that sends many requests without reading the answers. Node hands over every request that it finds
 * in the received data, a thousand or more at once, and keeps their answers until the client reads them: with a few
 * dozen such connections that took a gigabyte, and no time was left for other clients.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // The connection was closed after an earlier answer, and only the rest of that request's body is still read.
    if (request.socket.writableEnded) return;
    // As a rule the connection is free for this answer, and there is nothing to count.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_WAITING) {
      socket.destroy();
      // Otherwise Node hands over all others that it has received together with this one, to nobody.
      stopParsing(socket as HttpSocket);
      return;
    }
    waiting.set(socket, count);
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return handle(request, response);
  };
}
