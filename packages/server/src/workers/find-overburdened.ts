import type { SupervisedWorker } from "./supervised-worker.ts";

/** A worker that is busier than this has clients that wait. */
const BUSY = 0.6;
/** What two workers may differ by. */
const DIFFERENCE = 0.25;

/**
 * The worker that should give some of its connections up. All workers accept from one socket, so which of them gets a
 * connection is chance, and clients keep their connections for long. One that is busy accepts fewer than one that is
 * idle, so a connection that is opened again is likely to go where there is less to do.
 */
export function findOverburdened<W extends Pick<SupervisedWorker, "state" | "busy">>(
  workers: Iterable<W>,
): W | undefined {
  const ready = [...workers].filter(({ state }) => state === "ready");
  const byWork = ready.toSorted((one, other) => one.busy - other.busy);
  const [least, most] = [byWork.at(0), byWork.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  return most.busy > BUSY && most.busy - least.busy > DIFFERENCE ? most : undefined;
}
