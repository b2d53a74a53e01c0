import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { Change, EntityKind } from "../../directory/change.ts";
import type { DirectoryStore } from "../../directory/directory-store.ts";
import { parseEntries } from "../../directory/plan/entries.ts";
import { hashDraftPassword } from "../../directory/plan/password-hasher.ts";
import { type PlannerDependencies, planChanges } from "../../directory/plan/plan-changes.ts";
import type { StateStore } from "../../directory/stores.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import { mayCompare } from "../../directory/write/guarded-inputs.ts";
import { type PlannedDeletion, planDeletions } from "../../directory/write/plan-deletion.ts";
import { createPlanningStore } from "../../directory/write/planning-store.ts";
import type { PermissionStore } from "../../permissions/stores.ts";

export interface Deletion {
  readonly kind: EntityKind;
  /** For a user, the id or the username. */
  readonly id: string;
  readonly cascade: boolean;
}

/**
 * The changes that the management API would write: the deletions, then the given state. Passwords and secrets always
 * count as changed, and so do entities that a token with these permissions may not read.
 */
export type PlanChangeSet = (
  state: unknown,
  deletions: readonly Deletion[],
  permissions: ReadonlySet<string>,
) => Promise<readonly Change[]>;

export interface ChangeSetDependencies {
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly permissions: Pick<PermissionStore, "loadModel">;
  readonly plannerDependencies: PlannerDependencies;
}

export function createPlanChangeSet(dependencies: ChangeSetDependencies): PlanChangeSet {
  const { state: store, directory, permissions, plannerDependencies } = dependencies;
  const planningStore = createPlanningStore(store, directory, permissions);

  const findId = async ({ kind, id }: Deletion): Promise<string> =>
    kind === "user" && !id.startsWith(ID_PREFIXES.user)
      ? ((await store.findUserByUsername(id))?.id ?? id)
      : id;

  const readTarget = async (deletion: Deletion): Promise<PlannedDeletion> => {
    const { kind, cascade } = deletion;
    const value = await store.find(kind, await findId(deletion));
    if (!value) throw new NotFoundError(`there is no ${kind.replace("_", " ")} of this name or id`);
    return { target: { op: "delete", kind, value } as PlannedDeletion["target"], cascade };
  };

  return async (state, deletions, permissions) => {
    const targets = await Promise.all(deletions.map(readTarget));
    const deleted = await planDeletions({ store, directory }, targets);
    const draft = { mayCompare: (kind: EntityKind) => mayCompare(kind, permissions) };
    const planner = { ...plannerDependencies, draft };
    const { changes } = await planChanges(parseEntries(state), planningStore, planner, hashDraftPassword);
    return [...deleted, ...changes];
  };
}
