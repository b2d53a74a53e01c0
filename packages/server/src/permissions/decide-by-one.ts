import { type Decision, decide, type Question } from "./decide.ts";
import type { Facts } from "./facts.ts";
import type { CompiledAssignment } from "./model.ts";

/** What the engine would say if there were this one assignment and no ceiling. */
export function decideByOne(facts: Facts, question: Question, assignment: CompiledAssignment): Decision {
  const { ceiling, ...rest } = facts;
  return decide({ ...rest, assignments: [assignment] }, question);
}
