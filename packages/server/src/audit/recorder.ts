import type { Clock } from "@licet/engine/internal/values/time.ts";
import { withoutDeadline } from "../core/time/deadline.ts";
import { createBoundedQueue } from "./bounded-queue.ts";
import type { AuditEvent, CounterIncrement } from "./events.ts";
import { createFailureSampler, type FailureKind } from "./failure-sampler.ts";
import type { AuditStore } from "./stores.ts";

export interface AuditRecorder {
  /** Queues an event. Never waits and never throws: the token path does not depend on the audit log. */
  record(event: AuditEvent): void;
  /** Records a failure of an unauthenticated caller: the first ones of a kind in a minute, then their number. */
  recordFailure(event: AuditEvent, kind: FailureKind): void;
  /** Adds to this minute's counter. */
  count(name: string, label: string, times?: number): void;
  /** Writes all queued events; resolves when they are stored. */
  flush(): Promise<void>;
  /** The number of events in the queue. */
  readonly waiting: number;
  /** The number of events that were dropped because they could not be written in time. */
  readonly dropped: number;
  /** True while events are dropped: from the first dropped event until half of the queue is written. */
  readonly isFull: boolean;
  start(): void;
  /** Does now what it does periodically, and resolves when all queued events are stored. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MILLISECONDS = 250;
/**
 * Large, because a row costs half as much in a batch of 1,000 as in one of 40. Small enough that on an embedded database
 * one write delays others only briefly: by about 15 ms.
 */
const EVENTS_PER_WRITE = 1_000;

export function createAuditRecorder(options: {
  readonly store: Pick<AuditStore, "append">;
  readonly clock: Clock;
  /** The network of an address that one caller controls. */
  readonly networkOf: (ip: string) => string;
  /** Called for every count as it happens. */
  readonly onCount: (name: string, label: string, times: number) => void;
  readonly onError: (error: unknown) => void;
  /** The maximum length of the queue: beyond it, the oldest events are dropped to save memory. */
  readonly queueCapacity: number;
}): AuditRecorder {
  const { store, clock, networkOf, onCount, onError, queueCapacity } = options;
  const queue = createBoundedQueue<AuditEvent>(queueCapacity);
  let beingWritten = 0;
  let counters = new Map<string, CounterIncrement & { count: number }>();
  let dropped = 0;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const drop = (count: number) => {
    dropped += count;
    if (count > 0) isFull = true;
  };
  const record = (event: AuditEvent) => drop(queue.push(event));
  const failures = createFailureSampler({ record, networkOf });

  const takeCounters = (): readonly CounterIncrement[] => {
    const taken = [...counters.values()];
    counters = new Map();
    return taken;
  };

  const addCount = (minute: number, name: string, label: string, count: number) => {
    const key = `${minute} ${name} ${label}`;
    const counter = counters.get(key);
    if (counter) counter.count += count;
    else counters.set(key, { minute, name, label, count });
  };

  const writeBatch = async (): Promise<void> => {
    const events = queue.take(EVENTS_PER_WRITE);
    const taken = takeCounters();
    beingWritten = events.length;
    try {
      await store.append(events, taken);
      if (queue.length <= queueCapacity / 2) isFull = false;
    } catch (error) {
      drop(queue.putBack(events));
      for (const { minute, name, label, count } of taken) addCount(minute, name, label, count);
      throw error;
    } finally {
      beingWritten = 0;
    }
  };

  const isWaiting = () => queue.length > 0 || counters.size > 0;

  /**
   * Writes the events that wait now. Those that arrive meanwhile wait for the next call: written at once, they would be
   * many small batches.
   */
  const write = async (): Promise<void> => {
    if (!isWaiting()) return;
    let left = queue.length;
    do {
      await writeBatch();
      // Requests that arrived meanwhile run first.
      await new Promise(setImmediate);
      left -= EVENTS_PER_WRITE;
    } while (left > 0);
  };

  /** One write at a time, so that events keep their order. */
  const startWriting = (): Promise<void> => {
    // Events of other requests are among them.
    writing ??= withoutDeadline(write).finally(() => {
      writing = undefined;
    });
    return writing;
  };

  const flush = async (): Promise<void> => {
    // A write that is under way does not include the newest events; another caller may have begun the one that does.
    do await startWriting();
    while (writing !== undefined || isWaiting());
  };

  return {
    record,
    recordFailure: failures.add,
    count(name, label, times = 1) {
      addCount(Math.floor(clock.milliseconds() / 60_000), name, label, times);
      onCount(name, label, times);
    },
    flush,
    get waiting() {
      return queue.length + beingWritten;
    },
    get dropped() {
      return dropped;
    },
    get isFull() {
      return isFull;
    },
    start() {
      timer ??= setInterval(() => {
        failures.tick(clock.milliseconds());
        startWriting().catch(onError);
      }, FLUSH_EVERY_MILLISECONDS).unref();
    },
    run() {
      failures.tick(clock.milliseconds());
      return flush();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      failures.close();
      await flush();
      // The first flush may join a write that has just ended, without the counts of the failures.
      await flush();
    },
  };
}
