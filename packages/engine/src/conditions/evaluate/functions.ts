/**
 * Functions that the library lacks, or implements unsuitably for conditions: without a limit, dependent on the host's
 * time zone, or too lenient.
 */
import { type CelList, type CelValue, celList, celUint, isCelList } from "@bufbuild/cel";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { memoize } from "../../values/bounded-cache.ts";
import { LIST_ELEMENTS, TEXT_CHARACTERS } from "../bounds.ts";
import { CALENDAR, wallClockIn } from "./calendar.ts";
import { equalValues } from "./equal-values.ts";
import { isInNetwork, parseNetwork } from "./networks.ts";
import { matchesPattern } from "./patterns.ts";
import { durationOf, isDuration, isTimestamp, nanosecondsOf, timestampOf } from "./times.ts";
import { FAILED, type Value } from "./value.ts";
import { spend, spendOnText, type WorkBudget } from "./work.ts";

/** The target of a method is its first argument. Undefined when the arguments have other types. */
export type Overload = (args: readonly CelValue[], budget: WorkBudget) => Value | undefined;

const LEAST_INT = -(2n ** 63n);
const MOST_INT = 2n ** 63n - 1n;

type Guard<V extends CelValue> = (value: CelValue | undefined) => value is V;

const isText: Guard<string> = (value) => typeof value === "string";
const isBytes: Guard<Uint8Array> = (value) => value instanceof Uint8Array;
const isInt: Guard<bigint> = (value) => typeof value === "bigint";
const isDouble: Guard<number> = (value) => typeof value === "number";
const isList: Guard<CelList> = (value): value is CelList => isCelList(value);

const unary =
  <A extends CelValue>(isOne: Guard<A>, compute: (one: A, budget: WorkBudget) => Value): Overload =>
  ([one, ...rest], budget) =>
    isOne(one) && rest.length === 0 ? compute(one, budget) : undefined;

const binary =
  <A extends CelValue, B extends CelValue>(
    isOne: Guard<A>,
    isOther: Guard<B>,
    compute: (one: A, other: B, budget: WorkBudget) => Value,
  ): Overload =>
  ([one, other, ...rest], budget) =>
    isOne(one) && isOther(other) && rest.length === 0 ? compute(one, other, budget) : undefined;

/**
 * Compares two numbers or two texts; the library compares all other types. An int and a double are compared without a
 * conversion: a double cannot hold every int.
 */
const orders =
  (compare: <T extends number | bigint | string>(left: T, right: T) => boolean): Overload =>
  ([left, right]) => {
    if (isText(left) && isText(right)) return compare(left, right);
    return isNumber(left) && isNumber(right) ? compare(left, right) : undefined;
  };

const isNumber: Guard<number | bigint> = (value) => isDouble(value) || isInt(value);

const equals: Overload = ([left = null, right = null], budget) => equalValues(left, right, budget);
const differs: Overload = ([left = null, right = null], budget) => !equalValues(left, right, budget);

const isIn: Overload = ([value = null, list], budget) => {
  if (!isList(list)) return undefined;
  for (const element of list) if (equalValues(element, value, budget)) return true;
  return false;
};

/** JSON has doubles only, while a number in an expression is an int. */
const mixed = (compute: (left: number, right: number) => number): readonly Overload[] => [
  binary(isDouble, isInt, (left, right) => compute(left, Number(right))),
  binary(isInt, isDouble, (left, right) => compute(Number(left), right)),
];

/** Undefined, or a number beyond 64 bits, is not a result. */
const whole = (compute: (left: bigint, right: bigint) => bigint | undefined): Overload =>
  binary(isInt, isInt, (left, right) => {
    const value = compute(left, right);
    return isWithin(value, LEAST_INT, MOST_INT) ? value : FAILED;
  });

const divide = (left: bigint, right: bigint): bigint | undefined => (right === 0n ? undefined : left / right);

const add: readonly Overload[] = [
  ...mixed((left, right) => left + right),
  whole((left, right) => left + right),
  binary(isText, isText, (left, right, budget) =>
    isTextWithin(left.length + right.length, budget) ? left + right : FAILED,
  ),
  binary(isBytes, isBytes, (left, right, budget) =>
    isTextWithin(left.length + right.length, budget) ? Uint8Array.from([...left, ...right]) : FAILED,
  ),
  binary(isList, isList, (left, right, budget) =>
    isListWithin(left.size + right.size, budget) ? celList([...left, ...right]) : FAILED,
  ),
  onTimes(isDuration, isDuration, durationOf, (left, right) => left + right),
  onTimes(isTimestamp, isDuration, timestampOf, (left, right) => left + right),
  onTimes(isDuration, isTimestamp, timestampOf, (left, right) => left + right),
];

const subtract: readonly Overload[] = [
  ...mixed((left, right) => left - right),
  whole((left, right) => left - right),
  onTimes(isTimestamp, isTimestamp, durationOf, (left, right) => left - right),
  onTimes(isTimestamp, isDuration, timestampOf, (left, right) => left - right),
  onTimes(isDuration, isDuration, durationOf, (left, right) => left - right),
];

function onTimes(
  isOne: Guard<ReflectMessage>,
  isOther: Guard<ReflectMessage>,
  make: (nanoseconds: bigint) => Value,
  compute: (left: bigint, right: bigint) => bigint,
): Overload {
  return binary(isOne, isOther, (left, right) => make(compute(nanosecondsOf(left), nanosecondsOf(right))));
}

function isTextWithin(characters: number, budget: WorkBudget): boolean {
  if (characters > TEXT_CHARACTERS) return false;
  spendOnText(budget, characters);
  return true;
}

function isListWithin(elements: number, budget: WorkBudget): boolean {
  if (elements > LIST_ELEMENTS) return false;
  spend(budget, 1 + elements / 2);
  return true;
}

/** `int("")` is 0 and `double("x")` is NaN in JavaScript; a condition must accept neither as a number. */
const toInt = unary(isText, (text) => {
  const value = parseInteger(text);
  return isWithin(value, LEAST_INT, MOST_INT) ? value : FAILED;
});

const toUint = unary(isText, (text) => {
  const value = parseInteger(text);
  return isWithin(value, 0n, 2n ** 64n - 1n) ? celUint(value) : FAILED;
});

const toDouble = unary(isText, (text) =>
  /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$/.test(text) ? Number(text) : FAILED,
);

const toTimestamp = unary(isInt, (seconds) => timestampOf(seconds * 1_000_000_000n));

const toBytes = unary(isText, (text, budget) => {
  spendOnText(budget, text.length);
  return new TextEncoder().encode(text);
});

const parseInteger = (text: string): bigint | undefined =>
  /^[+-]?\d{1,20}$/.test(text) ? BigInt(text.startsWith("+") ? text.slice(1) : text) : undefined;

const isWithin = (value: bigint | undefined, least: bigint, most: bigint): value is bigint =>
  value !== undefined && value >= least && value <= most;

/** Counts code points, as CEL does. */
const countCharacters = unary(isText, (text, budget) => {
  spendOnText(budget, text.length * 8);
  let count = 0;
  for (const _ of text) count++;
  return BigInt(count);
});

/** A method that reads the text once. */
const overText = (compute: (text: string) => Value): Overload =>
  unary(isText, (text, budget) => {
    spendOnText(budget, text.length);
    return compute(text);
  });

const searchText = (compute: (text: string, part: string) => Value): Overload =>
  binary(isText, isText, (text, part, budget) => {
    spendOnText(budget, text.length);
    return compute(text, part);
  });

const split = binary(isText, isText, (text, separator, budget) => {
  spendOnText(budget, text.length);
  const parts = text.split(separator, LIST_ELEMENTS + 1);
  return isListWithin(parts.length, budget) ? celList(parts) : FAILED;
});

const substring: Overload = ([text, start, end, ...rest], budget) => {
  if (!isText(text) || !isInt(start) || rest.length > 0) return undefined;
  if (end !== undefined && !isInt(end)) return undefined;
  const characters = charactersOf(text, budget);
  return slice(characters, Number(start), end === undefined ? characters.length : Number(end));
};

function slice(characters: string | readonly string[], start: number, end: number): Value {
  if (start < 0 || start > end || end > characters.length) return FAILED;
  const part = characters.slice(start, end);
  return typeof part === "string" ? part : part.join("");
}

const indexOf = binary(isText, isText, (text, part, budget) => {
  spendOnText(budget, text.length);
  const index = text.indexOf(part);
  return BigInt(index === -1 ? -1 : charactersOf(text.slice(0, index), budget).length);
});

/** The code points of a text. A text without surrogates is returned as it is: its characters are its code points. */
function charactersOf(text: string, budget: WorkBudget): string | readonly string[] {
  spendOnText(budget, text.length);
  if (!/[\uD800-\uDFFF]/.test(text)) return text;
  spendOnText(budget, text.length * 8);
  return Array.from(text);
}

const matches = binary(
  isText,
  isText,
  (text, pattern, budget) => matchesPattern(text, pattern, budget) ?? FAILED,
);

const findNetwork = memoize(1_000, parseNetwork);

const inNetwork = binary(isText, isText, (ip, network, budget) => {
  spend(budget, 10);
  return isInNetwork(ip, findNetwork(network));
});

const calendar = Object.entries(CALENDAR).map(([name, read]): [string, readonly Overload[]] => [
  name,
  [
    unary(isTimestamp, (time) => BigInt(read(dateOf(time)))),
    binary(isTimestamp, isText, (time, zone, budget) => {
      spend(budget, 10);
      return BigInt(read(wallClockIn(zone, dateOf(time))));
    }),
  ],
]);

const dateOf = ({ message }: ReflectMessage): Date => timestampDate(message as Timestamp);

/** These functions replace the library's own. A function that throws has no result. */
export const OWN_FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = new Map([
  ["_==_", [equals]],
  ["_!=_", [differs]],
  ["@in", [isIn]],
  ["_<_", [orders((left, right) => left < right)]],
  ["_<=_", [orders((left, right) => left <= right)]],
  ["_>_", [orders((left, right) => left > right)]],
  ["_>=_", [orders((left, right) => left >= right)]],
  ["_+_", add],
  ["_-_", subtract],
  ["_*_", [...mixed((left, right) => left * right), whole((left, right) => left * right)]],
  ["_/_", [...mixed((left, right) => left / right), whole(divide)]],
  ["_%_", [whole((left, right) => (right === 0n ? undefined : left % right))]],
  ["int", [toInt]],
  ["uint", [toUint]],
  ["double", [toDouble]],
  ["timestamp", [toTimestamp]],
  ["bytes", [toBytes]],
  ["size", [countCharacters]],
  ["contains", [searchText((text, part) => text.includes(part))]],
  ["indexOf", [indexOf]],
  ["lowerAscii", [overText((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))]],
  ["upperAscii", [overText((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()))]],
  ["trim", [overText((text) => text.trim())]],
  ["split", [split]],
  ["substring", [substring]],
  ["matches", [matches]],
  ["inNetwork", [inNetwork]],
  ...calendar,
]);
