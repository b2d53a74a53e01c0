import { InvalidRecordError } from "@licet/engine/internal/replica/parse-record.ts";
import { MalformedStreamError, parseJson } from "../common/read-lines.ts";

/** Reads the JSON of a stream by a parser of the engine. */
export function readRecord<T>(parse: (value: unknown) => T, text: string): T {
  const value = parseJson(text);
  try {
    return parse(value);
  } catch (cause) {
    if (!(cause instanceof InvalidRecordError)) throw cause;
    throw new MalformedStreamError("a record is not readable", { cause });
  }
}
