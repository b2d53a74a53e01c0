/** An issue that the API found in a part of the input; docs/reference/errors.md describes each code. */
export type InputIssue = {
  /** RFC 6901; empty for the input as a whole. */
  readonly pointer: string;
  /** An English description, for clients without a text for the code. */
  readonly detail: string;
} & (
  | {
      readonly code:
        | "missing"
        | "unknown_member"
        | "unusable_characters"
        | "in_the_past"
        | "published"
        | "not_changeable"
        | "too_much_work"
        | "invalid";
    }
  | { readonly code: "wrong_type" | "malformed"; readonly expected: string }
  | { readonly code: "not_one_of"; readonly values: readonly string[] }
  | { readonly code: "too_short" | "too_few"; readonly minimum: number }
  | { readonly code: "too_long" | "too_many" | "too_deep"; readonly maximum: number }
  | { readonly code: "out_of_range"; readonly minimum?: number; readonly maximum?: number }
  | { readonly code: "repeated"; readonly first?: number }
  | { readonly code: "exactly_one_of" | "at_least_one_of"; readonly members: readonly string[] }
  | {
      readonly code: "not_found";
      readonly kind: string;
      readonly name: string;
      readonly suggestion?: string;
    }
  | { readonly code: "ambiguous" | "taken"; readonly kind: string; readonly name: string }
  | { readonly code: "cycle"; readonly cycle: readonly string[] }
  | { readonly code: "in_use"; readonly name: string; readonly used_by: readonly string[] }
  | { readonly code: "not_for_type"; readonly type: string }
  | {
      readonly code: "invalid_condition";
      readonly line: number;
      readonly column: number;
      readonly message: string;
    }
);

/** The issue of a field: a text of the form, or an issue that the API found. */
export type FieldIssue = string | InputIssue;
