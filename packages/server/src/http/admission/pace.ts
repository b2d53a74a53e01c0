/** How fast the requests of a class are answered while there always are some. */
export interface Pace {
  /** The time between two responses. 0: not known. */
  readonly milliseconds: number;
  /** The time has come to `at`. `isBusy`: since the last call there were requests without a response all the time. */
  pass(at: number, isBusy: boolean): void;
  /** A request was answered. */
  count(): void;
}

/** What is older counts half. */
const WINDOW_MILLISECONDS = 1_000;

/**
 * Only the time counts in which requests wait: a class that is asked for little would look slow otherwise. When nothing
 * is answered any more, the time between two responses grows with the time that passes.
 */
export function createPace(): Pace {
  let busyMilliseconds = 0;
  let answered = 0;
  let passedAt = 0;
  return {
    get milliseconds() {
      return answered === 0 ? 0 : busyMilliseconds / answered;
    },
    pass(at, isBusy) {
      if (isBusy) busyMilliseconds += at - passedAt;
      passedAt = at;
      if (busyMilliseconds < WINDOW_MILLISECONDS) return;
      busyMilliseconds /= 2;
      answered /= 2;
    },
    count() {
      answered += 1;
    },
  };
}
