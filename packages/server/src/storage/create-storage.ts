import type { Clock } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import type { HashName } from "../directory/stores.ts";
import { createAttemptStore } from "./accounts/attempt-store.ts";
import { createClientStore } from "./accounts/client-store.ts";
import { createExpiringSecretStore } from "./accounts/expiring-secret-store.ts";
import { createLookAlikeStore } from "./accounts/look-alike-store.ts";
import { createPasswordResetStore } from "./accounts/password-reset-store.ts";
import { createPublishedCredentialStore } from "./accounts/published-credential-store.ts";
import { createSessionStore } from "./accounts/session-store.ts";
import { createSetupLinkStore } from "./accounts/setup-link-store.ts";
import { createUserStore } from "./accounts/user-store.ts";
import { createAuditInsert, createAuditStore } from "./audit/audit-store.ts";
import { createChangeLogStore } from "./changes/change-log-store.ts";
import { createDirectoryStore } from "./directory/directory-store.ts";
import type { Engine } from "./engine/engine.ts";
import { createKeyStore } from "./keys/key-store.ts";
import { createRootKeyStore } from "./keys/root-key-store.ts";
import type { MigrateOptions } from "./migrations/migrate.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { createAssertionStore } from "./oauth/assertion-store.ts";
import { createConsentStore } from "./oauth/consent-store.ts";
import { createDelegationStore } from "./oauth/delegation-store.ts";
import { createInteractionStore } from "./oauth/interaction-store.ts";
import { createLogoStore } from "./oauth/logo-store.ts";
import { createLogoutDeliveryStore } from "./oauth/logout-delivery-store.ts";
import { createPushedRequestStore } from "./oauth/pushed-request-store.ts";
import { createRevocationLog } from "./oauth/revocation-log.ts";
import { createRevocationStore } from "./oauth/revocation-store.ts";
import { createIdempotencyStore } from "./operations/idempotency-store.ts";
import { createLimitStore } from "./operations/limit-store.ts";
import { createClockMarkStore, createMetaStore } from "./operations/meta-store.ts";
import { createNodeStore } from "./operations/node-store.ts";
import { createPermissionStore } from "./permissions/permission-store.ts";
import { createSearchStore } from "./permissions/search-store.ts";
import { createReplicaStore } from "./replica/replica-store.ts";
import { createStateStore } from "./state/state-store.ts";
import { createSchemaWatch } from "./tables/schema-watch.ts";
import { createSweeper } from "./tables/sweep.ts";

/** What the stores need to know besides the engine. */
export interface StoresOptions {
  readonly clock: Clock;
  /** Hashes the names of deleted principals; the hash is the same on all nodes. */
  readonly hashName: HashName;
  /** Of a server with several workers, which share the lock of an SQLite file; see `lockForWorkers`. */
  readonly serverId?: string | undefined;
  readonly migrations?: MigrateOptions["migrations"];
}

export type Storage = Readonly<ReturnType<typeof createStorage>>;

/** The ports of all modules on one engine. */
export function createStorage(
  engine: Engine,
  { clock, hashName, serverId, migrations = MIGRATIONS }: StoresOptions,
) {
  const { db } = engine;
  const insertEvents = createAuditInsert(engine);
  let closing: Promise<void> | undefined;
  return {
    engine: engine.name,
    permissions: createPermissionStore(engine),
    clients: createClientStore(engine),
    users: createUserStore(db),
    sessions: createSessionStore(engine),
    attempts: createAttemptStore(engine),
    limits: createLimitStore(engine, { isShared: engine.name === "postgres" || serverId !== undefined }),
    lookAlikes: createLookAlikeStore(db),
    passwordResets: createPasswordResetStore(db),
    setupLinks: createSetupLinkStore(db),
    publishedCredentials: createPublishedCredentialStore(db),
    keys: createKeyStore(engine, clock, insertEvents),
    rootKeys: createRootKeyStore(engine, clock, insertEvents),
    assertions: createAssertionStore(db),
    revocations: createRevocationStore(engine, clock),
    revocationLog: createRevocationLog(engine),
    delegations: createDelegationStore(engine),
    interactions: createInteractionStore(engine),
    consents: createConsentStore(engine),
    pushedRequests: createPushedRequestStore(engine),
    logoutDeliveries: createLogoutDeliveryStore(engine),
    logos: createLogoStore(db),
    audit: createAuditStore(engine, insertEvents),
    state: createStateStore(engine, insertEvents, hashName),
    directory: createDirectoryStore(db, engine.name),
    expiringSecrets: createExpiringSecretStore(db),
    nodes: createNodeStore(db),
    clockMark: createClockMarkStore(db),
    changeLog: createChangeLogStore(db),
    idempotency: createIdempotencyStore(db),
    search: createSearchStore(db),
    replica: createReplicaStore(engine),
    feed: engine.feed,
    history: engine.history,
    sweeper: createSweeper(engine),
    meta: createMetaStore(db),
    /** Undefined where there is no pool of connections. */
    countConnections: engine.countConnections,
    schema: createSchemaWatch(engine, migrations),
    /** Resolves when the database answers. */
    ping: async (): Promise<void> => {
      await sql`select 1`.execute(db);
    },
    /** Resolves when all that could not be read, because of damage or of a disk, can be read again. */
    requireReadable: () => engine.failedReads.requireReadable((query) => db.executeQuery(query)),
    close: (): Promise<void> => {
      closing ??= engine.close();
      return closing;
    },
  };
}
