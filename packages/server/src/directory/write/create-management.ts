import type { PasswordResets } from "../../accounts/passwords/password-resets.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { createStoreImportSet, type StoreImportSet } from "../../import/store-import-set.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { PermissionStore } from "../../permissions/stores.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { createGuards } from "../guards/create-guards.ts";
import type { PlannerDependencies } from "../plan/plan-changes.ts";
import type { StateStore } from "../stores.ts";
import { type CheckEnding, createCheckEnding } from "./check-ending.ts";
import { type CheckUnlock, createCheckUnlock } from "./check-unlock.ts";
import { createWrites, type Writes } from "./create-writes.ts";
import { createIssuePasswordReset, type IssuePasswordReset } from "./issue-password-reset.ts";
import { createPlanningStore } from "./planning-store.ts";
import type { Operator, Requester } from "./requester.ts";
import { createOperatorWriteState, createWriteState } from "./write-state.ts";

export type { BatchResult, PutRequest, PutResult } from "./create-writes.ts";

/** The use cases of the management API. Every write of them passes the guards. */
export interface Management extends Writes<Requester> {
  readonly issuePasswordReset: IssuePasswordReset;
  readonly checkUnlock: CheckUnlock;
  readonly checkEnding: CheckEnding;
  readonly storeImportSet: StoreImportSet;
}

interface WriteDependencies {
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly permissions: Pick<PermissionStore, "loadModel">;
  readonly feed: ChangeFeed;
  readonly planner: PlannerDependencies;
}

/** The parts that write the same way, whoever writes. */
function createParts({ state: store, directory, permissions, planner }: WriteDependencies) {
  return {
    store,
    directory,
    planner,
    planningStore: createPlanningStore(store, directory, permissions),
    plannerForGuards: { ...planner, draft: { mayCompare: () => true } } satisfies PlannerDependencies,
  };
}

export function createManagement(
  dependencies: WriteDependencies & {
    readonly factSource: FactSource;
    readonly passwordResets: Pick<PasswordResets, "issue">;
  },
): Management {
  const { feed, passwordResets } = dependencies;
  const parts = createParts(dependencies);
  const { store, directory, planner } = parts;
  const guards = createGuards(dependencies);
  const writeState = createWriteState({ store, feed, clock: planner.clock, guards });
  return {
    ...createWrites({ ...parts, writeState }),
    issuePasswordReset: createIssuePasswordReset({ store, feed, guards, passwordResets }),
    checkUnlock: createCheckUnlock({ store, feed, guards }),
    checkEnding: createCheckEnding({ store, directory, feed, clock: planner.clock }),
    storeImportSet: createStoreImportSet({ ...parts, guards, writeState }),
  };
}

/** The use cases of the command line, without the guards. Its user reads the warnings of a plan. */
export function createOperatorWrites(dependencies: WriteDependencies): Writes<Operator> {
  const planner = { ...dependencies.planner, hasReader: true };
  const parts = createParts({ ...dependencies, planner });
  const writeState = createOperatorWriteState({ ...parts, feed: dependencies.feed, clock: planner.clock });
  return createWrites({ ...parts, writeState });
}
