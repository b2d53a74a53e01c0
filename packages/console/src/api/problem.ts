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

/** A refusal of the API. Forms look for their fields in it. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: ProblemDetails;
  /** The permission that would have been needed: `licet:roles.read`. */
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

  /** What is said about one part of the input, by its JSON pointer; with `below`, about anything in it, too. */
  about(pointer: string, below = false): InputIssue | undefined {
    return this.problem.errors?.find(
      (error) => error.pointer === pointer || (below && error.pointer.startsWith(`${pointer}/`)),
    );
  }
}

/** The session is over: whoever wants to go on has to sign in again. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}
