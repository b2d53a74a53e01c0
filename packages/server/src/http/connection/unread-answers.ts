import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beginTransfer, findSlowest, measureTransfers, type Transfer } from "./find-slowest.ts";
import { onAnswered } from "./on-answered.ts";

/** What clients have not read yet, of all answers together. A single one has a few megabytes at most. */
export const MOST_UNREAD_BYTES = 64 * 1_024 * 1_024;

const MEASURE_EVERY_MILLISECONDS = 500;

interface UnreadAnswer extends Transfer {
  readonly socket: Socket;
  /** Also while the answer waits for earlier ones of its connection. */
  readonly unreadBytes: () => number;
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
  const unread = new Map<ServerResponse, UnreadAnswer>();
  /** The sum at the last look, and what came since: at least what is unread. */
  let mostUnread = 0;
  let measuredAt = 0;

  function watch(this: ServerResponse): void {
    const { socket } = this.req;
    const unreadBytes = () => this.writableLength;
    // As a rule the system has taken the answer at once.
    if (unreadBytes() === 0 || socket.destroyed || unread.has(this)) return;
    unread.set(this, { socket, unreadBytes, ...beginTransfer(() => sentBytes(socket)) });
    this.once("close", () => unread.delete(this));
    mostUnread += unreadBytes();
    const now = performance.now();
    if (now - measuredAt > MEASURE_EVERY_MILLISECONDS) {
      measureTransfers(unread.values(), now);
      measuredAt = now;
    }
    if (mostUnread > mostBytes) bound();
  }

  function bound(): void {
    mostUnread = 0;
    for (const { unreadBytes } of unread.values()) mostUnread += unreadBytes();
    while (mostUnread > mostBytes) {
      const slowest = findSlowest(unread.values());
      if (slowest === undefined) return;
      cut(slowest.socket);
    }
  }

  /** With all answers that wait for this connection. */
  function cut(cutSocket: Socket): void {
    for (const [response, { socket, unreadBytes }] of unread) {
      if (socket !== cutSocket) continue;
      unread.delete(response);
      mostUnread -= unreadBytes();
    }
    cutSocket.destroy();
    onCut();
  }

  return (request, response) => {
    onAnswered(response, watch);
    return handle(request, response);
  };
}

/** Node counts what waits in its own memory as written. */
const sentBytes = (socket: Socket): number => socket.bytesWritten - socket.writableLength;
