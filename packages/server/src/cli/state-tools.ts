import type { Foundation } from "../foundation.ts";
import { checkCondition } from "../permissions/conditions/compile-condition.ts";
import type { StateTools } from "../state/plan/planning.ts";
import { parseClientJwks } from "../tokens/client-jwks.ts";

/** What reading a state file needs from the other modules. */
export const stateToolsOf = ({ secrets, clock }: Foundation): StateTools => ({
  hashSecret: secrets.hash,
  checkCondition,
  parseClientJwks,
  clock,
});
