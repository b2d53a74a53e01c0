import type { Coded } from "./coded.ts";

/** The values of the codes below. */
export interface IssueValues {
  readonly minimum: number;
  readonly maximum: number;
  /** A type (`string`), or the form of a text (`role_name`, `date_time`). */
  readonly expected: string;
  readonly values: readonly string[];
  /** The kind of the entity: `role`. */
  readonly kind: string;
  readonly name: string;
  /** A known name that is similar to the one given. */
  readonly suggestion: string;
  /** The names of the cycle; the first is repeated at the end. */
  readonly cycle: readonly string[];
  readonly members: readonly string[];
  readonly used_by: readonly string[];
  /** The type of application that cannot have this. */
  readonly type: string;
  /** The position of the first of the repeated entries. */
  readonly first: number;
  readonly line: number;
  readonly column: number;
  /** The message of the condition language. */
  readonly message: string;
}

/**
 * The issues that a part of the input can have, as stable codes with their values (those that may be missing end in
 * `?`). Few and general: programs write their own sentence from it, in the language of their user.
 */
export const INPUT_ISSUES = {
  missing: [],
  unknown_member: [],
  wrong_type: ["expected"],
  not_one_of: ["values"],
  too_short: ["minimum"],
  too_long: ["maximum"],
  too_few: ["minimum"],
  too_many: ["maximum"],
  out_of_range: ["minimum?", "maximum?"],
  too_deep: ["maximum"],
  malformed: ["expected"],
  unusable_characters: [],
  in_the_past: [],
  published: [],
  repeated: ["first?"],
  exactly_one_of: ["members"],
  at_least_one_of: ["members"],
  not_found: ["kind", "name", "suggestion?"],
  ambiguous: ["kind", "name"],
  taken: ["kind", "name"],
  cycle: ["cycle"],
  in_use: ["name", "used_by"],
  not_changeable: [],
  not_for_type: ["type"],
  invalid_condition: ["line", "column", "message"],
  too_much_work: [],
  invalid: [],
} as const satisfies Readonly<Record<string, readonly (keyof IssueValues | `${keyof IssueValues}?`)[]>>;

export type IssueCode = keyof typeof INPUT_ISSUES;

export type InputIssue = Coded<typeof INPUT_ISSUES, IssueValues>;

/** An issue with its sentence in English: `issue` is for programs, `message` for readers. */
export interface DescribedIssue {
  readonly message: string;
  readonly issue: InputIssue;
}
