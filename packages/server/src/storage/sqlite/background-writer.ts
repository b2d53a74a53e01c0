import { Worker } from "node:worker_threads";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { BatchedStatement } from "../engine/engine.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/** The answer of the thread: empty, or the reason why the batch was not written. */
export interface BatchResult {
  readonly failure?: { readonly message: string; readonly errcode?: number };
}

export interface BackgroundWriter {
  write(batch: readonly BatchedStatement[]): Promise<void>;
  close(): Promise<void>;
}

/** A few megabytes are enough for a batch of rows. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/**
 * Writes on its own thread. SQLite works synchronously, and every commit waits for the disk; on this thread neither
 * blocks a request. The thread starts with the first batch, since most programs that open a database have none.
 */
export function createBackgroundWriter(file: string): BackgroundWriter {
  let worker: Worker | undefined;
  let last: Promise<void> = Promise.resolve();

  const start = (): Worker => {
    const url = new URL("./background-writer-thread.ts", import.meta.url);
    worker = new Worker(url, { workerData: file, resourceLimits: MEMORY });
    worker.unref();
    worker.once("exit", () => {
      worker = undefined;
    });
    return worker;
  };

  const send = (batch: readonly BatchedStatement[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = worker ?? start();
      const settle = (result: BatchResult) => {
        thread.off("error", fail);
        thread.off("exit", ended);
        if (result.failure) reject(asError(result.failure));
        else resolve();
      };
      const fail = (error: unknown) => {
        thread.off("message", settle);
        reject(new UnavailableError("the background writer failed", { cause: error }));
      };
      const ended = () => fail(undefined);
      thread.once("message", settle);
      thread.once("error", fail);
      thread.once("exit", ended);
      // One text is cheaper to clone than many small objects.
      thread.postMessage(JSON.stringify(batch));
    });

  return {
    write(batch) {
      // One batch at a time: answers need no numbers, and events keep their order.
      const written = last.then(() => send(batch));
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await worker?.terminate();
    },
  };
}

const asError = ({ message, errcode }: NonNullable<BatchResult["failure"]>): unknown =>
  translateSqliteError(Object.assign(new Error(message), errcode === undefined ? {} : { errcode }));
