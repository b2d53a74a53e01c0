import type { Writable } from "node:stream";

/** Collects the log lines of one turn of the event loop and writes them together, after the requests are handled. */
export interface LogBuffer {
  write(line: string): void;
  flush(): void;
}

/**
 * Several processes write to one stream. A pipe keeps what is written at once together up to this size: POSIX promises
 * 512 bytes, and Linux keeps 4,096.
 */
export const MOST_BYTES_AT_ONCE = 4_096;

/** With `mostBytes`, lines are written together only up to this size; a longer line is written alone. */
export function createLogBuffer(stream: Writable, mostBytes = Number.POSITIVE_INFINITY): LogBuffer {
  let waiting: string[] = [];
  let bytes = 0;
  const flush = () => {
    if (waiting.length === 0) return;
    const text = waiting.join("");
    waiting = [];
    bytes = 0;
    stream.write(text);
  };
  return {
    write(line) {
      const size = mostBytes === Number.POSITIVE_INFINITY ? 0 : Buffer.byteLength(line);
      if (bytes + size > mostBytes) flush();
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(line);
      bytes += size;
    },
    flush,
  };
}
