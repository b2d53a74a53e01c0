import { argon2Sync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { HashingOptions, HashingTask } from "./hashing-thread.ts";

/**
 * A tenth of the share of other threads on a busy machine: the lowest priority would leave users who sign in
 * waiting for ever. Only Linux has priorities of single threads, and names them here: `123/task/456`.
 * Elsewhere this one is like others.
 */
function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // No such file, or not allowed: the thread keeps its normal priority.
  }
}

if ((workerData as Pick<HashingOptions, "givesWay">).givesWay) lowerPriority();
parentPort?.on("message", ({ message, salt, ...parameters }: HashingTask) => {
  parentPort?.postMessage(argon2Sync("argon2id", { message, nonce: salt, ...parameters }));
});
