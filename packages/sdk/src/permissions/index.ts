/** The typed client of the permission and management API. */

export { LicetError, type LicetErrorCode } from "../common/licet-error.ts";
// By `export *`, so that an application can add its permissions to `Register`.
export * from "../common/permission-name.ts";
export type { Clock, RuntimeOptions } from "../common/runtime.ts";
export { UsageError } from "../common/usage-error.ts";
export type { GivenToken, TokenSource } from "./access-token.ts";
export type { CallAnswer, CallArguments, CallName, CallOptions, Method, NameOf, PathOf } from "./call.ts";
export {
  type InputIssue,
  LicetProblem,
  LicetUnavailableError,
  type ProblemDetails,
} from "./licet-problem.ts";
export type { PermissionsClient, PermissionsClientOptions } from "./permissions-client.ts";
export { createPermissionsClient } from "./permissions-client.ts";
export type { CheckOptions, CheckResult, Question } from "./question.ts";
export type { Calls, Schemas } from "./schema.ts";
