import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withoutDeadline } from "../../core/deadline.ts";
import type { RevocationFeed } from "../../oauth/tokens/revocation-feed.ts";
import type { RevocationView } from "../../oauth/tokens/revocation-view.ts";
import { formatPosition, writeRevocation } from "./revocation-wire.ts";
import type { StreamSlots } from "./stream-slots.ts";

export interface RevocationReader {
  readonly applicationId: string;
  readonly view: RevocationView;
  /** Authenticates the application again. Rejects when it may read no longer. */
  confirm(): Promise<RevocationView>;
}

export type StreamRevocations = (
  request: FastifyRequest,
  reply: FastifyReply,
  reader: RevocationReader,
  /** Undefined: the reader has to begin anew. */
  after: number | undefined,
) => void;

/**
 * Sends revocations as they happen, and a beat with every reading of the log (server-sent events), until the client
 * disconnects, the server drains, or the application may not read them any more: it is authenticated again before each
 * write.
 */
export function createRevocationStream({
  feed,
  slots,
  stopping,
  now,
}: {
  readonly feed: RevocationFeed;
  readonly slots: StreamSlots;
  readonly stopping: AbortSignal;
  /** The clock of the feed. */
  readonly now: () => number;
}): StreamRevocations {
  async function send(
    { raw }: FastifyReply,
    { view, confirm }: RevocationReader,
    after: number | undefined,
    end: AbortSignal,
  ): Promise<void> {
    const begunAt = now();
    const at = (position: number) => formatPosition({ position, view: view.name });
    let position = after;
    while (!end.aborted) {
      const reading = await feed.next();
      const { name } = await confirm();
      if (end.aborted) return;
      // Of another view, or of a database that was restored from a backup.
      if (position === undefined || position > reading.newest || name !== view.name) {
        raw.write(formatEvent("reset", "", { position: "" }));
        return;
      }
      for (let isLast = false; !isLast && !end.aborted; ) {
        const page = await reading.listAfter(position);
        for (const entry of page.entries.filter(view.isVisible))
          raw.write(formatEvent("revocation", at(entry.position), writeRevocation(entry)));
        ({ next: position, isLast } = page);
        // A slow reader gets no new event until the earlier ones are sent.
        if (raw.writableNeedDrain) await once(raw, "drain", { signal: end });
      }
      const elapsed = Math.floor(reading.begunAt - begunAt);
      raw.write(formatEvent("beat", at(position), { position: at(position), elapsed }));
    }
  }

  return (request, reply, reader, after) => {
    const release = slots.take(reader.applicationId);
    reply.hijack();
    const { raw } = reply;
    const disconnected = new AbortController();
    raw.once("close", () => {
      release();
      disconnected.abort();
    });
    const end = AbortSignal.any([stopping, disconnected.signal]);
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream",
      // Some proxies need this field to stop buffering.
      "x-accel-buffering": "no",
    });
    raw.flushHeaders();
    // The answer has begun, and it has no end.
    withoutDeadline(() => send(reply, reader, after, end))
      // After any failure the client reconnects with its last event id, and gets a proper answer.
      .catch((error: unknown) => request.log.debug({ requestId: request.id, err: error }, "stream ended"))
      .finally(() => raw.end());
  };
}

const formatEvent = (event: string, id: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
