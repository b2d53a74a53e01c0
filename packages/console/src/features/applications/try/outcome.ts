import type { AnswerOf } from "../../../api/call-api.ts";
import type { TokenAnswer } from "../../../auth/request-token.ts";

export type Resolved = AnswerOf<"POST /scopes:resolve">;

export interface Outcome {
  /** What was decided and why; of a real token as well, since the wire names the items only. */
  readonly resolved: Resolved;
  readonly token?: TokenAnswer;
}
