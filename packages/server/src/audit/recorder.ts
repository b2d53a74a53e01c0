import type { Clock } from "../core/time.ts";
import type { AuditEvent, CounterIncrement } from "./events.ts";
import type { AuditStore } from "./stores.ts";

export interface AuditRecorder {
  /** Notes an event. Never waits and never throws: the token path does not depend on the trail. */
  record(event: AuditEvent): void;
  /** Adds to this minute's counter. */
  count(name: string, label: string, times?: number): void;
  /** Writes everything noted so far; resolves when it is stored. */
  flush(): Promise<void>;
  /** How many events were given up because the database was away for too long. */
  readonly dropped: number;
  start(): void;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MILLISECONDS = 250;
/** Small enough that on an embedded database one write never holds up requests for long. */
const EVENTS_PER_WRITE = 400;
/** About half a minute of a busy node, or 50 MB: beyond this, memory is worth more than the oldest events. */
const MAX_WAITING = 200_000;

export function createAuditRecorder(options: {
  readonly store: AuditStore;
  readonly clock: Clock;
  /** Hears of every count as it happens. */
  readonly onCount: (name: string, label: string, times: number) => void;
  readonly onError: (error: unknown) => void;
}): AuditRecorder {
  const { store, clock, onCount, onError } = options;
  let waiting: AuditEvent[] = [];
  let counters = new Map<string, CounterIncrement & { count: number }>();
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const takeCounters = (): readonly CounterIncrement[] => {
    const taken = [...counters.values()];
    counters = new Map();
    return taken;
  };

  const add = (minute: number, name: string, label: string, count: number) => {
    const key = `${minute} ${name} ${label}`;
    const counter = counters.get(key);
    if (counter) counter.count += count;
    else counters.set(key, { minute, name, label, count });
  };

  const write = async (): Promise<void> => {
    while (waiting.length > 0 || counters.size > 0) {
      const events = waiting.slice(0, EVENTS_PER_WRITE);
      const taken = takeCounters();
      try {
        await store.append(events, taken);
      } catch (error) {
        for (const { minute, name, label, count } of taken) add(minute, name, label, count);
        throw error;
      }
      waiting = waiting.slice(events.length);
      // Requests that came in meanwhile go first.
      await new Promise(setImmediate);
    }
  };

  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  return {
    record(event) {
      if (waiting.length >= MAX_WAITING) dropped += 1;
      else waiting.push(event);
    },
    count(name, label, times = 1) {
      add(Math.floor(clock.milliseconds() / 60_000), name, label, times);
      onCount(name, label, times);
    },
    flush,
    get dropped() {
      return dropped;
    },
    start() {
      timer ??= setInterval(() => flush().catch(onError), FLUSH_EVERY_MILLISECONDS).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
      await flush();
    },
  };
}
