import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withoutDeadline } from "../../core/time/deadline.ts";
import { releasePlace } from "../admission/places.ts";

/** A stream of server-sent events, open until its client leaves or the server drains. */
export interface EventStream {
  /** Aborted when the stream has to end. */
  readonly end: AbortSignal;
  write(text: string): void;
  /** Resolves when earlier events are sent: a slow reader gets no new one until then. */
  drained(longestMilliseconds?: number): Promise<void>;
}

/** Answers with what `send` writes. The stream ends when it resolves or fails. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { readonly revision?: number; readonly stopping: AbortSignal },
  send: (stream: EventStream) => Promise<void>,
): void {
  reply.hijack();
  const { raw } = reply;
  const disconnected = new AbortController();
  raw.once("close", () => disconnected.abort());
  const end = AbortSignal.any([options.stopping, disconnected.signal]);
  // The client has left, or was told that its time is up, while the stream was prepared: no event would end it.
  if (raw.destroyed || raw.headersSent) disconnected.abort();
  else
    raw
      .writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        ...(options.revision !== undefined && { "licet-revision": options.revision }),
        // Some proxies need this field to stop buffering.
        "x-accel-buffering": "no",
      })
      .flushHeaders();
  // It is open for hours, and idle. How many there are is bounded by what they stream.
  releasePlace(raw);
  const stream: EventStream = {
    end,
    write: (text) => void raw.write(text),
    async drained(longestMilliseconds) {
      if (!raw.writableNeedDrain) return;
      const signal =
        longestMilliseconds === undefined
          ? end
          : AbortSignal.any([end, AbortSignal.timeout(longestMilliseconds)]);
      await once(raw, "drain", { signal });
    },
  };
  // The answer has begun, and it has no end.
  withoutDeadline(() => send(stream))
    // After any failure the client reconnects with its last event id, and gets a proper answer.
    .catch((error: unknown) => request.log.debug({ requestId: request.id, err: error }, "stream ended"))
    .finally(() => raw.end());
}

/** True when a client asks for server-sent events. */
export const acceptsEvents = (accept: string | undefined): boolean =>
  accept?.split(",").some((type) => type.trim().split(";")[0] === "text/event-stream") ?? false;

export const formatEvent = (event: string, id: number | string, data: object | string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
