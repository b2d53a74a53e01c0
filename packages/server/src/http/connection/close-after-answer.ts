import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyReply } from "fastify";

/** A client that has read its answer stops sending. A lossy line is silent for a while, too. */
const SILENCE_MILLISECONDS = 3_000;
/** A client that never stops sending gets no more than this: the time for 10 MB at 1 MB/s. */
const LINGER_MILLISECONDS = 12_000;

/**
 * Ends the connection after an answer to a request whose body has not arrived as a whole: keeping it would mean to
 * receive the rest. Must be called before the answer is sent.
 */
export function closeAfterAnswer(reply: FastifyReply): void {
  if (!isStillArriving(reply.request.raw)) return;
  reply.header("connection", "close");
  lingerOnClose(reply.request.raw);
}

const isStillArriving = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined);

/**
 * RFC 9112 §9.6: a server that closes while the client still sends makes the network reset the connection, and the
 * client may lose the answer. So only our side is closed, and what still comes is read and thrown away for a while.
 */
export function lingerOnClose(request: IncomingMessage): void {
  const { socket } = request;
  // Node calls this on the connection once the last answer is written, which no public name promises (ADR 0079).
  socket.destroySoon = () => {
    const stop = () => socket.destroy();
    socket.end();
    socket.setTimeout(SILENCE_MILLISECONDS, stop);
    const limit = setTimeout(stop, LINGER_MILLISECONDS).unref();
    socket.once("close", () => clearTimeout(limit));
    // The handler has stopped reading the body, and the rest would wait in the kernel.
    request.removeAllListeners("data").once("end", stop).resume();
  };
}

/** RFC 9112 §9.6: the answer carries `Connection: close`. */
export const askToClose: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
};
