import type { ReplicaBeat, ReplicaReset } from "@licet/engine/internal/replica/records.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { ReadReplicaChanges, ReplicaPosition } from "../../permissions/replica/read-replica-changes.ts";
import { type EventStream, formatEvent, openEventStream } from "../event-stream/event-stream.ts";
import { createFeedBeat } from "./feed-beat.ts";

const BEAT_MILLISECONDS = 500;
/** The token of a stream without changes is verified again after so long: a revoked one is not followed further. */
const VERIFY_MILLISECONDS = 1_500;
/** A reader that is slower has stale data anyway, and begins anew. */
const LONGEST_WAIT_MILLISECONDS = 10_000;
/** Each costs a little with every beat. */
const MOST_STREAMS = 1_000;

export interface ReplicaStreamDependencies {
  readonly feed: ChangeFeed;
  readonly readChanges: ReadReplicaChanges;
  readonly verifyBearer: VerifyBearer;
  readonly stopping: AbortSignal;
}

export interface ReplicaStreams {
  /** Throws UnavailableError when too many are open. */
  requireRoom(): void;
  /** Throws as well. */
  open(request: FastifyRequest, reply: FastifyReply, position: ReplicaPosition): void;
}

/**
 * Keeps copies of the permission data current: what changed with its present values, and twice a second that a copy
 * still is. A stream ends with its client, its token, the server, or a `reset`.
 */
export function createReplicaStreams(dependencies: ReplicaStreamDependencies): ReplicaStreams {
  const { feed, readChanges, verifyBearer, stopping } = dependencies;
  const feedBeat = createFeedBeat(feed, BEAT_MILLISECONDS);
  const wakers = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of wakers) wake();
  };
  feed.onChange(wakeAll);
  feed.onReset(wakeAll);
  let open = 0;

  async function follow(
    authorization: string | undefined,
    begun: ReplicaPosition,
    startedAt: number,
    stream: EventStream,
  ): Promise<void> {
    let position = begun;
    let verifies = true;
    let verifiedAt = startedAt;
    const alarm = createAlarm(stream.end);
    const stopListening = feedBeat.listen(alarm.ring);
    wakers.add(alarm.ring);
    try {
      while (!stream.end.aborted) {
        alarm.reset();
        await feed.confirm();
        // Also when the feed has not heard yet of what this copy already has, or the database went back.
        const hasChanged = verifies || feed.revision !== position.after;
        if (hasChanged || performance.now() - verifiedAt > VERIFY_MILLISECONDS) {
          await verifyBearer(authorization, "licet:replicate");
          verifiedAt = performance.now();
        }
        if (hasChanged) {
          const changes = await readChanges(position, { verifies });
          const { revision, readAt, records, roles } = changes;
          if (stream.end.aborted) return;
          if (records === undefined)
            return stream.write(formatEvent("reset", revision, { revision } satisfies ReplicaReset));
          stream.write(formatChange(revision, readAt - startedAt, records, position.after));
          position = { ...position, after: revision, roles };
          verifies = false;
        } else {
          writeBeat(stream, position.after, performance.now() - feed.ageMilliseconds() - startedAt);
        }
        await stream.drained(LONGEST_WAIT_MILLISECONDS);
        await alarm.wait();
      }
    } finally {
      wakers.delete(alarm.ring);
      stopListening();
    }
  }

  function requireRoom(): void {
    if (open >= MOST_STREAMS) throw new UnavailableError("too many copies follow this node");
  }

  return {
    requireRoom,
    open(request, reply, position) {
      // Others may have come since.
      requireRoom();
      const startedAt = performance.now();
      open += 1;
      openEventStream(request, reply, { revision: feed.revision, stopping }, (stream) =>
        follow(request.headers.authorization, position, startedAt, stream).finally(() => {
          open -= 1;
        }),
      );
    },
  };
}

/** A reading that began before the stream says nothing about it. */
function writeBeat(stream: EventStream, revision: number, elapsed: number): void {
  if (elapsed < 0) return;
  const beat: ReplicaBeat = { revision, elapsed: Math.floor(elapsed) };
  stream.write(formatEvent("beat", revision, beat));
}

/** The records are JSON texts already. Without any, and at the same revision, the reading was a beat. */
function formatChange(revision: number, since: number, records: readonly string[], after: number): string {
  const elapsed = Math.floor(since);
  if (records.length === 0 && revision === after) return formatEvent("beat", revision, { revision, elapsed });
  return formatEvent(
    "change",
    revision,
    `{"revision":${revision},"elapsed":${elapsed},"records":[${records.join(",")}]}`,
  );
}

/** What rang after the last reset is not missed by the next wait. */
function createAlarm(end: AbortSignal) {
  let { promise, resolve } = Promise.withResolvers<void>();
  end.addEventListener("abort", () => resolve());
  return {
    ring: () => resolve(),
    reset() {
      ({ promise, resolve } = Promise.withResolvers<void>());
      if (end.aborted) resolve();
    },
    wait: () => promise,
  };
}
