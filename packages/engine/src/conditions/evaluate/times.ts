/** Arithmetic with timestamps and durations. Both are counted in nanoseconds; a value out of range is not a result. */
import { create } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { type Duration, DurationSchema, type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { FAILED, type Value } from "./value.ts";

const SECOND = 1_000_000_000n;

/** The range is the years 1 to 9999. */
export const LEAST_TIMESTAMP = -62_135_596_800n;
export const MOST_TIMESTAMP = 253_402_300_799n;

export const isTimestamp = (value: unknown): value is ReflectMessage =>
  isReflectMessage(value, TimestampSchema);
export const isDuration = (value: unknown): value is ReflectMessage =>
  isReflectMessage(value, DurationSchema);

export function nanosecondsOf({ message }: ReflectMessage): bigint {
  const { seconds, nanos } = message as Timestamp | Duration;
  return seconds * SECOND + BigInt(nanos);
}

/** The nanoseconds of a timestamp count forwards, also before 1970. */
export function timestampOf(nanoseconds: bigint): Value {
  const nanos = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const seconds = (nanoseconds - nanos) / SECOND;
  if (seconds < LEAST_TIMESTAMP || seconds > MOST_TIMESTAMP) return FAILED;
  return reflect(TimestampSchema, create(TimestampSchema, { seconds, nanos: Number(nanos) }));
}

/** Both parts have the sign of the whole, and the whole has 64 bits. */
export function durationOf(nanoseconds: bigint): Value {
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) return FAILED;
  const nanos = Number(nanoseconds % SECOND);
  return reflect(DurationSchema, create(DurationSchema, { seconds: nanoseconds / SECOND, nanos }));
}
