export { LicetError, type LicetErrorCode } from "../common/licet-error.ts";
export type { PermissionName } from "../common/permission-name.ts";
export type { Clock, RuntimeOptions } from "../common/runtime.ts";
export { UsageError } from "../common/usage-error.ts";
export { type AccessTokenClaims, type Auth, nameSubject } from "./auth.ts";
export { createVerifier, type Verifier } from "./create-verifier.ts";
export {
  type AuthOptions,
  createGuard,
  type Forbidden,
  type Guard,
  type Outcome,
  type RefusalDetails,
} from "./guard.ts";
export { type HttpAnswer, type RequestParts, toResponse } from "./http-answer.ts";
export type { IntrospectionOptions } from "./introspect.ts";
export type {
  InstanceReference,
  PermissionAnswer,
  PermissionChecker,
  PermissionQuestion,
  SubjectReference,
} from "./permission-checker.ts";
export type { RefusalLog } from "./refusal-log.ts";
export {
  type AskAbout,
  type PermissionSubjectMatter,
  type Requirement,
  requireAnyScope,
  requirePermission,
  requireScopes,
  type Visit,
} from "./requirements.ts";
export type { ResourceMetadataOptions } from "./resource-metadata.ts";
export { followRevocations, type RevocationOptions } from "./revocations.ts";
export type { RejectedToken, TokenProblem, Verification } from "./verification.ts";
export type { Revocations, VerifierOptions } from "./verifier-options.ts";
