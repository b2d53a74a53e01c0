import { MalformedStreamError, readLines } from "./read-lines.ts";

/** An event of a stream (HTML Living Standard §9.2). */
export interface ServerSentEvent {
  /** `message` when the stream does not name it. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream gave, to be sent as `Last-Event-ID`; empty when it gave none. */
  readonly id: string;
}

/**
 * The events of a response body, as they arrive; lines end with LF or CRLF, as Licet writes them. An event that the end
 * of the stream cuts off is not given. Rejects when the stream breaks, when the signal is aborted, and when an event is
 * too large; a caller that stops early cancels the stream.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  maxCharacters: number,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let data: string[] = [];
  let characters = 0;
  let id = "";
  for await (const lines of readLines(body, maxCharacters, signal)) {
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield { event: event || "message", data: data.join("\n"), id };
        event = "";
        data = [];
        characters = 0;
        continue;
      }
      const [field, value] = splitField(line);
      if (field === "event") event = value;
      else if (field === "id" && !value.includes("\0")) id = value;
      else if (field === "data") {
        data.push(value);
        characters += value.length + 1;
        if (characters > maxCharacters)
          throw new MalformedStreamError(`an event has more than ${maxCharacters} characters`);
      }
      // Comments have an empty field; `retry` and unknown fields are for others.
    }
  }
}

function splitField(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)];
}
