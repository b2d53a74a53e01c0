/** Permission checks in the process of the caller, from a copy of the server's data: `@licet/sdk/local`. */

export { LicetError, type LicetErrorCode } from "../common/licet-error.ts";
export * from "../common/permission-name.ts";
export type { Clock, RuntimeOptions } from "../common/runtime.ts";
export { UsageError } from "../common/usage-error.ts";
export {
  createLocalChecker,
  type FreshOptions,
  type LocalChecker,
  type LocalCheckerOptions,
  type LocalExplanation,
  type LocalStatus,
} from "./create-local-checker.ts";
export { RefusedRequestError } from "./licet-requests.ts";
export type { LocalAnswer, LocalDenial } from "./local-answer.ts";
export type { LocalQuestion } from "./local-question.ts";
export { MissingPermissionError } from "./missing-permission.ts";
