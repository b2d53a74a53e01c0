import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Users } from "../../accounts/users.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { Simulate } from "../../directory/simulate/simulate.ts";
import type { ConsentStore } from "../../oauth/stores.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { ChangeLogStore } from "../../operations/stores.ts";
import type { Check } from "../../permissions/check.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { ApiRoute } from "../json/api-route.ts";
import { createCursors } from "../json/cursor.ts";
import type { RecordCall } from "../json/record-call.ts";
import type { ReplicaStreams } from "../replica/replica-stream.ts";
import { createChangesRoute } from "./changes-route.ts";
import { createBatchRoute } from "./check-batch-route.ts";
import { createExplainRoute } from "./check-explain-route.ts";
import { createSingleCheckRoutes } from "./check-single-routes.ts";
import { createListRoutes, type ListRouteDependencies } from "./list-routes.ts";
import type { ChangeSetDependencies } from "./plan-change-set.ts";
import { createResolveRoute } from "./resolve-scopes-route.ts";
import { createSimulateRoute } from "./simulate-route.ts";

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
  readonly replicaStreams: ReplicaStreams;
  readonly recordCall: RecordCall;
  readonly simulate: Simulate;
  readonly verifyBearer: VerifyBearer;
  readonly clock: Clock;
  /** Aborted when the server begins to drain, so that open streams end. */
  readonly stopping: AbortSignal;
}

/** The routes of the permission API. They change nothing. */
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
