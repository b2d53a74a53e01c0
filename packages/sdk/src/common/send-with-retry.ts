import { parseRetryAfter } from "./retry-after.ts";
import type { Runtime } from "./runtime.ts";

/** Answers that say that the request had no effect, and may have another answer soon. */
const PASSING = new Set([429, 502, 503, 504]);

const FIRST_WAIT_MILLISECONDS = 250;

export interface RetryOptions {
  /** How often the request is sent at most. */
  readonly attempts: number;
  /** An answer that asks for a longer wait is returned at once: the caller knows better what to do meanwhile. */
  readonly maxWaitMilliseconds: number;
  readonly runtime: Pick<Runtime, "clock" | "random">;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request again when the server asks for it, or cannot be reached. Returns the last answer, whatever it is, or
 * throws the last failure. Only for requests that have the same effect when they are sent twice.
 */
export async function sendWithRetry(send: () => Promise<Response>, options: RetryOptions): Promise<Response> {
  const { attempts, maxWaitMilliseconds, signal } = options;
  const { clock, random } = options.runtime;
  for (let attempt = 1; ; attempt += 1) {
    // Doubled each time, and spread, so that the callers of a restarted server do not all come at once.
    const ownWait = FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1) * (1 + random());
    let wait = ownWait;
    try {
      const response = await send();
      if (!PASSING.has(response.status) || attempt >= attempts) return response;
      const asked = parseRetryAfter(response.headers.get("retry-after"), clock.now());
      wait = asked === undefined ? ownWait : asked + random() * FIRST_WAIT_MILLISECONDS;
      if (wait > maxWaitMilliseconds + FIRST_WAIT_MILLISECONDS) return response;
      // Frees the connection: an unread body would hold it.
      await response.body?.cancel();
    } catch (error) {
      if (signal?.aborted || attempt >= attempts) throw error;
    }
    await clock.sleep(wait, signal);
  }
}
