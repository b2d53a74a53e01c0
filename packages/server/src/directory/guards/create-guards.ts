import type { FactSource } from "../../permissions/fact-source.ts";
import type { DirectoryStore } from "../directory-store.ts";
import type { PlannerDependencies } from "../plan/plan-changes.ts";
import type { StateStore } from "../stores.ts";
import type { Guard } from "../write/write-state.ts";
import { createCheckAdministrators } from "./check-administrators.ts";
import { createCheckEscalation } from "./check-escalation.ts";
import { createCheckOwnAccount } from "./check-own-account.ts";
import { checkOwnEntities } from "./check-own-entities.ts";
import { createCheckToken } from "./check-token.ts";
import { createReadForChanges } from "./read-for-changes.ts";

/** Every write of the API passes these guards, whatever its route. */
export function createGuards(dependencies: {
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly factSource: FactSource;
  readonly planner: Pick<PlannerDependencies, "clock">;
}): readonly Guard[] {
  const { state: store, directory, factSource, planner } = dependencies;
  const { clock } = planner;
  const readFor = createReadForChanges(store, directory);
  return [
    checkOwnEntities,
    createCheckOwnAccount(clock),
    createCheckEscalation({ readFor, factSource, clock }),
    createCheckToken({ readFor, clock }),
    createCheckAdministrators({ store, directory, clock }),
  ];
}
