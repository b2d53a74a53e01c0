import { type Change, type EntityKind, entityId, type PrincipalName, principalNames } from "../change.ts";
import type { PlanningStore } from "../stores.ts";

interface Line {
  readonly effect: string;
  readonly kind: EntityKind;
  readonly id: string;
}

/** Marks each created principal whose name a deleted principal had. */
export async function markCreatedAgain<L extends Line>(
  summary: readonly L[],
  changes: readonly Change[],
  store: Pick<PlanningStore, "findReserved">,
): Promise<readonly (L & { readonly again?: true })[]> {
  const named = changes.filter((change) => principalNames(change).length > 0);
  if (named.length === 0) return summary;
  const created = new Set(summary.filter(({ effect }) => effect === "created").map(lineKey));
  const names = new Map<string, readonly PrincipalName[]>();
  for (const change of named) {
    const key = lineKey({ kind: change.kind, id: entityId(change) });
    if (created.has(key)) names.set(key, principalNames(change));
  }
  if (names.size === 0) return summary;
  const reserved = new Set((await store.findReserved([...names.values()].flat())).map(nameKey));
  const isAgain = (line: L) => names.get(lineKey(line))?.some((name) => reserved.has(nameKey(name)));
  return summary.map((line) => (isAgain(line) ? { ...line, again: true } : line));
}

const lineKey = ({ kind, id }: Pick<Line, "kind" | "id">): string => `${kind} ${id}`;
const nameKey = ({ kind, name }: PrincipalName): string => `${kind} ${name}`;
