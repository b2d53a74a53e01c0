import { MalformedStreamError, readLines } from "./read-lines.ts";

export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Server-sent events (HTML Standard §9.2.6), as far as Licet writes them: lines end with LF or CRLF. An event without
 * data, and one that the end of the stream cuts off, is none.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  maxCharacters: number,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  let type = "message";
  let data: string[] = [];
  let characters = 0;
  for await (const lines of readLines(body, maxCharacters, signal)) {
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield { type, data: data.join("\n") };
        type = "message";
        data = [];
        characters = 0;
        continue;
      }
      const [field, value] = splitField(line);
      if (field === "event") type = value;
      else if (field === "data") {
        data.push(value);
        characters += value.length;
        if (characters > maxCharacters)
          throw new MalformedStreamError(`an event has more than ${maxCharacters} characters`);
      }
    }
  }
}

/** A comment has an empty field name. */
function splitField(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)];
}
