import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { User } from "../accounts/entities.ts";
import { ConflictError } from "../core/errors/errors.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import type { Actor, Change } from "../directory/change.ts";
import { commitPlanned, OvertakenError } from "../directory/commit-planned.ts";
import type { DirectoryStore } from "../directory/directory-store.ts";
import { createDraftView } from "../directory/guards/draft-view.ts";
import { findAdministrator } from "../directory/guards/find-administrators.ts";
import { ADMINISTRATOR_ROLE } from "../directory/own-names.ts";
import { parseEntries } from "../directory/plan/entries.ts";
import { createFreshPasswordHasher } from "../directory/plan/password-hasher.ts";
import { type PlannerDependencies, planChanges } from "../directory/plan/plan-changes.ts";
import type { StateStore } from "../directory/stores.ts";
import { createPlanningStore } from "../directory/write/planning-store.ts";
import type { PermissionStore } from "../permissions/stores.ts";

export interface FirstAdministrator {
  readonly username: string;
  readonly password: string;
  readonly actor: () => Actor;
  /** Asked at the revision of the commit. False: nothing is created. */
  readonly mayCreate?: () => Promise<boolean>;
}

export type FirstAdministratorOutcome =
  | { readonly outcome: "created"; readonly user: User }
  /** An administrator exists, or `mayCreate` refused. */
  | { readonly outcome: "refused" }
  /** Another user has this name or had it, or has it as an email address. */
  | { readonly outcome: "taken" };

export type CreateFirstAdministrator = (wanted: FirstAdministrator) => Promise<FirstAdministratorOutcome>;

interface Draft {
  readonly changes: readonly Change[];
  readonly result: FirstAdministratorOutcome;
}

const nothing = (outcome: "refused" | "taken"): Draft => ({ changes: [], result: { outcome } });

/**
 * Creates a user with the administrator's role if there is no administrator. The commit fails when anything was written
 * after the check, so of several parallel calls, on any node and by any way, one creates an administrator. A user who
 * exists is never changed. Throws EntriesError when the username or the password is not valid.
 */
export function createCreateFirstAdministrator(dependencies: {
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly permissions: Pick<PermissionStore, "loadModel">;
  readonly feed: ChangeFeed;
  readonly planner: PlannerDependencies;
}): CreateFirstAdministrator {
  const { state: store, directory, permissions, feed, planner } = dependencies;
  const planningStore = createPlanningStore(store, directory, permissions);

  return async ({ username, password, actor, mayCreate = async () => true }) => {
    const parsed = parseEntries({
      users: [{ username, password }],
      assignments: [{ principal: formatPrincipalKey("user", username), role: ADMINISTRATOR_ROLE }],
    });
    const hashPassword = createFreshPasswordHasher();

    const plan = async (): Promise<Draft> => {
      const now = planner.clock.seconds();
      if (await findAdministrator(createDraftView(store, directory, []), now)) return nothing("refused");
      if (!(await mayCreate())) return nothing("refused");
      if (await store.findUserByUsername(username)) return nothing("taken");
      const { changes } = await planChanges(parsed, planningStore, planner, hashPassword);
      return { changes, result: { outcome: "created", user: createdUser(changes) } };
    };
    try {
      return (await commitPlanned({ store, feed, plan, actor })).result;
    } catch (error) {
      // The commit itself finds a reserved name, and a name that is the email address of another user.
      if (error instanceof ConflictError && !(error instanceof OvertakenError)) return { outcome: "taken" };
      throw error;
    }
  };
}

function createdUser(changes: readonly Change[]): User {
  for (const { kind, value } of changes) if (kind === "user") return value;
  throw new Error("the plan has no user");
}
