/** Permission checks in the process of the caller, from a copy of the server's data: `@licet/sdk/local`. */
export * from "../common/permission-name.ts";
export type { Clock, RuntimeOptions } from "../common/runtime.ts";
export {
  createLocalChecker,
  type FreshOptions,
  type LocalChecker,
  type LocalCheckerOptions,
  type LocalExplanation,
  type LocalStatus,
} from "./create-local-checker.ts";
export type { LocalAnswer, LocalDenial } from "./local-answer.ts";
export type { LocalQuestion } from "./local-question.ts";
