import type { Clients } from "../../accounts/clients.ts";
import type { Users } from "../../accounts/users.ts";
import type { ChangeFeed } from "../../core/change-feed.ts";
import type { Clock } from "../../core/time.ts";
import type { Simulate } from "../../management/simulate/simulate.ts";
import type { ChangeLogStore } from "../../management/stores.ts";
import type { ConsentStore } from "../../oauth/stores.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { Check } from "../../permissions/check.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { ApiRoute } from "../json/api-route.ts";
import { createCursors } from "../json/cursor.ts";
import { createBatchRoute } from "./check-batch-route.ts";
import type { ChangeSetDependencies } from "./check-change-set.ts";
import { createChangesRoute } from "./check-changes-route.ts";
import { createExplainRoute } from "./check-explain-route.ts";
import { createListRoutes, type ListRouteDependencies } from "./check-list-routes.ts";
import { createResolveRoute } from "./check-resolve-route.ts";
import { createSimulateRoute } from "./check-simulate-route.ts";
import { createSingleCheckRoutes } from "./check-single-routes.ts";

export interface CheckRouteDependencies
  extends Omit<ListRouteDependencies, "cursors">,
    ChangeSetDependencies {
  readonly check: Check;
  readonly clients: Clients;
  readonly users: Users;
  readonly gather: GatherSubjectFacts;
  readonly consents: Pick<ConsentStore, "find">;
  readonly cursorKey: Uint8Array;
  readonly factSource: FactSource;
  readonly feed: ChangeFeed;
  readonly changeLog: ChangeLogStore;
  readonly simulate: Simulate;
  readonly verifyBearer: VerifyBearer;
  readonly clock: Clock;
  /** Aborted when the server begins to drain: what would go on for ever ends then. */
  readonly stopping: AbortSignal;
}

/** The routes that only read. */
export function createCheckRoutes(dependencies: CheckRouteDependencies): readonly ApiRoute[] {
  const cursors = createCursors(dependencies.cursorKey);
  return [
    ...createSingleCheckRoutes(dependencies),
    createBatchRoute(dependencies),
    createExplainRoute(dependencies),
    ...createListRoutes({ ...dependencies, cursors }),
    createResolveRoute(dependencies),
    createSimulateRoute(dependencies),
    createChangesRoute(dependencies),
  ];
}
