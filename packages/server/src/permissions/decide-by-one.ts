import { type Decision, decide, type Question } from "./decide.ts";
import type { PrincipalKey } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { Gift } from "./holding.ts";

/** What the engine would say if the principal had this one gift, and there were no ceiling. */
export function decideByOne(facts: Facts, question: Question, principal: PrincipalKey, gift: Gift): Decision {
  return decide({ ...facts, ceiling: undefined, holdings: [{ principal, gifts: [gift] }] }, question);
}
