import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ChangeFeed } from "../../core/change-feed.ts";
import { withoutDeadline } from "../../core/deadline.ts";
import type { ChangeLogStore, LoggedChange } from "../../management/stores.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";

/** Shorter than the time after which proxies, and this server, close a silent connection. */
const HEARTBEAT_MILLISECONDS = 15_000;
const READ_AT_ONCE = 100;

export type StreamChanges = (request: FastifyRequest, reply: FastifyReply, after: number) => void;

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

  async function send(request: FastifyRequest, { raw }: FastifyReply, after: number, end: AbortSignal) {
    let position = after;
    while (!end.aborted) {
      await feed.confirm();
      await verifyBearer(request.headers.authorization, "licet:changes.read");
      const seen = changeSignal.count();
      const { changes, complete } = await changeLog.listAfter(position, READ_AT_ONCE);
      if (end.aborted) return;
      if (!complete) raw.write(formatEvent("reset", feed.revision, { revision: feed.revision }));
      for (const change of complete ? changes : [])
        raw.write(formatEvent("change", change.revision, writeChange(change)));
      position = complete ? (changes.at(-1)?.revision ?? position) : feed.revision;
      // A slow reader gets no new event until the earlier ones are sent.
      if (raw.writableNeedDrain) await once(raw, "drain", { signal: end });
      if (complete && changes.length === READ_AT_ONCE) continue;
      const changed = await changeSignal.wait(seen, HEARTBEAT_MILLISECONDS, end);
      if (!changed && !end.aborted) raw.write(": still here\n\n");
    }
  }

  return (request, reply, after) => {
    reply.hijack();
    const { raw } = reply;
    const disconnected = new AbortController();
    raw.once("close", () => disconnected.abort());
    const end = AbortSignal.any([stopping, disconnected.signal]);
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream",
      "licet-revision": feed.revision,
      // Some proxies need this field to stop buffering.
      "x-accel-buffering": "no",
    });
    raw.flushHeaders();
    // The answer has begun, and it has no end.
    withoutDeadline(() => send(request, reply, after, end))
      // After any failure the client reconnects with its last event id, and gets a proper answer.
      .catch((error: unknown) => request.log.debug({ requestId: request.id, err: error }, "stream ended"))
      .finally(() => raw.end());
  };
}

/** A change set, as pages and streams contain it. */
export const writeChange = ({ revision, at, ...change }: LoggedChange): object => ({
  revision,
  at: new Date(at).toISOString(),
  ...change,
});

const formatEvent = (event: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Wakes the streams that wait for a change. They share one listener: a feed's listeners are never removed. */
function createChangeSignal(feed: ChangeFeed) {
  let count = 0;
  const waiters = new Set<() => void>();
  const notify = () => {
    count += 1;
    for (const wake of waiters) wake();
  };
  feed.onChange(notify);
  feed.onReset(notify);

  return {
    count: () => count,
    /** True after a change since `seen`, false when the time was up or the stream ended. */
    wait(seen: number, milliseconds: number, end: AbortSignal): Promise<boolean> {
      if (count !== seen || end.aborted) return Promise.resolve(count !== seen);
      return new Promise((resolve) => {
        const wake = (hasChanged: boolean) => {
          clearTimeout(timer);
          waiters.delete(onNotify);
          end.removeEventListener("abort", onEnd);
          resolve(hasChanged);
        };
        const onNotify = () => wake(true);
        const onEnd = () => wake(false);
        const timer = setTimeout(onEnd, milliseconds);
        waiters.add(onNotify);
        end.addEventListener("abort", onEnd);
      });
    },
  };
}
