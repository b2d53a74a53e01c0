import { LicetError } from "./licet-error.ts";
import type { Clock } from "./runtime.ts";

/** Ends a request from which nothing is heard any more. */
export interface Watch {
  readonly signal: AbortSignal;
  heard(): void;
  end(): void;
}

export function createWatch(
  { monotonic, sleep }: Pick<Clock, "monotonic" | "sleep">,
  maxSilenceMilliseconds: number,
  signal: AbortSignal,
): Watch {
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  let heardAt = monotonic();

  const look = async () => {
    while (!ended.aborted) {
      const left = heardAt + maxSilenceMilliseconds - monotonic();
      if (left <= 0)
        ending.abort(new LicetError("unavailable", `nothing was heard for ${maxSilenceMilliseconds} ms`));
      else await sleep(left, ended);
    }
  };
  // A sleep ends with the reason of the signal.
  look().catch(() => undefined);
  return {
    signal: ended,
    heard() {
      heardAt = monotonic();
    },
    end: () => ending.abort(),
  };
}
