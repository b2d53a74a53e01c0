import type { Assignment } from "../assignments/assignment.ts";
import type { Denied, NearMiss, Question } from "./question.ts";

/** Something to do about a denial, with all that doing it takes. */
export type Remedy =
  | { readonly kind: "give"; readonly assignment: Assignment }
  | { readonly kind: "prolong"; readonly assignment: Assignment }
  | { readonly kind: "ask_there"; readonly resource: string }
  | { readonly kind: "say"; readonly names: readonly string[] }
  | { readonly kind: "satisfy"; readonly source: string }
  /** In the server's words. */
  | { readonly kind: "hint"; readonly text: string };

const ROLES = /^roles that would give it: (.+?)(?:, and \d+ more)?$/;
/** Told below from the near misses themselves, each with a button. */
const TOLD =
  /^(?:assign it:|ask about the instance:|give the assignment|the request must bring|this must become true:)/;

export function listRemedies({ subject = "", resource }: Question, denied: Denied): readonly Remedy[] {
  const roles = denied.mends.flatMap(({ text }) => ROLES.exec(text)?.[1]?.split(", ") ?? []);
  return distinct([
    ...denied.near_misses.flatMap((miss) => fromMiss(miss, resource)),
    ...roles.map(
      (role): Remedy => ({
        kind: "give",
        assignment: { principal: subject, role, ...(resource !== undefined && { at: resource }) },
      }),
    ),
    ...denied.mends
      .flatMap(({ change }) => assignmentsIn(change))
      .map((assignment): Remedy => ({ kind: "give", assignment })),
    ...denied.mends
      .filter(({ text }) => !ROLES.test(text) && !TOLD.test(text))
      .map(({ text }): Remedy => ({ kind: "hint", text })),
  ]);
}

function fromMiss({ obstacles, assignment }: NearMiss, resource: string | undefined): readonly Remedy[] {
  const conditions = obstacles.flatMap((one): readonly Remedy[] => {
    if (one.kind !== "condition") return [];
    const { outcome, missing, source } = one.condition;
    return outcome === "missing" && missing.length > 0
      ? [{ kind: "say", names: missing }]
      : [{ kind: "satisfy", source }];
  });
  const [only] = obstacles.length === 1 ? obstacles : [];
  if (only?.kind === "expired") return [{ kind: "prolong", assignment }];
  if (only?.kind === "elsewhere" && resource === undefined) return [{ kind: "ask_there", resource: only.at }];
  return conditions;
}

function assignmentsIn(change: Readonly<Record<string, unknown>> | undefined): readonly Assignment[] {
  return Array.isArray(change?.assignments) ? (change.assignments as readonly Assignment[]) : [];
}

const distinct = (remedies: readonly Remedy[]): readonly Remedy[] => [
  ...new Map(remedies.map((remedy) => [JSON.stringify(remedy), remedy])).values(),
];
