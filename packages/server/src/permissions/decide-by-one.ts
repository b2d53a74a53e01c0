import type { CompiledAssignment } from "./compiled-assignment.ts";
import type { WorkMeter } from "./conditions/evaluate/work.ts";
import { type Decision, decide, type Question } from "./decide.ts";
import type { PrincipalKey } from "./entities.ts";
import type { Facts } from "./facts.ts";

/** The decision of the engine if the principal had this one assignment, and there were no ceiling. */
export function decideByOne(
  facts: Facts,
  question: Question,
  principal: PrincipalKey,
  assignment: CompiledAssignment,
  meter: WorkMeter,
): Decision {
  return decide(
    { ...facts, ceiling: undefined, assignmentsByPrincipal: [{ principal, assignments: [assignment] }] },
    question,
    meter,
  );
}
