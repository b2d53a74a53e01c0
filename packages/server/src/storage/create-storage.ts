import type { Clock } from "@licet/engine/values/time.ts";
import { sql } from "kysely";
import type {
  AttemptStore,
  ClientStore,
  LookAlikeStore,
  PasswordResetStore,
  PublishedCredentialStore,
  SessionStore,
  UserStore,
} from "../accounts/stores.ts";
import type { AuditStore } from "../audit/stores.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import type { LimitStore } from "../limits/stores.ts";
import type {
  ChangeLogStore,
  ClockMarkStore,
  DirectoryStore,
  ExpiringSecretStore,
  IdempotencyStore,
  NodeStore,
  SetupLinkStore,
} from "../management/stores.ts";
import type {
  AssertionStore,
  ConsentStore,
  DelegationStore,
  InteractionStore,
  LogoStore,
  LogoutDeliveryStore,
  PushedRequestStore,
  RevocationLog,
  RevocationStore,
} from "../oauth/stores.ts";
import type { PermissionStore, ReplicaStore, SearchStore } from "../permissions/stores.ts";
import type { HashName, StateStore } from "../state/stores.ts";
import type { KeyStore, RootKeyStore } from "../tokens/stores.ts";
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
import { createChangeLogStore } from "./change-log-store.ts";
import { createClockMarkStore } from "./clock-mark-store.ts";
import { createDirectoryStore } from "./directory/directory-store.ts";
import type { ConnectionCounts, Engine } from "./engine.ts";
import type { History } from "./history.ts";
import { createIdempotencyStore } from "./idempotency-store.ts";
import { createKeyStore } from "./keys/key-store.ts";
import { createRootKeyStore } from "./keys/root-key-store.ts";
import { createLimitStore } from "./limit-store.ts";
import { createLogoStore } from "./logo-store.ts";
import { createMetaStore, type MetaStore } from "./meta-store.ts";
import type { MigrateOptions } from "./migrations/migrate.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { createNodeStore } from "./node-store.ts";
import { createAssertionStore } from "./oauth/assertion-store.ts";
import { createConsentStore } from "./oauth/consent-store.ts";
import { createDelegationStore } from "./oauth/delegation-store.ts";
import { createInteractionStore } from "./oauth/interaction-store.ts";
import { createLogoutDeliveryStore } from "./oauth/logout-delivery-store.ts";
import { createPushedRequestStore } from "./oauth/pushed-request-store.ts";
import { createRevocationLog } from "./oauth/revocation-log.ts";
import { createRevocationStore } from "./oauth/revocation-store.ts";
import { createPermissionStore } from "./permission-store.ts";
import { createReplicaStore } from "./replica/replica-store.ts";
import { createSchemaWatch, type SchemaWatch } from "./schema-watch.ts";
import { createSearchStore } from "./search-store.ts";
import { createStateStore } from "./state/state-store.ts";
import { createSweeper, type Sweeper } from "./sweep.ts";

export interface Storage {
  readonly engine: "sqlite" | "postgres";
  readonly permissions: PermissionStore;
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly attempts: AttemptStore;
  readonly limits: LimitStore;
  readonly passwordResets: PasswordResetStore;
  readonly setupLinks: SetupLinkStore;
  readonly publishedCredentials: PublishedCredentialStore;
  readonly keys: KeyStore;
  readonly rootKeys: RootKeyStore;
  readonly assertions: AssertionStore;
  readonly revocations: RevocationStore;
  readonly revocationLog: RevocationLog;
  readonly delegations: DelegationStore;
  readonly interactions: InteractionStore;
  readonly consents: ConsentStore;
  readonly pushedRequests: PushedRequestStore;
  readonly logoutDeliveries: LogoutDeliveryStore;
  readonly logos: LogoStore;
  readonly audit: AuditStore;
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly lookAlikes: LookAlikeStore;
  readonly expiringSecrets: ExpiringSecretStore;
  readonly nodes: NodeStore;
  readonly clockMark: ClockMarkStore;
  readonly changeLog: ChangeLogStore;
  readonly idempotency: IdempotencyStore;
  readonly search: SearchStore;
  readonly replica: ReplicaStore;
  readonly feed: ChangeFeed;
  readonly history: Pick<History, "break">;
  readonly sweeper: Sweeper;
  readonly meta: MetaStore;
  /** Undefined where there is no pool of connections. */
  readonly countConnections: (() => ConnectionCounts) | undefined;
  readonly schema: SchemaWatch;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Resolves when all that could not be read, because of damage or of a disk, can be read again. */
  requireReadable(): Promise<void>;
  close(): Promise<void>;
}

/** What the stores need to know besides the engine. */
export interface StoresOptions {
  readonly clock: Clock;
  /** Hashes the names of deleted principals; the hash is the same on all nodes. */
  readonly hashName: HashName;
  /** Of a server with several workers, which share the lock of an SQLite file; see `lockForWorkers`. */
  readonly serverId?: string | undefined;
  readonly migrations?: MigrateOptions["migrations"];
}

export function createStorage(
  engine: Engine,
  { clock, hashName, serverId, migrations = MIGRATIONS }: StoresOptions,
): Storage {
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
    countConnections: engine.countConnections,
    schema: createSchemaWatch(engine, migrations),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    requireReadable: () => engine.failedReads.requireReadable((query) => db.executeQuery(query)),
    close: () => {
      closing ??= engine.close();
      return closing;
    },
  };
}
