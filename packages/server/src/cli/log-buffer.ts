import type { Writable } from "node:stream";

/** Takes the lines of one turn of the event loop and writes them as one, after the requests that made them. */
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
