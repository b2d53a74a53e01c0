import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError } from "../problems.ts";

/** As long as Node allows for the body of any other request. The lines of one set have to arrive within it. */
export const ARRIVAL_MILLISECONDS = 15_000;
/** A million assignments have about 100 MB. */
export const MAX_BODY_BYTES = 1024 * 1024 * 1024;

const TOO_SLOW: unique symbol = Symbol("too slow");

/**
 * The body as it arrives. `beginSet` starts the time for the next lines: a client that sends too slowly is cut off,
 * because each import takes a place that others wait for.
 */
export function receiveBody(request: IncomingMessage): {
  readonly chunks: AsyncIterable<Uint8Array>;
  beginSet(): void;
} {
  let setBeganAt = performance.now();
  let bytes = 0;

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    for (;;) {
      const next = await inTime(chunks.next(), setBeganAt + ARRIVAL_MILLISECONDS - performance.now());
      if (next === TOO_SLOW)
        throw new ProblemError("request_timeout", "the next lines did not arrive in time");
      if (next.done) return;
      bytes += next.value.length;
      if (bytes > MAX_BODY_BYTES)
        throw new ProblemError("payload_too_large", `the body has more than ${MAX_BODY_BYTES} bytes`);
      yield next.value;
    }
  }

  return {
    chunks: { [Symbol.asyncIterator]: read },
    beginSet() {
      setBeganAt = performance.now();
    },
  };
}

async function inTime<T>(arriving: Promise<T>, milliseconds: number): Promise<T | typeof TOO_SLOW> {
  const end = new AbortController();
  const late = sleep(Math.max(0, milliseconds), undefined, { signal: end.signal }).then(
    (): typeof TOO_SLOW => TOO_SLOW,
    (): typeof TOO_SLOW => TOO_SLOW,
  );
  try {
    return await Promise.race<T | typeof TOO_SLOW>([arriving.catch(cutOff), late]);
  } finally {
    end.abort();
  }
}

/** The client has left, or the connection broke: nobody reads the answer, and it is no failure of the server. */
function cutOff(): never {
  throw new ProblemError("bad_request", "the body ended early");
}
