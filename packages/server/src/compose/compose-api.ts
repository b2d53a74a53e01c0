import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { PasswordResets } from "../accounts/passwords/password-resets.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { AuditRecorder } from "../audit/recorder.ts";
import { type Trace, traced } from "../core/async/trace.ts";
import { createSimulate } from "../directory/simulate/simulate.ts";
import { createManagement } from "../directory/write/create-management.ts";
import type { AuthzenDependencies } from "../http/authzen/add-authzen.ts";
import { createCheckRoutes } from "../http/checks/check-routes.ts";
import { createConditionRoutes } from "../http/checks/condition-routes.ts";
import { createCountedCheck } from "../http/checks/counted-check.ts";
import type { ApiRoute } from "../http/json/api-route.ts";
import type { ClientRoute } from "../http/json/client-route.ts";
import { createCursors } from "../http/json/cursor.ts";
import { createRecordCall } from "../http/json/record-call.ts";
import type { RecordRefusal } from "../http/json/record-refusal.ts";
import { createApiRoutes } from "../http/management/create-api-routes.ts";
import { createExpiringSecretRoutes } from "../http/management/expiring-secret-routes.ts";
import { createImportRoute } from "../http/management/import-route.ts";
import { createInstallationRoutes } from "../http/management/installation-routes.ts";
import { createLookAlikeRoutes } from "../http/management/look-alike-routes.ts";
import { createReplicaStreams } from "../http/replica/replica-stream.ts";
import { createSnapshotRoute } from "../http/replica/snapshot-route.ts";
import { createRevocationsRoute } from "../http/revocations/revocations-route.ts";
import { createRevocationFeed } from "../oauth/tokens/revocation-feed.ts";
import type { VerifyBearer } from "../oauth/tokens/verify-bearer.ts";
import { type Check, createCheck } from "../permissions/check.ts";
import { createListPermissions } from "../permissions/list/list-permissions.ts";
import { createListResources } from "../permissions/list/list-resources.ts";
import { createListSubjects } from "../permissions/list/list-subjects.ts";
import { createReadReplicaChanges } from "../permissions/replica/read-replica-changes.ts";
import { createWriteSnapshot } from "../permissions/replica/write-snapshot.ts";
import { createGatherSubjectFacts } from "../permissions/subject-facts.ts";
import type { Services } from "../services.ts";
import { resolveMetricsAccess } from "../settings/settings.ts";
import { createSealer } from "../tokens/keys/seal.ts";

/** Composes the management and permission API, and AuthZEN, on the same use cases. */
export function composeApi(
  services: Services,
  parts: {
    readonly verifyBearer: VerifyBearer;
    readonly recordRefusal: RecordRefusal;
    readonly counters: Pick<AuditRecorder, "count">;
    readonly stopping: AbortSignal;
    readonly sessions: Sessions;
    readonly passwordResets: PasswordResets;
    readonly version: string;
  },
): {
  readonly routes: readonly ApiRoute[];
  readonly clientRoutes: readonly ClientRoute[];
  readonly authzen: Omit<AuthzenDependencies, "limitClient">;
} {
  const {
    settings,
    storage,
    deriveKey,
    keyRing,
    users,
    clients,
    subjects,
    factSource,
    plannerDependencies,
    clock,
  } = services;
  const { feed, state, directory, permissions, audit, idempotency, changeLog, search, logos } = storage;
  const cursorKey = deriveKey("cursors");
  const recordCall = createRecordCall(audit, clock);
  const sources = { factSource, subjects, search, feed, clock };
  const questions = {
    ...sources,
    check: createCountedCheck(tracedCheck(services.trace, createCheck(sources)), parts.counters),
    listPermissions: createListPermissions(sources),
    listResources: createListResources(sources),
    listSubjects: createListSubjects(sources),
    clients,
    cursorKey,
    verifyBearer: parts.verifyBearer,
  };
  const management = createManagement({
    state,
    directory,
    permissions,
    factSource,
    feed,
    planner: plannerDependencies,
    passwordResets: parts.passwordResets,
  });
  const managementRoutes = createApiRoutes({
    management,
    state,
    audit,
    logos,
    sessions: parts.sessions,
    consents: storage.consents,
    clients,
    throttle: services.loginThrottle,
    issuer: settings.baseUrl,
    keyRing,
    clock,
    cursorKey,
    idempotency: {
      store: idempotency,
      sealer: createSealer(deriveKey("idempotent answers")),
      fingerprintKey: deriveKey("idempotent requests"),
    },
  });
  return {
    routes: [
      ...managementRoutes,
      createImportRoute({ management, verifyBearer: parts.verifyBearer }),
      ...createConditionRoutes(),
      ...createLookAlikeRoutes({ lookAlikes: services.lookAlikes }),
      ...createExpiringSecretRoutes({
        secrets: storage.expiringSecrets,
        cursors: createCursors(cursorKey),
        clock,
      }),
      ...createInstallationRoutes({
        nodes: storage.nodes,
        settings,
        metricsAccess: resolveMetricsAccess(settings, services.isPrivate),
        version: parts.version,
        engine: storage.engine,
        clock,
      }),
      createSnapshotRoute({
        writeSnapshot: createWriteSnapshot(storage.replica),
        recordCall,
        stopping: parts.stopping,
      }),
      ...createCheckRoutes({
        ...questions,
        simulate: createSimulate({ ...sources, store: permissions, users, clients, compileCondition }),
        users,
        gather: createGatherSubjectFacts(sources),
        consents: storage.consents,
        state,
        directory,
        permissions,
        plannerDependencies,
        changeLog,
        replicaStreams: createReplicaStreams({
          feed,
          readChanges: createReadReplicaChanges(storage.replica),
          verifyBearer: parts.verifyBearer,
          stopping: parts.stopping,
        }),
        recordCall,
        stopping: parts.stopping,
      }),
    ],
    clientRoutes: [composeRevocations(services, parts.stopping)],
    authzen: { ...questions, recordRefusal: parts.recordRefusal, issuer: settings.baseUrl },
  };
}

const tracedCheck = (trace: Trace | undefined, check: Check): Check =>
  trace === undefined
    ? check
    : {
        one: traced(trace, { name: "decide" }, async (question: CheckQuestion, atLeast?: number) =>
          check.one(question, atLeast),
        ),
        many: traced(trace, { name: "decide many" }, check.many),
      };

function composeRevocations({ storage, factSource, clock }: Services, stopping: AbortSignal): ClientRoute {
  const now = () => performance.now();
  const feed = createRevocationFeed({ log: storage.revocationLog, clock, now });
  return createRevocationsRoute({ feed, factSource, stopping, now });
}
