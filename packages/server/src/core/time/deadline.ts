import { AsyncLocalStorage } from "node:async_hooks";
import { UnavailableError } from "../errors/errors.ts";

/** When the work for one request began and when it must end, in milliseconds of `performance.now()`. */
export interface Deadline {
  /** When the request had arrived as a whole: the time that a client takes to send its body is the client's. */
  readonly arrivedAt: number;
  readonly endsAt: number;
}

/** The time is over. Nothing is written after this. */
export class DeadlineError extends UnavailableError {
  constructor(options?: ErrorOptions) {
    super("there was not enough time", options);
  }
}

/** As long as a request has by itself. */
const SHARED_WORK_MILLISECONDS = 8_000;
/** A request with so much time left has only just arrived. */
const ENOUGH_FOR_SHARED_WORK_MILLISECONDS = 7_000;

/**
 * The deadline of the request that the present code works for. It reaches the storage without an argument of every
 * function between: most of them neither wait nor could do anything about it.
 */
const current = new AsyncLocalStorage<Deadline | undefined>();

export const createDeadline = (milliseconds: number, arrivedAt: number = performance.now()): Deadline => ({
  arrivedAt,
  endsAt: arrivedAt + milliseconds,
});

/** Runs `work`, and all that it starts, with this deadline and no other. */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T => current.run(deadline, work);

/** For work that a request only sets off: it goes on when the request has ended. */
export const withoutDeadline = <T>(work: () => T): T => current.run(undefined, work);

/**
 * For work whose result other requests wait for as well: the little time that one has left is not that of all. The
 * deadline of a request that has only just arrived is good for all, and costs nothing.
 */
export function withSharedDeadline<T>(work: () => T): T {
  const own = current.getStore();
  const now = performance.now();
  if (own !== undefined && own.endsAt - now >= ENOUGH_FOR_SHARED_WORK_MILLISECONDS) return work();
  return withDeadline(createDeadline(SHARED_WORK_MILLISECONDS, now), work);
}

/** Undefined for work that belongs to no request: background jobs and commands. */
export const findDeadline = (): Deadline | undefined => current.getStore();

/** Infinity without a deadline, and 0 when it has passed. */
export function remainingMilliseconds(): number {
  const deadline = current.getStore();
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline.endsAt - performance.now());
}

/** Throws when the time is over. Loops that wait, and everything that writes, ask before each step. */
export function requireTime(): void {
  if (remainingMilliseconds() === 0) throw new DeadlineError();
}

/**
 * Waits for work that others may share, until the deadline of this request at most. The work goes on; a failure that
 * comes later is nobody's.
 */
export function untilDeadline<T>(work: Promise<T>): Promise<T> {
  const milliseconds = remainingMilliseconds();
  if (milliseconds === Number.POSITIVE_INFINITY) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError()), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
