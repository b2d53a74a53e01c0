import type { Change, EntityKind } from "../../directory/change.ts";
import { ENTITY_KINDS } from "../../directory/kinds/kinds.ts";

export type Write =
  | { readonly op: "put"; readonly kind: EntityKind; readonly changes: readonly Change[] }
  | { readonly op: "delete"; readonly change: Change };

/**
 * Has the same effect as writing every change in order, with fewer statements: between two deletions, puts of different
 * kinds are independent, so they are grouped by kind. Kinds that others refer to come first.
 */
export function* groupWrites(changes: readonly Change[]): Generator<Write> {
  let puts = new Map<EntityKind, Change[]>();
  for (const change of changes) {
    if (change.op === "put") {
      const gathered = puts.get(change.kind);
      if (gathered === undefined) puts.set(change.kind, [change]);
      else gathered.push(change);
      continue;
    }
    yield* gatheredPuts(puts);
    puts = new Map();
    yield { op: "delete", change };
  }
  yield* gatheredPuts(puts);
}

function* gatheredPuts(puts: ReadonlyMap<EntityKind, readonly Change[]>): Generator<Write> {
  for (const kind of ENTITY_KINDS) {
    const changes = puts.get(kind);
    if (changes !== undefined) yield { op: "put", kind, changes };
  }
}
