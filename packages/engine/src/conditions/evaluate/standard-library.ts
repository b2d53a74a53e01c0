/**
 * The functions of conditions: CEL's standard library, some of its string extensions, and `inNetwork`. A function that
 * is not in these tables is refused when a condition is written. Operators whose rule is about how types relate
 * (`==`, `in`, `?:`, indexing) are not here but in the type check.
 */
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  TIMESTAMP,
  TYPE,
  type Type,
  UINT,
} from "../types.ts";

export interface Overload {
  readonly args: readonly Type[];
  readonly result: Type;
}

type Table = ReadonlyMap<string, readonly Overload[]>;

const takes = (...args: readonly Type[]) => ({ gives: (result: Type): Overload => ({ args, result }) });

const NUMBERS = [INT, UINT, DOUBLE];
const COMPARED = [
  ...NUMBERS.flatMap((left) => NUMBERS.map((right) => takes(left, right).gives(BOOL))),
  ...[BOOL, STRING, BYTES, TIMESTAMP, DURATION].map((type) => takes(type, type).gives(BOOL)),
];

/** JSON has only doubles, so `level + 1` must work although 1 is an int. CEL itself would refuse it. */
const MIXED = [takes(DOUBLE, INT).gives(DOUBLE), takes(INT, DOUBLE).gives(DOUBLE)];
const ARITHMETIC = [...NUMBERS.map((type) => takes(type, type).gives(type)), ...MIXED];
const WHOLE = [INT, UINT].map((type) => takes(type, type).gives(type));

const LIST = listOf(DYN);
const MAP = mapOf(DYN, DYN);
const MEASURED = [STRING, BYTES, LIST, MAP];

/** Operators by the parser's name for them, with the sign that an author writes. */
export const OPERATORS: ReadonlyMap<
  string,
  { readonly sign: string; readonly overloads: readonly Overload[] }
> = new Map([
  ["!_", { sign: "!", overloads: [takes(BOOL).gives(BOOL)] }],
  ["-_", { sign: "-", overloads: [INT, DOUBLE].map((type) => takes(type).gives(type)) }],
  ["_<_", { sign: "<", overloads: COMPARED }],
  ["_<=_", { sign: "<=", overloads: COMPARED }],
  ["_>_", { sign: ">", overloads: COMPARED }],
  ["_>=_", { sign: ">=", overloads: COMPARED }],
  [
    "_+_",
    {
      sign: "+",
      overloads: [
        ...ARITHMETIC,
        takes(STRING, STRING).gives(STRING),
        takes(BYTES, BYTES).gives(BYTES),
        takes(LIST, LIST).gives(LIST),
        takes(DURATION, DURATION).gives(DURATION),
        takes(TIMESTAMP, DURATION).gives(TIMESTAMP),
        takes(DURATION, TIMESTAMP).gives(TIMESTAMP),
      ],
    },
  ],
  [
    "_-_",
    {
      sign: "-",
      overloads: [
        ...ARITHMETIC,
        takes(TIMESTAMP, TIMESTAMP).gives(DURATION),
        takes(TIMESTAMP, DURATION).gives(TIMESTAMP),
        takes(DURATION, DURATION).gives(DURATION),
      ],
    },
  ],
  ["_*_", { sign: "*", overloads: ARITHMETIC }],
  ["_/_", { sign: "/", overloads: ARITHMETIC }],
  ["_%_", { sign: "%", overloads: WHOLE }],
]);

const converts = (from: readonly Type[], to: Type): readonly Overload[] =>
  from.map((type) => takes(type).gives(to));

/** Called as `name(…)`. */
export const FUNCTIONS: Table = new Map<string, readonly Overload[]>([
  ["size", converts(MEASURED, INT)],
  ["int", converts([...NUMBERS, STRING, TIMESTAMP, DURATION], INT)],
  ["uint", converts([...NUMBERS, STRING], UINT)],
  ["double", converts([...NUMBERS, STRING], DOUBLE)],
  ["bool", converts([BOOL, STRING], BOOL)],
  ["string", converts([...NUMBERS, STRING, BOOL, BYTES, TIMESTAMP, DURATION], STRING)],
  ["bytes", converts([BYTES, STRING], BYTES)],
  ["timestamp", converts([TIMESTAMP, STRING, INT], TIMESTAMP)],
  ["duration", converts([DURATION, STRING, INT], DURATION)],
  ["type", converts([DYN], TYPE)],
  ["dyn", converts([DYN], DYN)],
]);

/** The parts of a timestamp; each takes an optional time zone. */
export const CALENDAR_METHODS = [
  "getFullYear",
  "getMonth",
  "getDate",
  "getDayOfMonth",
  "getDayOfWeek",
  "getDayOfYear",
  "getHours",
  "getMinutes",
  "getSeconds",
  "getMilliseconds",
] as const;
const CLOCK_METHODS: ReadonlySet<string> = new Set([
  "getHours",
  "getMinutes",
  "getSeconds",
  "getMilliseconds",
]);

/** Called as `target.name(…)`; the target is the first argument. */
export const METHODS: Table = new Map<string, readonly Overload[]>([
  ["size", converts(MEASURED, INT)],
  ...["startsWith", "endsWith", "contains", "matches", "inNetwork"].map(
    (name) => [name, [takes(STRING, STRING).gives(BOOL)]] as const,
  ),
  ...["lowerAscii", "upperAscii", "trim"].map((name) => [name, [takes(STRING).gives(STRING)]] as const),
  ["split", [takes(STRING, STRING).gives(listOf(STRING))]],
  ["indexOf", [takes(STRING, STRING).gives(INT)]],
  ["substring", [takes(STRING, INT).gives(STRING), takes(STRING, INT, INT).gives(STRING)]],
  ...CALENDAR_METHODS.map((name): readonly [string, readonly Overload[]] => [
    name,
    [
      takes(TIMESTAMP).gives(INT),
      takes(TIMESTAMP, STRING).gives(INT),
      ...(CLOCK_METHODS.has(name) ? [takes(DURATION).gives(INT)] : []),
    ],
  ]),
]);

/** Types are values too: `type(subject.attributes.level) == double`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  "bool int uint double string bytes list map null_type type".split(" "),
);
