import { type CelInput, celList, celMap } from "@bufbuild/cel";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { TimestampSchema, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { INPUT_NESTING, INPUT_VALUES, LIST_ELEMENTS } from "../bounds.ts";
import { LEAST_TIMESTAMP, MOST_TIMESTAMP } from "./times.ts";
import { FAILED, type Value } from "./value.ts";
import { spend, type WorkBudget } from "./work.ts";

/**
 * A JSON value for the evaluator; FAILED when it is too large, too deep, or not JSON. Every object becomes a map here:
 * the library's own conversion would read members such as `constructor` or `$typeName`, which are data.
 */
export function toCelValue(value: unknown, budget: WorkBudget): Value {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    case "object":
      return value === null ? null : convert(value, 1, { left: INPUT_VALUES }, budget);
    default:
      return FAILED;
  }
}

function convert(value: object, depth: number, values: { left: number }, budget: WorkBudget): Value {
  if (depth > INPUT_NESTING) return FAILED;
  const entries = Object.entries(value);
  values.left -= entries.length;
  if (entries.length > LIST_ELEMENTS || values.left < 0) return FAILED;

  spend(budget, 1 + entries.length);
  const converted = new Map<string, CelInput>();
  for (const [key, member] of entries) {
    const isNested = typeof member === "object" && member !== null;
    const input = isNested ? convert(member, depth + 1, values, budget) : toCelValue(member, budget);
    if (input === FAILED) return FAILED;
    converted.set(key, input);
  }
  return Array.isArray(value) ? celList([...converted.values()]) : celMap(converted);
}

let latest: { readonly seconds: unknown; readonly timestamp: ReflectMessage } | undefined;

/**
 * Seconds since the epoch as a timestamp; FAILED when they are not in the range of timestamps. All conditions of one
 * decision use the same one or two timestamps.
 */
export function toCelTimestamp(seconds: unknown): Value {
  if (latest !== undefined && latest.seconds === seconds) return latest.timestamp;
  if (typeof seconds !== "number" || !isInRange(seconds)) return FAILED;
  const timestamp = reflect(TimestampSchema, timestampFromMs(Math.round(seconds * 1_000)));
  latest = { seconds, timestamp };
  return timestamp;
}

/** False for NaN, too. */
const isInRange = (seconds: number): boolean =>
  seconds >= Number(LEAST_TIMESTAMP) && seconds <= Number(MOST_TIMESTAMP);
