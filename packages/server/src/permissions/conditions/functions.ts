/**
 * The functions that the evaluator's own library does not have, or has in a way that does not suit us: without a limit,
 * dependent on the host's time zone, or forgiving where a condition must not be.
 */
import {
  type CelFunc,
  type CelList,
  CelScalar,
  type CelValue,
  celEnv,
  celFunc,
  celList,
  celMethod,
  celUint,
  listType,
  objectType,
} from "@bufbuild/cel";
import { TimestampSchema, timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { LIST_ELEMENTS, TEXT_CHARACTERS } from "./bounds.ts";
import { CALENDAR, wallClockIn } from "./calendar.ts";
import { equalValues } from "./equal-values.ts";
import { isInNetwork, parseNetwork } from "./networks.ts";
import { matchesPattern } from "./patterns.ts";
import { remember } from "./remember.ts";
import { spend, spendOnText } from "./work.ts";

const { BOOL, BYTES, DOUBLE, DYN, INT, STRING, UINT } = CelScalar;
const LIST = listType(DYN);
const TIMESTAMP = objectType(TimestampSchema);

const findNetwork = remember(1_000, parseNetwork);

const comparisons: readonly CelFunc[] = [
  celFunc("_==_", [DYN, DYN], BOOL, equalValues),
  celFunc("_!=_", [DYN, DYN], BOOL, (left, right) => !equalValues(left, right)),
  celFunc("@in", [DYN, LIST], BOOL, (value, list) => {
    for (const element of list) if (equalValues(element, value)) return true;
    return false;
  }),
];

const arithmetic: readonly CelFunc[] = (
  [
    ["_+_", (left: number, right: number) => left + right],
    ["_-_", (left: number, right: number) => left - right],
    ["_*_", (left: number, right: number) => left * right],
    ["_/_", (left: number, right: number) => left / right],
  ] as const
).flatMap(([name, compute]) => [
  celFunc(name, [DOUBLE, INT], DOUBLE, (left, right) => compute(left, Number(right))),
  celFunc(name, [INT, DOUBLE], DOUBLE, (left, right) => compute(Number(left), right)),
]);

const concatenations: readonly CelFunc[] = [
  celFunc("_+_", [STRING, STRING], STRING, (left, right) => {
    requireText(left.length + right.length);
    return left + right;
  }),
  celFunc("_+_", [BYTES, BYTES], BYTES, (left, right) => {
    requireText(left.length + right.length);
    return Uint8Array.from([...left, ...right]);
  }),
  celFunc("_+_", [LIST, LIST], LIST, (left, right) => {
    requireList(left.size + right.size);
    return celList([...left, ...right]);
  }),
];

/** `int("")` is 0 and `double("x")` is NaN in JavaScript; in a condition neither may pass for a number. */
const conversions: readonly CelFunc[] = [
  celFunc("int", [STRING], INT, (text) => requireRange(readInteger(text), -(2n ** 63n), 2n ** 63n - 1n)),
  celFunc("uint", [STRING], UINT, (text) => celUint(requireRange(readInteger(text), 0n, 2n ** 64n - 1n))),
  celFunc("double", [STRING], DOUBLE, (text) => {
    if (!/^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$/.test(text)) {
      throw new Error("not a number");
    }
    return Number(text);
  }),
  celFunc("timestamp", [INT], TIMESTAMP, (seconds) =>
    timestampFromMs(Number(requireRange(seconds, -62_135_596_800n, 253_402_300_799n)) * 1_000),
  ),
  celFunc("bytes", [STRING], BYTES, (text) => {
    spendOnText(text.length);
    return new TextEncoder().encode(text);
  }),
];

const texts: readonly CelFunc[] = [
  celFunc("size", [STRING], INT, countCharacters),
  celMethod("size", STRING, [], INT, function () {
    return countCharacters(this);
  }),
  celMethod("contains", STRING, [STRING], BOOL, function (part) {
    spendOnText(this.length);
    return this.includes(part);
  }),
  celMethod("indexOf", STRING, [STRING], INT, function (part) {
    spendOnText(this.length);
    return BigInt(this.indexOf(part));
  }),
  celMethod("substring", STRING, [INT], STRING, function (start) {
    return cut(this, Number(start), this.length);
  }),
  celMethod("substring", STRING, [INT, INT], STRING, function (start, end) {
    return cut(this, Number(start), Number(end));
  }),
  celMethod("lowerAscii", STRING, [], STRING, function () {
    spendOnText(this.length);
    return this.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }),
  celMethod("upperAscii", STRING, [], STRING, function () {
    spendOnText(this.length);
    return this.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  }),
  celMethod("trim", STRING, [], STRING, function () {
    spendOnText(this.length);
    return this.trim();
  }),
  celMethod("split", STRING, [STRING], LIST, function (separator) {
    spendOnText(this.length);
    const parts = this.split(separator, LIST_ELEMENTS + 1);
    requireList(parts.length);
    return celList(parts);
  }),
  celMethod("matches", STRING, [STRING], BOOL, function (pattern) {
    return matchesPattern(this, pattern);
  }),
  celMethod("inNetwork", STRING, [STRING], BOOL, function (network) {
    spend(10);
    return isInNetwork(this, findNetwork(network));
  }),
];

const times: readonly CelFunc[] = Object.entries(CALENDAR).flatMap(([name, read]) => [
  celMethod(name, TIMESTAMP, [], INT, function () {
    return BigInt(read(timestampDate(this.message)));
  }),
  celMethod(name, TIMESTAMP, [STRING], INT, function (zone) {
    spend(10);
    return BigInt(read(wallClockIn(zone, timestampDate(this.message))));
  }),
]);

/** Called by loops only; see `boundLoops`. */
const loops: readonly CelFunc[] = [
  celFunc("@spend", [INT, BOOL], BOOL, (units, goesOn) => {
    spend(Number(units));
    return goesOn;
  }),
  celFunc("@append", [LIST, DYN], LIST, appendTo),
];

/** What conditions are planned with; ours take the place of the evaluator's own. */
export const CONDITION_ENVIRONMENT = celEnv({
  funcs: [...comparisons, ...arithmetic, ...concatenations, ...conversions, ...texts, ...times, ...loops],
});

const growing = new WeakMap<CelList, CelValue[]>();

/** Appends in place: only the loop that makes the list can see it before it is done. */
function appendTo(list: CelList, element: CelValue): CelList {
  const known = growing.get(list);
  if (known !== undefined) {
    known.push(element);
    return list;
  }
  const elements = [element];
  const started = celList(elements);
  growing.set(started, elements);
  return started;
}

function requireText(characters: number): void {
  if (characters > TEXT_CHARACTERS) throw new Error("the text becomes too long");
  spendOnText(characters);
}

function requireList(elements: number): void {
  if (elements > LIST_ELEMENTS) throw new Error("the list becomes too long");
  spend(1 + elements / 2);
}

function cut(text: string, start: number, end: number): string {
  if (start < 0 || start > end || end > text.length) throw new Error("substring() reaches beyond the text");
  return text.slice(start, end);
}

/** In code points, as CEL counts. */
function countCharacters(text: string): bigint {
  spendOnText(text.length * 8);
  let count = 0;
  for (const _ of text) count++;
  return BigInt(count);
}

function readInteger(text: string): bigint {
  if (!/^[+-]?\d{1,20}$/.test(text)) throw new Error("not a whole number");
  return BigInt(text.startsWith("+") ? text.slice(1) : text);
}

function requireRange(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least || value > most) throw new Error("the number is out of range");
  return value;
}
