import { Worker } from "node:worker_threads";
import { requireTime } from "../../core/deadline.ts";
import { UnavailableError } from "../../core/errors.ts";
import type { DeriveTag, TagParameters } from "./password.ts";

export interface HashingTask extends TagParameters {
  readonly message: Uint8Array;
}

/**
 * Hashes passwords on a separate thread that takes only idle processor time: a burst of sign-ins then slows down
 * itself and not the token endpoint. One hash at a time; the thread starts with the first sign-in.
 */
export function createHashingThread(): DeriveTag {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    worker = new Worker(new URL("./hashing-thread-worker.ts", import.meta.url));
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

  return (message, parameters) => {
    const tag = last.then(() => {
      // A burst may be longer than the callers wait, and the work for those who gave up would delay the others.
      requireTime();
      return hash({ message, ...parameters });
    });
    last = tag.catch(() => undefined);
    return tag;
  };
}
