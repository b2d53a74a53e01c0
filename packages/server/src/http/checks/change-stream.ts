import type { FastifyReply, FastifyRequest } from "fastify";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { ChangeLogStore, LoggedChange } from "../../operations/stores.ts";
import { createChangeSignal } from "../event-stream/change-signal.ts";
import { type EventStream, formatEvent, openEventStream } from "../event-stream/event-stream.ts";
import { createStreamSlots } from "../event-stream/stream-slots.ts";

/** Shorter than the time after which proxies, and this server, close a silent connection. */
const HEARTBEAT_MILLISECONDS = 15_000;
const READ_AT_ONCE = 100;

/** A reader that is slower begins again with its last event id. */
const LONGEST_WAIT_MILLISECONDS = 10_000;

/** Throws when too many streams are open. */
export type StreamChanges = (
  request: FastifyRequest,
  reply: FastifyReply,
  reader: { readonly applicationId: string; readonly after: number },
) => void;

/**
 * Sends changes as they happen (server-sent events), until the client disconnects, the server drains, or the token is
 * no longer valid: it is verified again before each write.
 */
export function createChangeStream(dependencies: {
  readonly changeLog: ChangeLogStore;
  readonly feed: ChangeFeed;
  readonly verifyBearer: VerifyBearer;
  readonly stopping: AbortSignal;
}): StreamChanges {
  const { changeLog, feed, verifyBearer, stopping } = dependencies;
  const changeSignal = createChangeSignal(feed);
  const slots = createStreamSlots();

  async function send(authorization: string | undefined, after: number, stream: EventStream) {
    const { end } = stream;
    let position = after;
    while (!end.aborted) {
      await feed.confirm();
      await verifyBearer(authorization, "licet:changes.read");
      const seen = changeSignal.count();
      const { changes, complete } = await changeLog.listAfter(position, READ_AT_ONCE);
      if (end.aborted) return;
      if (!complete) stream.write(formatEvent("reset", feed.revision, { revision: feed.revision }));
      for (const change of complete ? changes : [])
        stream.write(formatEvent("change", change.revision, writeChange(change)));
      position = complete ? (changes.at(-1)?.revision ?? position) : feed.revision;
      await stream.drained(LONGEST_WAIT_MILLISECONDS);
      if (complete && changes.length === READ_AT_ONCE) continue;
      const changed = await changeSignal.wait(seen, HEARTBEAT_MILLISECONDS, end);
      if (!changed && !end.aborted) stream.write(": still here\n\n");
    }
  }

  return (request, reply, { applicationId, after }) => {
    const release = slots.take(applicationId);
    openEventStream(request, reply, { revision: feed.revision, stopping }, (stream) =>
      send(request.headers.authorization, after, stream).finally(release),
    );
  };
}

/** A change set, as pages and streams contain it. */
export const writeChange = ({ revision, at, ...change }: LoggedChange): object => ({
  revision,
  at: new Date(at).toISOString(),
  ...change,
});
