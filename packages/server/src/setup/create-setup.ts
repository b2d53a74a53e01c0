import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { IsRefusedCredential } from "../accounts/published-credentials/published-credentials.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import type { DirectoryStore } from "../directory/directory-store.ts";
import { createDraftView } from "../directory/guards/draft-view.ts";
import { findAdministrator } from "../directory/guards/find-administrators.ts";
import type { PlannerDependencies } from "../directory/plan/plan-changes.ts";
import type { StateStore } from "../directory/stores.ts";
import type { SetupLinkStore } from "../operations/stores.ts";
import type { PermissionStore } from "../permissions/stores.ts";
import {
  type CreateFirstAdministrator,
  createCreateFirstAdministrator,
} from "./create-first-administrator.ts";
import { createSetupLinks, type SetupLinks } from "./setup-links.ts";

/** The ways from a new installation to its first administrator. */
export interface Setup {
  /** Whether a principal can use the administrator's role now, by the rule that protects the last administrator. */
  hasAdministrator(): Promise<boolean>;
  readonly createFirstAdministrator: CreateFirstAdministrator;
  readonly setupLinks: SetupLinks;
}

export function createSetup(dependencies: {
  readonly storage: {
    readonly state: StateStore;
    readonly directory: DirectoryStore;
    readonly permissions: Pick<PermissionStore, "loadModel">;
    readonly setupLinks: SetupLinkStore;
    readonly feed: ChangeFeed;
  };
  readonly plannerDependencies: PlannerDependencies;
  readonly isRefusedCredential: IsRefusedCredential;
  readonly clock: Clock;
}): Setup {
  const { storage, plannerDependencies: planner, isRefusedCredential, clock } = dependencies;
  const { state, directory } = storage;
  const hasAdministrator = async () =>
    (await findAdministrator(createDraftView(state, directory, []), clock.seconds())) !== undefined;
  const createFirstAdministrator = createCreateFirstAdministrator({ ...storage, planner });
  return {
    hasAdministrator,
    createFirstAdministrator,
    setupLinks: createSetupLinks({
      store: storage.setupLinks,
      hasAdministrator,
      createFirstAdministrator,
      isRefused: isRefusedCredential,
      clock,
    }),
  };
}
