/** For callers of APIs that Licet protects: tokens of an application that acts for itself. */

export { LicetError, type LicetErrorCode } from "../common/licet-error.ts";
export type { Clock, RuntimeOptions } from "../common/runtime.ts";
export { UsageError } from "../common/usage-error.ts";
export type { ClientCredentials } from "./client-authentication.ts";
export type {
  FetchOptions,
  RejectedScopes,
  Token,
  TokenClient,
  TokenClientOptions,
  TokenOptions,
} from "./token-client.ts";
export { createTokenClient } from "./token-client.ts";
export {
  ForbiddenOriginError,
  IssuerUnavailableError,
  TokenError,
  type TokenFailure,
  TokenRefusedError,
  WrongIssuerError,
} from "./token-errors.ts";
