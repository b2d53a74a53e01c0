import type { Writable } from "node:stream";

/** Collects the log lines of one turn of the event loop and writes them together, after the requests are handled. */
export interface LogBuffer {
  write(line: string): void;
  flush(): void;
}

export function createLogBuffer(stream: Writable): LogBuffer {
  let waiting = "";
  const flush = () => {
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    stream.write(text);
  };
  return {
    write(line) {
      if (waiting === "") setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}
