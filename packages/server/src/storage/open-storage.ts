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
import { InvalidInputError } from "../core/errors.ts";
import type { ClockReading } from "../core/node-clock.ts";
import type { Siblings } from "../core/siblings.ts";
import type { Trace } from "../core/trace.ts";
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
import { leaveNote, requireNoNote } from "./sqlite/broken-note.ts";
import { type DatabaseLock, lockDatabase, shareDatabaseLock } from "./sqlite/lock-database.ts";
import { openSqlite, type SqliteOptions } from "./sqlite/open-sqlite.ts";
import { createStateStore } from "./state/state-store.ts";
import type { StorageLog } from "./storage-log.ts";
import { createSweeper, type Sweeper } from "./sweep.ts";
import { tellSiblings } from "./tell-siblings.ts";

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

export interface StorageOptions extends MigrateOptions {
  /** `sqlite:PATH`, or `postgres://…`. */
  readonly databaseUrl: string;
  /** Another URL of the same PostgreSQL database, where `databaseUrl` leads to a pooler in transaction mode. */
  readonly databaseDirectUrl?: string | undefined;
  /** The most connections to PostgreSQL, with the two that are not for requests. */
  readonly databaseConnections?: number | undefined;
  readonly clock: Clock;
  /** Hashes the names of deleted principals; the hash is the same on all nodes. */
  readonly hashName: HashName;
  readonly log?: StorageLog;
  /**
   * True for a server: a second server may not use the same SQLite file. Other programs may use it at the same time.
   */
  readonly exclusive?: boolean;
  /** The id of this process, for the error message of a second server. */
  readonly pid?: number;
  /** Of a server with several workers, which share the lock of an SQLite file; see `lockForWorkers`. */
  readonly serverId?: string | undefined;
  /** The other workers of this server. On an SQLite file they see every commit by themselves. */
  readonly siblings?: Siblings | undefined;
  readonly feed?: FeedOptions;
  /** Called with the database's time after each reading of the log, if the database has a clock of its own. */
  readonly onTime?: (reading: ClockReading) => void;
  readonly sqlite?: SqliteOptions;
  /**
   * Called once, when the database is not the one any more that this process knows: a server ends. From then on nothing is
   * read from it or written to it.
   */
  readonly onBroken?: ((sentence: string) => void) | undefined;
  /** Makes a step of every statement, where traces are exported. */
  readonly trace?: Trace | undefined;
}

export interface FeedOptions {
  readonly freshForMilliseconds?: number;
  readonly pollEveryMilliseconds?: number;
  /** False: learns of other nodes' changes by polling alone. */
  readonly listen?: boolean;
  /** A monotonic clock. */
  readonly now?: () => number;
}

/**
 * Opens the database and migrates its tables. Rejects with UnavailableError when the database cannot be reached (the
 * caller decides about another attempt), with DamagedDatabaseError when another attempt cannot help, and with
 * InvalidInputError when the URL is invalid or the file is in use.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl } = options;
  if (databaseUrl.startsWith("sqlite:"))
    return openSqliteStorage(databaseUrl.slice("sqlite:".length), options);
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Imported only here, so that an embedded database does not load the other engine.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    const engine = await openPostgres(databaseUrl, {
      directUrl: options.databaseDirectUrl,
      poolSize: (options.databaseConnections ?? CONNECTIONS_BY_DEFAULT) - CONNECTIONS_OF_FEED,
      ...feedDefaults,
      ...options.feed,
      ...migrateOptions(options),
      log: options.log,
      onTime: options.onTime,
      onBroken: options.onBroken,
      trace: options.trace,
    });
    const { siblings } = options;
    return createStorage(siblings ? tellSiblings(engine, siblings) : engine, options);
  }
  // The URL stays out of the message: it may hold a password.
  throw new InvalidInputError("the database URL must begin with sqlite:, postgres:// or postgresql://");
}

const CONNECTIONS_BY_DEFAULT = 12;
/** The feed has one to read with, and one that listens. */
const CONNECTIONS_OF_FEED = 2;

const migrateOptions = ({
  migrations,
  autoMigrate,
  contracts,
  onMigrated,
}: StorageOptions): MigrateOptions => ({ migrations, autoMigrate, contracts, onMigrated });

const feedDefaults = {
  freshForMilliseconds: 2_000,
  pollEveryMilliseconds: 1_000,
  listen: true,
  now: () => performance.now(),
};

async function openSqliteStorage(path: string, options: StorageOptions): Promise<Storage> {
  if (path === "" || path.startsWith(":"))
    throw new InvalidInputError("sqlite: must be followed by the path of a file");
  const lock = takeLock(path, options);
  try {
    const { log, pid, trace, exclusive, onBroken } = options;
    if (exclusive) requireNoNote(path);
    const engine = await openSqlite(path, {
      ...feedDefaults,
      ...options.feed,
      ...options.sqlite,
      ...migrateOptions(options),
      log,
      pid,
      trace,
      onBroken: (sentence) => {
        if (exclusive) leaveNote(path, sentence);
        onBroken?.(sentence);
      },
    });
    const storage = createStorage(engine, options);
    return {
      ...storage,
      close: async () => {
        await storage.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function takeLock(path: string, { exclusive, pid, serverId }: StorageOptions): DatabaseLock | undefined {
  if (serverId !== undefined) return shareDatabaseLock(path, serverId);
  return exclusive ? lockDatabase(path, { pid }) : undefined;
}

export function createStorage(
  engine: Engine,
  { clock, hashName, serverId, migrations = MIGRATIONS }: StorageOptions,
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
    revocations: createRevocationStore(engine),
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
