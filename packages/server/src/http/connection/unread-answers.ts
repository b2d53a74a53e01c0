import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { findSlowest, type Transfer } from "./find-slowest.ts";

/** What clients have not read yet, of all answers together. A single one has a few megabytes at most. */
export const MOST_UNREAD_BYTES = 64 * 1_024 * 1_024;

interface UnreadAnswer extends Transfer {
  readonly socket: Socket;
}

/**
 * Bounds the memory of answers that wait for slow readers. An answer has given its place back when it is handed over to
 * its connection, so nothing else bounds them. Above the bound, the slowest reader is cut off.
 */
export function boundUnreadAnswers(
  handle: RequestListener,
  onCut: () => void,
  mostBytes = MOST_UNREAD_BYTES,
): RequestListener {
  const unread = new Set<UnreadAnswer>();
  /** The sum at the last look, and what came since: at least what is unread. */
  let mostUnread = 0;

  function watch(this: ServerResponse): void {
    const { socket } = this;
    // As a rule the system has taken the answer at once.
    if (socket === null || socket.writableLength === 0) return;
    const earlierBytes = sentBytes(socket);
    const transferredBytes = () => sentBytes(socket) - earlierBytes;
    const answer: UnreadAnswer = { socket, begunAt: performance.now(), transferredBytes };
    unread.add(answer);
    this.once("close", () => unread.delete(answer));
    mostUnread += socket.writableLength;
    if (mostUnread > mostBytes) bound();
  }

  function bound(): void {
    mostUnread = 0;
    for (const { socket } of unread) mostUnread += socket.writableLength;
    while (mostUnread > mostBytes) {
      const slowest = findSlowest(unread);
      if (slowest === undefined) return;
      unread.delete(slowest);
      mostUnread -= slowest.socket.writableLength;
      slowest.socket.destroy();
      onCut();
    }
  }

  return (request, response) => {
    response.on("prefinish", watch);
    return handle(request, response);
  };
}

/** Node counts what waits in its own memory as written. */
const sentBytes = (socket: Socket): number => socket.bytesWritten - socket.writableLength;
