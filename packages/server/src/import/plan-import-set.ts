import { KINDS } from "../directory/kinds/kinds.ts";
import { EntriesError } from "../directory/plan/entries-error.ts";
import {
  type Plan,
  type PlannerDependencies,
  planChanges,
  type SummaryLine,
} from "../directory/plan/plan-changes.ts";
import type { PlanningStore } from "../directory/stores.ts";
import { entriesOf, type ImportSet } from "./import-set.ts";
import type { StoredSet } from "./run-import.ts";

/** Plans a set by the rules of a configuration file. An import has nobody to show a generated secret to. */
export async function planImportSet(
  set: ImportSet,
  store: PlanningStore,
  dependencies: PlannerDependencies,
): Promise<Plan> {
  const plan = await planChanges(entriesOf(set), store, dependencies);
  if (plan.secrets.length === 0) return plan;
  throw new EntriesError(
    plan.secrets.map(({ owner, key }) => ({
      path: [...placeOf(set, owner), key],
      message: "is missing: an import generates no secrets, because it could not show them",
      issue: { code: "missing" },
    })),
  );
}

/** The place of the entry of a client. A client without an id in its line has a new one, which no line names. */
function placeOf({ lines }: ImportSet, owner: string): readonly (string | number)[] {
  for (const kind of ["application", "access_account"] as const) {
    const ofKind = lines.map(({ entry }) => entry).filter((entry) => entry.kind === kind);
    const index = ofKind.findIndex(
      (entry) =>
        (entry.kind === "application" && entry.client_id === owner) ||
        (entry.kind === "access_account" && entry.access_key === owner),
    );
    if (index !== -1) return [KINDS[kind].section, index];
  }
  return [];
}

export function countEffects(summary: readonly SummaryLine[]): Omit<StoredSet, "revision"> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { effect } of summary) counts[effect] += 1;
  return counts;
}
