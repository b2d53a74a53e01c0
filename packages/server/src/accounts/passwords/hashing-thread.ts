import { Worker } from "node:worker_threads";
import { requireTime } from "../../core/deadline.ts";
import { UnavailableError } from "../../core/errors.ts";
import type { DeriveTag, TagParameters } from "./password.ts";

export interface HashingTask extends TagParameters {
  readonly message: Uint8Array;
}

export interface HashingOptions {
  /** How long a password may wait for its turn. */
  readonly longestWaitMilliseconds: number;
  /** Sign-ins give way to everything else that the machine does. */
  readonly givesWay: boolean;
}

const HASHING: HashingOptions = { longestWaitMilliseconds: 4_000, givesWay: true };

/**
 * Hashes passwords on a separate thread with a lower priority: a burst of sign-ins then slows down itself and not
 * the token endpoint. One hash at a time; the thread starts with the first sign-in. When the hashes
 * that wait would take too long, UnavailableError refuses another one.
 */
export function createHashingThread({
  longestWaitMilliseconds,
  givesWay,
}: HashingOptions = HASHING): DeriveTag {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let lastMilliseconds = 0;

  const start = (): Worker => {
    worker = new Worker(new URL("./hashing-thread-worker.ts", import.meta.url), { workerData: { givesWay } });
    worker.unref();
    worker.once("exit", () => {
      worker = undefined;
    });
    return worker;
  };

  const hash = (task: HashingTask): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const thread = worker ?? start();
      const settle = (tag: Uint8Array) => {
        thread.off("error", fail).off("exit", fail);
        resolve(Buffer.from(tag));
      };
      const fail = (cause: unknown) => {
        thread.off("message", settle).off("error", fail).off("exit", fail);
        reject(new UnavailableError("the hashing thread failed", { cause }));
      };
      thread.once("message", settle).once("error", fail).once("exit", fail);
      thread.postMessage(task);
    });

  async function hashInTurn(task: HashingTask): Promise<Buffer> {
    try {
      await last;
      // A burst may be longer than the callers wait, and the work for those who gave up would delay the others.
      requireTime();
      const startedAt = performance.now();
      const tag = await hash(task);
      lastMilliseconds = performance.now() - startedAt;
      return tag;
    } finally {
      waiting -= 1;
    }
  }

  return async (message, parameters) => {
    if (waiting * lastMilliseconds > longestWaitMilliseconds)
      throw new UnavailableError("too many passwords wait to be hashed");
    waiting += 1;
    const tag = hashInTurn({ message, ...parameters });
    last = tag.catch(() => undefined);
    return tag;
  };
}
