import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Node's state of a connection. It has no public names; a count of our own would cost time for every request. */
export interface HttpSocket extends Socket {
  /** The answer that the connection is busy with. */
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: {
    /** The request whose head was read last. */
    readonly incoming?: IncomingMessage | null;
    /** Called for every request. What it returns says how its body is read; below 0, nothing more is read. */
    onIncoming?: (() => number) | null;
  } | null;
}

export const currentAnswer = (socket: HttpSocket): ServerResponse | undefined =>
  socket._httpMessage ?? undefined;

/** RFC 9112 §9.3.2: lets all whole requests of a connection have their answers, in their order, before `next`. */
export function afterCurrentAnswers(socket: HttpSocket, next: () => void): void {
  const current = currentAnswer(socket);
  if (current?.req.complete) current.once("close", () => afterCurrentAnswers(socket, next));
  else next();
}

/** Leaves unread what the connection has received and Node has not parsed yet. It must be destroyed. */
export function stopParsing({ parser }: HttpSocket): void {
  if (parser) parser.onIncoming = () => -1;
}
