import { LicetError } from "./licet-error.ts";

/** Thrown for a stream that is not what a Licet server sends. */
export class MalformedStreamError extends LicetError {
  override readonly name = "MalformedStreamError";

  constructor(message: string, options?: ErrorOptions) {
    super("invalid_response", message, options);
  }
}

/**
 * The lines of a body, those of a chunk together, without their ends (LF or CRLF). Text after the last end of a line is
 * left out: it was cut off. No line is longer than the bound, so that a wrong server cannot fill the memory.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  maxCharacters: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = body.getReader();
  // A body of a `fetch` of the application's own may not know the signal.
  const onAbort = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  let parts: string[] = [];
  let characters = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      const lines = decoder.decode(value, { stream: true }).split("\n");
      const last = lines.pop() as string;
      if (lines.length > 0) {
        lines[0] = parts.join("") + lines[0];
        parts = [];
        characters = 0;
        yield lines.map(withoutCarriageReturn);
      }
      parts.push(last);
      characters += last.length;
      if (characters > maxCharacters)
        throw new MalformedStreamError(`a line has more than ${maxCharacters} characters`);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Ends the request when the reader stops early.
    await reader.cancel().catch(() => undefined);
  }
}

const withoutCarriageReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** JSON of a stream. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedStreamError("a line is not JSON", { cause });
  }
}
