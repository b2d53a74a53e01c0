import type { ToParent } from "./messages.ts";
import type { SupervisedWorker } from "./supervised-worker.ts";

/** The first one that ends before all are ready; undefined if there is none. */
export const findFailed = (started: readonly SupervisedWorker[]): Promise<SupervisedWorker | undefined> =>
  new Promise((resolve) => {
    const looked = started.map(async (worker) => (await isReady(worker)) || resolve(worker));
    void Promise.all(looked).then(() => resolve(undefined));
  });

/** False when it has ended before. */
export const isReady = (worker: SupervisedWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = (message: unknown) => {
      if ((message as ToParent).type !== "ready") return;
      worker.child.off("message", look);
      resolve(true);
    };
    worker.child.on("message", look);
    void worker.ended.then(() => resolve(false));
  });
