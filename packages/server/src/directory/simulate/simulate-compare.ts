import type { Context } from "@licet/engine/internal/decide.ts";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { TooMuchWorkError } from "../../core/errors/errors.ts";
import type { PermissionStore, SearchStore } from "../../permissions/stores.ts";
import type { PermissionSources } from "../../permissions/subject-facts.ts";
import type { Change } from "../change.ts";
import { changedPrincipals } from "./drafted-values.ts";
import { findAffected } from "./simulate-affected.ts";
import { findChangedGrants } from "./simulate-changed-grants.ts";
import { createSubjectComparison, type SubjectDifference } from "./simulate-compare-subject.ts";
import { createInstanceTree, resourceOf } from "./simulate-instance-tree.ts";
import { createFindInstances } from "./simulate-instances.ts";

export interface Difference {
  /** The subjects that would gain or lose a permission, in the order of their keys. */
  readonly subjects: readonly SubjectDifference[];
  /** True when there was more than could be compared: `subjects` is incomplete. */
  readonly truncated: boolean;
}

const MAX_SUBJECTS = 1_000;

/** The permissions of all subjects that could be affected, everywhere and at the instances where they could differ. */
export async function comparePermissions(
  { search, store }: { readonly search: SearchStore; readonly store: PermissionStore },
  changes: readonly Change[],
  sides: { readonly before: PermissionSources; readonly after: PermissionSources },
  context: Context,
): Promise<Difference> {
  const models = {
    before: await sides.before.factSource.model(),
    after: await sides.after.factSource.model(),
  };
  const tree = await createInstanceTree(store, search, changes);
  const touched = new Set([...tree.changed, ...[...tree.moved.values()].flat()].map(resourceOf));
  const grants = await findChangedGrants(models.before, models.after, touched);
  const { found, more } = await atMost(MAX_SUBJECTS, findAffected(search, changes, grants, models));
  const findInstances = createFindInstances(grants, tree, new Set(changes.flatMap(subjectsAltered)));
  const comparison = createSubjectComparison(sides, findInstances, context);
  const subjects: SubjectDifference[] = [];
  let isCutShort = more;
  try {
    for (const subject of found.toSorted()) {
      const difference = await comparison.compare(subject);
      if (difference.gains.length > 0 || difference.losses.length > 0) subjects.push(difference);
    }
  } catch (error) {
    // Subjects compared before the work became too much were compared in full.
    if (!(error instanceof TooMuchWorkError)) throw error;
    isCutShort = true;
  }
  return { subjects, truncated: isCutShort || comparison.isCutShort || tree.isCutShort };
}

/** The subjects whose own data the changes alter. Groups are no subjects. */
const subjectsAltered = (change: Change): readonly PrincipalKey[] =>
  change.kind === "group" ? [] : changedPrincipals(change);

async function atMost<T>(
  limit: number,
  items: AsyncIterable<T>,
): Promise<{ readonly found: readonly T[]; readonly more: boolean }> {
  const found = new Set<T>();
  for await (const item of items) {
    if (found.size === limit && !found.has(item)) return { found: [...found], more: true };
    found.add(item);
  }
  return { found: [...found], more: false };
}
