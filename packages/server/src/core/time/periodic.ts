export interface Periodic {
  /** Runs the job now, after a run that is under way. Rejects with the error of the job. */
  run(): Promise<void>;
  /** Ends the repetition; resolves when a run that is under way has ended. */
  stop(): Promise<void>;
}

/** Runs a job periodically, never twice at once. The errors of periodic runs go to `onError`. */
export function startPeriodic(options: {
  readonly everyMilliseconds: number;
  readonly job: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}): Periodic {
  let running: Promise<unknown> | undefined;
  const begin = () => {
    running = options.job().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    if (running === undefined) begin().catch(options.onError);
  }, options.everyMilliseconds).unref();
  const idle = async () => {
    while (running !== undefined) await running.catch(() => undefined);
  };
  return {
    async run() {
      await idle();
      await begin();
    },
    async stop() {
      clearInterval(timer);
      await idle();
    },
  };
}
