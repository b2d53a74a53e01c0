import { type IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { afterCurrentAnswers, currentAnswer } from "./answers-under-way.ts";

/** Time for the client to read the answer and close. */
const SILENCE_MILLISECONDS = 3_000;
/** Node's own limits no longer know the connection, so the whole of it has one of its own. */
const WHOLE_MILLISECONDS = 15_000;

/**
 * RFC 9110 §9.3.6: CONNECT asks for a tunnel, and none is opened here. Node stops reading such a connection as HTTP and
 * would close it without a word. It gets the answer that any other method gets, and ends: whatever the client sends
 * after its request is thrown away and never read as another one.
 */
export function answerConnect(
  handle: RequestListener,
  wholeMilliseconds = WHOLE_MILLISECONDS,
): (request: IncomingMessage, stream: Duplex) => void {
  return (request, stream) => {
    const socket = stream as Socket;
    const limit = setTimeout(() => socket.destroy(), wholeMilliseconds).unref();
    socket.once("close", () => clearTimeout(limit));
    // Node has taken its own listeners away.
    socket.on("error", () => socket.destroy());
    afterCurrentAnswers(socket, () => {
      socket.setTimeout(SILENCE_MILLISECONDS, () => socket.destroy());
      if (!socket.writable || currentAnswer(socket)) return void socket.destroy();
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.once("finish", () => close(socket));
      handle(request, response);
    });
  };
}

/** RFC 9112 §9.6: only our side, or the network may take the answer from the client again. */
function close(socket: Socket): void {
  const limit = setTimeout(() => socket.destroy(), SILENCE_MILLISECONDS).unref();
  socket.once("close", () => clearTimeout(limit));
  socket.once("end", () => socket.destroy());
  socket.end();
  socket.resume();
}
