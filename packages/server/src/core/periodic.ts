/** Runs a job periodically, never twice at once. Its errors go to `onError`. */
export function startPeriodic(options: {
  readonly everyMilliseconds: number;
  readonly job: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= options
      .job()
      .then(() => undefined, options.onError)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(tick, options.everyMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
