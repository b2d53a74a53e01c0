import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * By connection, the answers that are not complete, in the order of the requests. An answer that was complete before
 * its request stays, too, until the next request.
 */
const underWay = new WeakMap<Socket, ServerResponse[]>();

/** Must be called for every request. Returns how many answers of its connection are not complete. */
export function recordAnswer(response: ServerResponse): number {
  const { socket } = response.req;
  // As a rule the connection is free for this answer: those before it are complete.
  const before = response.socket === null ? underWay.get(socket) : undefined;
  const answers = [...(before ?? []), response];
  underWay.set(socket, answers);
  response.once("finish", forget);
  return answers.length;
}

function forget(this: ServerResponse): void {
  if (this.req.complete) underWay.get(this.req.socket)?.shift();
}

/** The answer that the connection is busy with. */
export const currentAnswer = (socket: Socket): ServerResponse | undefined =>
  underWay.get(socket)?.find(({ writableFinished }) => !writableFinished);

/** The answer to the request whose head was read last, unless both are complete. */
export const latestAnswer = (socket: Socket): ServerResponse | undefined => underWay.get(socket)?.at(-1);

/** RFC 9112 §9.3.2: lets all whole requests of a connection have their answers, in their order, before `next`. */
export function afterCurrentAnswers(socket: Socket, next: () => void): void {
  const current = currentAnswer(socket);
  if (current?.req.complete) current.once("close", () => afterCurrentAnswers(socket, next));
  else next();
}
