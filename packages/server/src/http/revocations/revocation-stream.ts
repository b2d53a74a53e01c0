import type { FastifyReply, FastifyRequest } from "fastify";
import type { RevocationFeed } from "../../oauth/tokens/revocation-feed.ts";
import type { RevocationView } from "../../oauth/tokens/revocation-view.ts";
import { type EventStream, formatEvent, openEventStream } from "../event-stream/event-stream.ts";
import type { StreamSlots } from "../event-stream/stream-slots.ts";
import { formatPosition, writeRevocation } from "./revocation-wire.ts";

/** A reader that is slower has heard nothing for too long anyway, and begins again. */
const LONGEST_WAIT_MILLISECONDS = 10_000;

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
    { view, confirm }: RevocationReader,
    after: number | undefined,
    { end, write, drained }: EventStream,
  ): Promise<void> {
    const begunAt = now();
    const at = (position: number) => formatPosition({ position, view: view.name });
    let position = after;
    while (!end.aborted) {
      const reading = await feed.next();
      const { name } = await confirm();
      if (end.aborted) return;
      // Of another view, or of a database that was restored from a backup.
      if (position === undefined || position > reading.newest || name !== view.name)
        return write(formatEvent("reset", "", { position: "" }));
      for (let isLast = false; !isLast && !end.aborted; ) {
        const page = await reading.listAfter(position);
        for (const entry of page.entries.filter(view.isVisible))
          write(formatEvent("revocation", at(entry.position), writeRevocation(entry)));
        ({ next: position, isLast } = page);
        await drained(LONGEST_WAIT_MILLISECONDS);
      }
      const elapsed = Math.floor(reading.begunAt - begunAt);
      write(formatEvent("beat", at(position), { position: at(position), elapsed }));
    }
  }

  return (request, reply, reader, after) => {
    const release = slots.take(reader.applicationId);
    openEventStream(request, reply, { stopping }, (stream) => send(reader, after, stream).finally(release));
  };
}
