import { type CelValue, isCelList, isCelMap, isCelType, isCelUint } from "@bufbuild/cel";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type Duration, DurationSchema, type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { spend, type WorkBudget } from "./work.ts";

/**
 * CEL's equality with a work budget: a comprehension can build lists that share their elements, and comparing them can
 * cost far more than building them.
 */
export function equalValues(left: CelValue, right: CelValue, budget: WorkBudget): boolean {
  spend(budget, 1);
  if (left === right) return true;
  if (isCelUint(left)) return equalValues(left.value, right, budget);
  if (isCelUint(right)) return equalValues(left, right.value, budget);
  // Numbers of different types are equal when their values are: 3 and 3.0.
  // biome-ignore lint/suspicious/noDoubleEquals: only == compares a bigint with a number.
  if (isNumber(left) && isNumber(right)) return left == right;
  if (left === null || right === null || typeof left !== "object" || typeof right !== "object") return false;

  if (left instanceof Uint8Array) return right instanceof Uint8Array && equalBytes(left, right, budget);
  if (isCelList(left)) {
    if (!isCelList(right) || left.size !== right.size) return false;
    for (let index = 0; index < left.size; index++) {
      if (!equalOptional(left.get(index), right.get(index), budget)) return false;
    }
    return true;
  }
  if (isCelMap(left)) {
    if (!isCelMap(right) || left.size !== right.size) return false;
    for (const [key, value] of left) {
      if (!equalOptional(value, right.get(key), budget)) return false;
    }
    return true;
  }
  if (isCelType(left)) return isCelType(right) && left.kind === right.kind && left.name === right.name;
  return isReflectMessage(left) && isReflectMessage(right) && equalTimes(left, right);
}

const isNumber = (value: CelValue): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

const equalOptional = (
  left: CelValue | undefined,
  right: CelValue | undefined,
  budget: WorkBudget,
): boolean => left !== undefined && right !== undefined && equalValues(left, right, budget);

function equalBytes(left: Uint8Array, right: Uint8Array, budget: WorkBudget): boolean {
  spend(budget, left.length / 64);
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** Timestamps and durations are the only messages a condition can hold. */
function equalTimes(left: ReflectMessage, right: ReflectMessage): boolean {
  if (isReflectMessage(left, TimestampSchema) && isReflectMessage(right, TimestampSchema)) {
    return equalSeconds(left.message as Timestamp, right.message as Timestamp);
  }
  const areDurations = isReflectMessage(left, DurationSchema) && isReflectMessage(right, DurationSchema);
  return areDurations && equalSeconds(left.message as Duration, right.message as Duration);
}

const equalSeconds = (left: Timestamp | Duration, right: Timestamp | Duration): boolean =>
  left.seconds === right.seconds && left.nanos === right.nanos;
