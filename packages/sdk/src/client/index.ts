/** For callers of APIs that Licet protects: tokens of an application that acts for itself. */

export type { Clock, RuntimeOptions } from "../common/runtime.ts";
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
