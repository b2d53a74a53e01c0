import type { Coded } from "@licet/engine/internal/values/coded.ts";

/** The values of the codes below. None has the name of a member of RFC 9457 (`type`, …): they stand beside those. */
export interface ConflictValues {
  /** The kind of the entity: `role`. */
  readonly kind: string;
  readonly name: string;
  /** The member of the input whose value is taken. */
  readonly member: string;
  readonly maximum: number;
  readonly used_by: readonly { readonly kind: string; readonly id: string }[];
  /** The length of `used_by`. */
  readonly count: number;
  /** More entities use it than `used_by` lists. */
  readonly more: true;
  readonly application_type: string;
}

/**
 * The conflicts between a change and the present state, as stable codes with their values (those that may be missing
 * end in `?`). Programs write their own sentence from it, in the language of their user.
 */
export const CONFLICTS = {
  exists: ["kind", "name"],
  taken: ["kind", "member?", "name?"],
  name_reserved: ["kind", "name"],
  sign_in_name_taken: ["member", "name"],
  owner_missing: ["kind"],
  created_and_deleted: ["name"],
  in_use: ["kind", "name", "used_by", "count", "more?"],
  too_many_dependants: ["kind", "name", "maximum"],
  part_of_licet: ["kind", "name"],
  last_administrator: [],
  deletes_itself: [],
  disables_itself: [],
  user_disabled: [],
  secret_used_before: [],
  too_many_secrets: ["maximum"],
  no_secret_for_type: ["application_type"],
  signs_in_with_key: [],
  state_changed: [],
  request_under_way: [],
  answer_lost: [],
  input: [],
  other: [],
} as const satisfies Readonly<Record<string, readonly (keyof ConflictValues | `${keyof ConflictValues}?`)[]>>;

export type Conflict = Coded<typeof CONFLICTS, ConflictValues>;
