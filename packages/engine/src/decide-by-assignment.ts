import type { CompiledAssignment } from "./compiled-assignment.ts";
import type { WorkMeter } from "./conditions/evaluate/work.ts";
import { type Decision, decide, type Question } from "./decide.ts";
import type { PrincipalKey } from "./entities.ts";
import type { Facts } from "./facts.ts";

/** The decision if the principal had only this assignment, and no ceiling. */
export function decideByAssignment(
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
