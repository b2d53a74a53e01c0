/** An event of a stream (HTML Living Standard §9.2). */
export interface ServerSentEvent {
  /** `message` when the stream does not name it. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream gave, to be sent as `Last-Event-ID`; empty when it gave none. */
  readonly id: string;
}

/** No event of Licet comes near. A stream that never ends a line must not fill the memory. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * The events of a response body, as they arrive. An event that the end of the stream cuts off is not given. Rejects when
 * the stream breaks, or an event is too large; a caller that stops early cancels the stream.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  maxCharacters: number = MAX_CHARACTERS,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const parser = createParser();
  // Removes the byte order mark that a stream may begin with, and replaces what is not UTF-8.
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line end.
      const complete = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
      const lines = complete.split(/\r\n|\n|\r/);
      const open = lines.pop() ?? "";
      rest = open + rest.slice(complete.length);
      for (const line of lines) {
        const event = parser.read(line);
        if (event) yield event;
      }
      if (rest.length + parser.size() > maxCharacters)
        throw new Error(`an event has more than ${maxCharacters} characters`);
    }
  } finally {
    // Also when the caller stops: otherwise the connection stays open. A broken stream cannot be cancelled.
    await reader.cancel().catch(() => {});
  }
}

/** Takes one line after the other; the empty line that ends an event gives it. */
function createParser() {
  let event = "";
  let data: string[] = [];
  let size = 0;
  let id = "";

  function finish(): ServerSentEvent | undefined {
    const finished = data.length > 0 ? { event: event || "message", data: data.join("\n"), id } : undefined;
    event = "";
    data = [];
    size = 0;
    return finished;
  }

  return {
    size: () => size,
    read(line: string): ServerSentEvent | undefined {
      if (line === "") return finish();
      const colon = line.indexOf(":");
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") event = value;
      else if (field === "data") {
        data.push(value);
        size += value.length + 1;
      } else if (field === "id" && !value.includes("\0")) id = value;
      // Comments have an empty field; `retry` and unknown fields are for others.
      return undefined;
    },
  };
}
