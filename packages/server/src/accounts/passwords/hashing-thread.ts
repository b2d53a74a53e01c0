import { Worker } from "node:worker_threads";
import { createWorkQueue } from "../../core/async/work-queue.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
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

export interface HashingThread {
  /** Rejects with UnavailableError when others that wait would take too long. */
  readonly deriveTag: DeriveTag;
  /** Throws UnavailableError when another password would wait too long. */
  requireRoom(): void;
}

/**
 * Hashes passwords on a separate thread with a lower priority: a burst of sign-ins then slows down itself and not
 * the token endpoint. One hash at a time; the thread starts with the first sign-in. A burst may be longer than the
 * callers wait, and the work for those who gave up would delay the others.
 */
export function createHashingThread({
  longestWaitMilliseconds,
  givesWay,
}: HashingOptions = HASHING): HashingThread {
  let worker: Worker | undefined;

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

  const queue = createWorkQueue({ name: "passwords", longestWaitMilliseconds });
  return {
    deriveTag: (message, parameters) => queue.run(() => hash({ message, ...parameters })),
    requireRoom: queue.requireRoom,
  };
}
