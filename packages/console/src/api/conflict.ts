import { ApiProblem } from "./problem.ts";

interface Dependent {
  readonly kind: string;
  readonly id: string;
}

/** A conflict between a call and the current state; docs/reference/errors.md describes each code. */
export type Conflict =
  | {
      readonly code:
        | "last_administrator"
        | "deletes_itself"
        | "disables_itself"
        | "user_disabled"
        | "secret_used_before"
        | "signs_in_with_key"
        | "state_changed"
        | "request_under_way"
        | "answer_lost"
        | "input"
        | "other";
    }
  | {
      readonly code: "exists" | "part_of_licet" | "name_reserved";
      readonly kind: string;
      readonly name: string;
    }
  | { readonly code: "sign_in_name_taken"; readonly member: string; readonly name: string }
  | { readonly code: "taken"; readonly kind: string; readonly member?: string; readonly name?: string }
  | { readonly code: "owner_missing"; readonly kind: string }
  | { readonly code: "created_and_deleted"; readonly name: string }
  | {
      readonly code: "in_use";
      readonly kind: string;
      readonly name: string;
      readonly used_by: readonly Dependent[];
      readonly count: number;
      readonly more?: true;
    }
  | {
      readonly code: "too_many_dependants";
      readonly kind: string;
      readonly name: string;
      readonly maximum: number;
    }
  | { readonly code: "too_many_secrets"; readonly maximum: number }
  | { readonly code: "no_secret_for_type"; readonly application_type: string };

export const findConflict = (error: unknown): Conflict | undefined =>
  error instanceof ApiProblem && error.status === 409 && typeof error.problem.code === "string"
    ? (error.problem as unknown as Conflict)
    : undefined;
