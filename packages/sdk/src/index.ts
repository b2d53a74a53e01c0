/**
 * What most programs need: tokens, their verification, permission checks, and the errors. Frameworks are at
 * `@licet/sdk/server/…` and local checks at `@licet/sdk/local`, since these need packages of their own.
 */

export {
  type ClientCredentials,
  createTokenClient,
  type FetchOptions,
  ForbiddenOriginError,
  IssuerUnavailableError,
  type RejectedScopes,
  type Token,
  type TokenClient,
  type TokenClientOptions,
  TokenError,
  type TokenFailure,
  type TokenOptions,
  TokenRefusedError,
  WrongIssuerError,
} from "./client/index.ts";
export { LicetError, type LicetErrorCode } from "./common/licet-error.ts";
// By `export *`, so that an application can add its permissions to `Register`.
export * from "./common/permission-name.ts";
export type { Clock, RuntimeOptions } from "./common/runtime.ts";
export { UsageError } from "./common/usage-error.ts";
export {
  type CallAnswer,
  type CallArguments,
  type CallName,
  type CallOptions,
  type Calls,
  type CheckOptions,
  type CheckResult,
  createPermissionsClient,
  type GivenToken,
  type InputIssue,
  LicetProblem,
  LicetUnavailableError,
  type PermissionsClient,
  type PermissionsClientOptions,
  type ProblemDetails,
  type Question,
  type Schemas,
  type TokenSource,
} from "./permissions/index.ts";
export {
  type AccessTokenClaims,
  type Auth,
  createVerifier,
  followRevocations,
  type IntrospectionOptions,
  nameSubject,
  type RejectedToken,
  type RevocationOptions,
  type Revocations,
  type TokenProblem,
  type Verification,
  type Verifier,
  type VerifierOptions,
} from "./server/index.ts";
