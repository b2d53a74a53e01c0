import { ConflictError } from "../core/errors/errors.ts";
import { KINDS, permissionOf } from "../directory/kinds/kinds.ts";
import { type PlannerDependencies, planChanges } from "../directory/plan/plan-changes.ts";
import type { PlanningStore } from "../directory/stores.ts";
import { ForbiddenError } from "../directory/write/errors.ts";
import { hasGivenSecret } from "../directory/write/has-given-secret.ts";
import type { Requester } from "../directory/write/requester.ts";
import type { Guard, WriteState } from "../directory/write/write-state.ts";
import { entriesOf, type ImportSet } from "./import-set.ts";
import { countEffects, planImportSet } from "./plan-import-set.ts";
import { LinesRefusedError, type StoredSet } from "./run-import.ts";

/**
 * Stores the lines of one set for a caller, all or none. Throws LinesRefusedError, which names the line only where
 * `isFinal`: several sets that are refused at once are tried again one by one, and the search would be for nothing.
 */
export type StoreImportSet = (
  requester: Requester,
  set: ImportSet,
  options: { readonly isFinal: boolean },
) => Promise<StoredSet>;

export function createStoreImportSet(dependencies: {
  readonly planningStore: PlanningStore;
  readonly planner: PlannerDependencies;
  /** As the planner, but every given secret counts as changed. */
  readonly plannerForGuards: PlannerDependencies;
  readonly guards: readonly Guard[];
  readonly writeState: WriteState;
}): StoreImportSet {
  const { planningStore, planner, plannerForGuards, guards, writeState } = dependencies;

  const plan = async (set: ImportSet) => {
    const planned = await planImportSet(set, planningStore, planner);
    const state = entriesOf(set);
    const guarded = hasGivenSecret(state)
      ? (await planChanges(state, planningStore, plannerForGuards)).changes
      : planned.changes;
    return { ...planned, guarded };
  };

  /** The first line that the guards refuse: the lines before it are accepted. A search, because guards see whole sets. */
  async function findRefused(requester: Requester, { lines }: ImportSet): Promise<number> {
    let [accepted, refused] = [0, lines.length];
    while (refused - accepted > 1) {
      const middle = Math.floor((accepted + refused) / 2);
      const isAccepted = await plan({ lines: lines.slice(0, middle) })
        .then(async ({ guarded }) => {
          for (const guard of guards) await guard(guarded, requester);
          return true;
        })
        .catch(() => false);
      if (isAccepted) accepted = middle;
      else refused = middle;
    }
    return lines[refused - 1]?.number ?? 0;
  }

  return async (requester, set, { isFinal }) => {
    requirePermissions(requester, set);
    try {
      const { summary, revision } = await writeState(requester, () => plan(set));
      return { ...countEffects(summary), revision };
    } catch (error) {
      const isRefused =
        error instanceof ForbiddenError ||
        (error instanceof ConflictError && error.conflict.code !== "state_changed");
      if (isRefused && !isFinal) throw new LinesRefusedError([], { cause: error });
      if (error instanceof ForbiddenError)
        throw refusal(await findRefused(requester, set), error, "forbidden");
      if (error instanceof ConflictError && isRefused)
        throw refusal(
          findNamed(set, error) ?? (await findRefused(requester, set)),
          error,
          error.conflict.code,
        );
      throw error;
    }
  };
}

const refusal = (line: number, cause: Error, code: string): LinesRefusedError =>
  new LinesRefusedError([{ line, path: [], message: cause.message, issue: { code } }], { cause });

function requirePermissions({ permissions }: Requester, { lines }: ImportSet): void {
  for (const { number, entry } of lines) {
    const needed = permissionOf(entry.kind, "write");
    if (permissions.has(needed)) continue;
    const message = `the token needs ${needed} for ${KINDS[entry.kind].section.replace("_", " ")}`;
    throw refusal(
      number,
      new ForbiddenError(message, { lacking: [needed], tried: [`import ${entry.kind}`] }),
      "forbidden",
    );
  }
}

/** The line with the name that the database refuses, such as a username that is taken. */
function findNamed({ lines }: ImportSet, { conflict }: ConflictError): number | undefined {
  const name = "name" in conflict && typeof conflict.name === "string" ? conflict.name : undefined;
  if (name === undefined) return undefined;
  const line = lines.findLast(({ entry }) => Object.values(entry).some((value) => value === name));
  return line?.number;
}
