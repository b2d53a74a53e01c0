import { deriveKey } from "./core/derive-key.ts";
import type { Foundation } from "./foundation.ts";
import type { ApiRoute } from "./http/api/api-route.ts";
import { createCheckRoutes } from "./http/api/check-routes.ts";
import { createApiRoutes } from "./http/api/create-api-routes.ts";
import type { RecordRefusal } from "./http/api/record-refusal.ts";
import type { AuthzenDependencies } from "./http/authzen/add-authzen.ts";
import { createManagement } from "./management/create-management.ts";
import { createSimulate } from "./management/simulate.ts";
import type { VerifyBearer } from "./oauth/verify-bearer.ts";
import { createCheck } from "./permissions/check.ts";
import { compileCondition } from "./permissions/conditions/compile-condition.ts";
import { createListPermissions } from "./permissions/list-permissions.ts";
import { createListResources } from "./permissions/list-resources.ts";
import { createListSubjects } from "./permissions/list-subjects.ts";
import { createGatherSubjectFacts } from "./permissions/subject-facts.ts";
import { createSealer } from "./tokens/seal.ts";

/** The management and permission API, and AuthZEN: two faces of the same use cases. */
export function composeApi(
  foundation: Foundation,
  parts: {
    readonly verifyBearer: VerifyBearer;
    readonly recordRefusal: RecordRefusal;
    readonly stopping: AbortSignal;
  },
): { readonly routes: readonly ApiRoute[]; readonly authzen: AuthzenDependencies } {
  const { settings, storage, keyRing, users, clients, subjects, factSource, stateTools, clock } = foundation;
  const { feed, state, directory, permissions, audit, idempotency, changeLog, search, logos } = storage;
  const cursorKey = deriveKey(settings.secret, "cursors");
  const sources = { factSource, subjects, search, feed, clock };
  const questions = {
    ...sources,
    check: createCheck(sources),
    listPermissions: createListPermissions(sources),
    listResources: createListResources(sources),
    listSubjects: createListSubjects(sources),
    clients,
    cursorKey,
    verifyBearer: parts.verifyBearer,
  };
  const management = createManagement({ state, directory, permissions, factSource, feed, tools: stateTools });
  const managementRoutes = createApiRoutes({
    management,
    state,
    audit,
    logos,
    keyRing,
    clock,
    cursorKey,
    idempotency: {
      store: idempotency,
      sealer: createSealer(deriveKey(settings.secret, "idempotent answers")),
      fingerprintKey: deriveKey(settings.secret, "idempotent requests"),
    },
  });
  return {
    routes: [
      ...managementRoutes,
      ...createCheckRoutes({
        ...questions,
        simulate: createSimulate({ ...sources, store: permissions, users, clients, compileCondition }),
        users,
        gather: createGatherSubjectFacts(sources),
        consents: storage.consents,
        state,
        directory,
        permissions,
        stateTools,
        changeLog,
        stopping: parts.stopping,
      }),
    ],
    authzen: { ...questions, recordRefusal: parts.recordRefusal, issuer: settings.baseUrl },
  };
}
