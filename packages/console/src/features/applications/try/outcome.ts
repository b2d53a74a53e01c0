import type { AnswerOf } from "../../../api/call-api.ts";
import type { TokenAnswer } from "../../../auth/request-token.ts";

export type Resolved = AnswerOf<"POST /scopes:resolve">;

export interface Outcome {
  /** The decisions with their reasons; also for a real token, because the token response only names the scopes. */
  readonly resolved: Resolved;
  readonly token?: TokenAnswer;
}
