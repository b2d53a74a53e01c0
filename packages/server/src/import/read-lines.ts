import { TextDecoder } from "node:util";

/** One line of an import: its length, and its text or the reason why it cannot be read. */
export type RawLine = { readonly number: number; readonly bytes: number } & (
  | { readonly text: string }
  | { readonly unreadable: "too_long" | "not_utf8" }
);

/** The longest line, in bytes. An assignment has about a hundred. */
export const MAX_LINE_BYTES = 65_536;

const NEWLINE = 0x0a;

/**
 * Splits bytes into lines as they arrive, and gives those of each chunk together. Of a line that is too long only the
 * number is kept, so the memory is bounded whatever is sent. A line of white space is counted and left out.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly RawLine[], void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;

  function finish(end: Uint8Array): RawLine | undefined {
    number += 1;
    const bytes = rest.length === 0 ? end : Buffer.concat([...rest, end]);
    const length = restBytes + end.length;
    rest = [];
    restBytes = 0;
    if (length > MAX_LINE_BYTES) return { number, bytes: length, unreadable: "too_long" };
    try {
      const text = decoder.decode(bytes);
      return text.trim() === "" ? undefined : { number, bytes: length, text };
    } catch {
      return { number, bytes: length, unreadable: "not_utf8" };
    }
  }

  function keep(bytes: Uint8Array): void {
    restBytes += bytes.length;
    if (restBytes <= MAX_LINE_BYTES) rest.push(bytes);
    else rest = [];
  }

  for await (const chunk of chunks) {
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = finish(chunk.subarray(start, end));
      if (line) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  // The last line may end without a newline.
  if (restBytes === 0) return;
  const last = finish(new Uint8Array());
  if (last) yield [last];
}
