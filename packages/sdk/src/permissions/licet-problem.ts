import { codeOfStatus } from "../common/code-of-status.ts";
import { LicetError } from "../common/licet-error.ts";

/** RFC 9457, as the API writes it; a newer Licet may have other types. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly request_id?: string;
  readonly [member: string]: unknown;
}

/** One part of the input that is not valid. The pointer (RFC 6901) is empty for the input as a whole. */
export interface InputIssue {
  readonly pointer: string;
  readonly detail: string;
  readonly code?: string;
  readonly [member: string]: unknown;
}

const TYPE = "urn:licet:problem:";

/** Licet refused the call, and says why. */
export class LicetProblem extends LicetError {
  override readonly name = "LicetProblem";
  /** Stable, for programs: `not_found`, `invalid_input`, `version_mismatch`, … (docs/reference/errors.md). */
  readonly error: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** Names the request in the logs and in the audit log of Licet. */
  readonly requestId: string | undefined;
  /** What is wrong with the input, each with its place. */
  readonly errors: readonly InputIssue[];
  readonly retryAfterSeconds: number | undefined;
  /** All members of the problem. */
  readonly problem: ProblemDetails;

  constructor(problem: ProblemDetails, retryAfterSeconds?: number) {
    const { type, title, status, detail, request_id: requestId } = problem;
    super(
      codeOfStatus(status),
      `${detail ?? title}${requestId === undefined ? "" : ` (request ${requestId})`}`,
    );
    this.error = type.startsWith(TYPE) ? type.slice(TYPE.length) : type;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = Array.isArray(problem.errors) ? (problem.errors as readonly InputIssue[]) : [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** There is no answer of Licet: it could not be reached in time, or something else answered in its place. */
export class LicetUnavailableError extends LicetError {
  override readonly name = "LicetUnavailableError";

  constructor(message: string, options?: ErrorOptions) {
    super("unavailable", message, options);
  }
}

export const isProblem = (body: Readonly<Record<string, unknown>> | undefined): body is ProblemDetails =>
  typeof body?.type === "string" && typeof body.title === "string" && typeof body.status === "number";
