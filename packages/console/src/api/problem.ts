import type { InputIssue } from "./input-issue.ts";

/** RFC 9457, as the API writes it. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly InputIssue[];
  readonly [member: string]: unknown;
}

/** An error response of the API. Forms read the issues of their fields from it. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: ProblemDetails;
  /** The required permission: `licet:roles.read`. */
  readonly missing: string | undefined;

  constructor(problem: ProblemDetails, missing?: string) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.missing = missing;
  }

  get status(): number {
    return this.problem.status;
  }

  /** `version_mismatch` of `urn:licet:problem:version_mismatch`. */
  get slug(): string {
    return this.problem.type.slice(this.problem.type.lastIndexOf(":") + 1);
  }

  /** Finds the issue of one part of the input by its JSON pointer; with `below`, also of its nested members. */
  about(pointer: string, below = false): InputIssue | undefined {
    return this.problem.errors?.find(
      (error) => error.pointer === pointer || (below && error.pointer.startsWith(`${pointer}/`)),
    );
  }
}

/** The session ended: the user must sign in again. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}
