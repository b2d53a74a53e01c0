import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { recordAnswer } from "./answers-under-way.ts";

/** More than any client we know of sends ahead; without pipelining it is one. */
const MOST_UNDER_WAY = 11;

/**
 * Ends a connection that sends many requests without reading the answers. Node hands over every request that it finds
 * in the received data, a thousand or more at once, and keeps their answers until the client reads them: with a few
 * dozen such connections that took a gigabyte, and no time was left for other clients.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // The connection was closed after an earlier answer, and only the rest of that request's body is still read.
    if (socket.writableEnded || socket.destroyed) return;
    if (recordAnswer(response) <= MOST_UNDER_WAY) return handle(request, response);
    socket.destroy();
    stopParsing(socket);
  };
}

/**
 * Leaves unread what a connection has received and Node has not parsed yet. Otherwise Node hands over all other requests
 * that it has received together, to nobody. It has no public name for this (ADR 0079): what `onIncoming` returns says
 * how the body of a request is read, and below 0, nothing more is read.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as { readonly parser?: { onIncoming?: () => number } | null };
  if (parser) parser.onIncoming = () => -1;
}
