import { UnavailableError } from "../errors/errors.ts";
import { requireTime } from "../time/deadline.ts";

/** Runs one piece of work after the other. */
export interface WorkQueue {
  /** Rejects with UnavailableError when the work would wait for too long, or has waited for too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws UnavailableError when further work would wait for too long. */
  requireRoom(): void;
}

export interface WorkQueueOptions {
  /** Work that would wait for longer than this is refused at once, and work that has waited for longer when it has. */
  readonly longestWaitMilliseconds: number;
  /** Says in the log which work was refused. */
  readonly name: string;
  /** Resolves when other events were handled. */
  readonly betweenWork?: () => Promise<void>;
  readonly now?: () => number;
}

/**
 * There is more work than time while the oldest has waited for more than this of the longest wait, and those that wait
 * would take more than that of it. A few callers that each send the next when they have their answer are no overload:
 * in turn, all of them are served.
 */
const WAITED = 1 / 4;
const AHEAD = 1 / 2;
/** How much one piece of work counts among those before it. */
const WEIGHT = 1 / 8;

interface Waiting {
  readonly since: number;
  begin(): void;
  refuse(): void;
}

/**
 * A queue that stays short. In the order of arrival, everything waits equally long under overload, and in the end too
 * long: each piece of work begins just before its deadline, and is wasted. So work is refused while those before it would
 * take too long, by what the last ones took. And while there is more work than time, the newest is next: it has the most
 * time left, and a caller that still waits. Those that are passed over for too long are refused.
 */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { longestWaitMilliseconds, name, betweenWork, now = () => performance.now() } = options;
  /** The oldest first. */
  const waiting: Waiting[] = [];
  let isBusy = false;
  let usualMilliseconds = 0;

  const tooMany = () => new UnavailableError(`too many ${name} wait`);

  function requireRoom(): void {
    if (waiting.length * usualMilliseconds > longestWaitMilliseconds) throw tooMany();
  }

  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ since: now(), begin: resolve, refuse: () => reject(tooMany()) });
    });

  function refuseOld(): void {
    const limit = now() - longestWaitMilliseconds;
    while (waiting[0] !== undefined && waiting[0].since < limit) waiting.shift()?.refuse();
  }

  function isOverloaded(): boolean {
    const [oldest] = waiting;
    return (
      oldest !== undefined &&
      now() - oldest.since > WAITED * longestWaitMilliseconds &&
      waiting.length * usualMilliseconds > AHEAD * longestWaitMilliseconds
    );
  }

  function beginNext(): void {
    refuseOld();
    const next = isOverloaded() ? waiting.pop() : waiting.shift();
    if (next === undefined) isBusy = false;
    else next.begin();
  }

  async function end(startedAt: number): Promise<void> {
    usualMilliseconds += (now() - startedAt - usualMilliseconds) * WEIGHT;
    await betweenWork?.();
    beginNext();
  }

  return {
    requireRoom,
    async run(work) {
      if (isBusy) {
        requireRoom();
        await wait();
      }
      isBusy = true;
      const startedAt = now();
      try {
        // Those before may have taken longer than usual.
        requireTime();
        return await work();
      } finally {
        // Its caller does not wait for what comes between.
        void end(startedAt);
      }
    },
  };
}

/** A turn of the event loop accepts a few connections, and more may wait. */
const TURNS = 8;

/**
 * Lets the event loop turn some times. On SQLite nothing waits for a network, so without this a queue of work would run to
 * its end before any other event: new connections, probes and refusals would wait for all of it.
 */
export async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
}
