import type { WorkMeter } from "./conditions/work.ts";
import { type Decision, decide, type Question } from "./decide.ts";
import type { PrincipalKey } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { Gift } from "./holding.ts";

/** What the engine would say if the principal had this one gift, and there were no ceiling. */
export function decideByOne(
  facts: Facts,
  question: Question,
  principal: PrincipalKey,
  gift: Gift,
  meter: WorkMeter,
): Decision {
  return decide({ ...facts, ceiling: undefined, holdings: [{ principal, gifts: [gift] }] }, question, meter);
}
