import { type CelInput, celList, celMap } from "@bufbuild/cel";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { TimestampSchema, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { INPUT_NESTING, INPUT_VALUES, LIST_ELEMENTS } from "./bounds.ts";
import { spend } from "./work.ts";

/**
 * A JSON value for the evaluator; undefined when it is too large, too deep, or no JSON. Every object becomes a map
 * here: the evaluator's own conversion would look at members such as `constructor` or `$typeName`, which are data.
 */
export function toCelInput(value: unknown): CelInput | undefined {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      return value === null ? null : convert(value, 1, { left: INPUT_VALUES });
  }
}

function convert(value: unknown, depth: number, values: { left: number }): CelInput | undefined {
  if (typeof value !== "object" || value === null) return toCelInput(value);
  if (depth > INPUT_NESTING) return undefined;
  const entries = Object.entries(value);
  values.left -= entries.length;
  if (entries.length > LIST_ELEMENTS || values.left < 0) return undefined;

  spend(1 + entries.length);
  const converted = new Map<string, CelInput>();
  for (const [key, member] of entries) {
    const input = convert(member, depth + 1, values);
    if (input === undefined) return undefined;
    converted.set(key, input);
  }
  return Array.isArray(value) ? celList([...converted.values()]) : celMap(converted);
}

let latest: { readonly seconds: unknown; readonly timestamp: ReflectMessage } | undefined;

/** Seconds since the epoch as a timestamp. All conditions of one decision ask for the same one or two. */
export function toCelTimestamp(seconds: unknown): CelInput | undefined {
  if (latest !== undefined && latest.seconds === seconds) return latest.timestamp;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || Math.abs(seconds) > 1e11) return undefined;
  const timestamp = reflect(TimestampSchema, timestampFromMs(Math.round(seconds * 1_000)));
  latest = { seconds, timestamp };
  return timestamp;
}
