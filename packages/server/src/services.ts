import { checkCondition, compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { createClients } from "./accounts/clients.ts";
import { createLoginThrottle } from "./accounts/login-throttle.ts";
import { createLookAlikeSearch } from "./accounts/look-alikes.ts";
import {
  createIsRefusedCredential,
  PUBLISHED_CREDENTIALS_MESSAGE,
} from "./accounts/published-credentials/published-credentials.ts";
import {
  createStoredPublishedCredentials,
  type StoredPublishedCredentials,
} from "./accounts/published-credentials/stored-published-credentials.ts";
import { createSecretHasher } from "./accounts/secret.ts";
import { createSubjects } from "./accounts/subjects.ts";
import { createUsers } from "./accounts/users.ts";
import type { Trace } from "./core/async/trace.ts";
import { InvalidInputError } from "./core/errors/errors.ts";
import type { Siblings } from "./core/feed/siblings.ts";
import { isLoopbackHost, isPrivateServer } from "./core/network/loopback.ts";
import { type ClockState, createGivenClock, createNodeClock } from "./core/time/node-clock.ts";
import { createHashName } from "./directory/hash-name.ts";
import { OWN_RESOURCE } from "./directory/own-names.ts";
import type { PlannerDependencies } from "./directory/plan/plan-changes.ts";
import { createWritePassword } from "./directory/plan/write-password.ts";
import { seedOwnEntities } from "./directory/seed.ts";
import type { HashName, StateStore } from "./directory/stores.ts";
import { ID_TOKEN_LIFETIME_SECONDS } from "./oauth/tokens/issue-tokens.ts";
import { createFailureLog } from "./observability/failure-log.ts";
import type { Logger } from "./observability/log.ts";
import { describeNodes } from "./operations/describe-nodes.ts";
import { type MigrationOutcome, type MigrationPlan, NODE_LISTED_SECONDS } from "./operations/stores.ts";
import { createFactSource } from "./permissions/fact-source.ts";
import type { Settings } from "./settings/settings.ts";
import { RESTORED_AT } from "./storage/backup/end-issued.ts";
import { inspectDatabase } from "./storage/inspect-database.ts";
import { openStorage, type Storage, type StorageOptions } from "./storage/open-storage.ts";
import { parseClientJwks } from "./tokens/client-jwks.ts";
import { confirmKeys } from "./tokens/keys/confirm-keys.ts";
import { createKeyRing } from "./tokens/keys/key-ring.ts";
import { openRootKeys } from "./tokens/keys/root-keys.ts";
import { createSealer } from "./tokens/keys/seal.ts";

/** The modules with their storage, which the server and the command line share. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Opens the database, migrates it, and ensures that root keys and signing keys exist and can be opened. Rejects
 * with UnavailableError when the database cannot be reached, with SealError when no value of LICET_SECRET opens them,
 * and for a server that others can reach with InvalidInputError when published credentials are stored.
 */
export async function openServices(options: {
  readonly settings: Settings;
  readonly log: Logger;
  /** A clock that a test moves. Without it, the clock follows the database's (see `NodeClock`). */
  readonly clock?: Clock | undefined;
  /** The process id of a server. A second server on the same SQLite file names it in its error. */
  readonly serverPid?: number;
  /** The server runs as several processes, of which this is one; see `lockForWorkers`. */
  readonly serverId?: string | undefined;
  /** How many connections to PostgreSQL this process may have; a command needs no more than the default. */
  readonly databaseConnections?: number | undefined;
  /** The other workers of this server. */
  readonly siblings?: Siblings | undefined;
  /** Called once, when the database is not the one any more that this server knows. */
  readonly onBroken?: (() => void) | undefined;
  /** Protections of the storage that an experiment switches off. */
  readonly storage?: Pick<StorageOptions, "sqlite" | "feed">;
  /** Given where traces are exported. */
  readonly trace?: Trace | undefined;
}) {
  const { settings, log, serverPid, serverId, trace } = options;
  const failures = createFailureLog(log);
  const clock = options.clock
    ? createGivenClock(options.clock)
    : createNodeClock({ onChange: reportClock(log), believesDatabase: serverPid === undefined });
  // The key is derived from the root keys in this database. Nothing is committed before they are open.
  let hashName: HashName = () => {
    throw new Error("a name was hashed before the root keys were opened");
  };
  const opened = await openStorage({
    databaseUrl: settings.databaseUrl,
    databaseDirectUrl: settings.databaseDirectUrl,
    databaseConnections: options.databaseConnections,
    clock,
    hashName: (name) => hashName(name),
    log: { warn: failures.warn, fatal: (details, message) => log.fatal(details, message) },
    onTime: clock.compare,
    onBroken: options.onBroken,
    trace,
    autoMigrate: settings.autoMigrate,
    // A command that asks something else must not end the way back to an older version.
    contracts: serverPid === undefined ? "never" : "unused",
    onMigrated: reportMigrations(log),
    siblings: options.siblings,
    ...(serverPid !== undefined && { exclusive: true, pid: serverPid, serverId }),
    ...options.storage,
  });
  try {
    const mark = await opened.clockMark.find();
    if (mark !== undefined) clock.hold(mark);
    const restoredAt = await opened.meta.find(RESTORED_AT);
    const rootKeys = await openRootKeys({
      store: opened.rootKeys,
      secrets: settings.secrets,
      clock,
    });
    const { deriveKey } = rootKeys;
    if (rootKeys.areNew) reportNewDatabase(settings, log);
    hashName = createHashName(deriveKey("reserved names"));
    const keyRing = createKeyRing({
      store: opened.keys,
      sealer: createSealer(deriveKey("signing keys")),
      clock,
      stages: {
        jwksMaxAgeSeconds: settings.jwksMaxAgeSeconds,
        propagationSeconds: settings.keyPropagationSeconds,
        maxTokenLifetimeSeconds: Math.max(settings.accessTokenSeconds, ID_TOKEN_LIFETIME_SECONDS),
        rotateAfterSeconds: settings.keyRotationSeconds,
      },
    });
    const feed = confirmKeys(opened.feed, keyRing, (error) =>
      failures.error({ err: error }, "the signing keys could not be read again"),
    );
    await keyRing.ensure();
    const storage = { ...opened, feed };
    const secrets = createSecretHasher(deriveKey("client secrets"));
    const publishedCredentials = createStoredPublishedCredentials({
      store: storage.publishedCredentials,
      users: storage.users,
      secrets,
      clock,
    });
    const isServer = serverPid !== undefined;
    const isPrivate = isPrivateServer(settings) && (isServer || (await isKnownAsPrivate(storage.state)));
    const isRefusedCredential = createIsRefusedCredential({ isPrivate });
    if (isServer) {
      // This check comes before any write, so a refused start changes nothing.
      if (!isPrivate) await requireNonePublished(publishedCredentials);
      await seedOwnEntities({ store: storage.state, issuer: settings.baseUrl, clock });
    }
    const clients = createClients(storage.clients, feed);
    const users = createUsers(storage.users, feed);
    return {
      settings,
      log,
      /** Undefined unless this process is one of several workers of a server. */
      serverId,
      /** For failures that may come with every request or every run of a job. */
      failures,
      clock,
      /** Undefined where nothing is traced; see `traced`. */
      trace,
      storage,
      /** When the database was last restored from a backup. */
      restoredAt: restoredAt === undefined ? undefined : Number(restoredAt),
      rootKeys,
      /** A key for one purpose, the same on every node. */
      deriveKey,
      keyRing,
      secrets,
      isPrivate,
      isRefusedCredential,
      publishedCredentials,
      plannerDependencies: {
        hashSecret: secrets.hash,
        isRefusedCredential,
        checkCondition,
        parseClientJwks,
        clock,
        allowPrivateAddresses: settings.outboundPrivate,
      } satisfies PlannerDependencies,
      writePassword: createWritePassword(storage.state, clock),
      loginThrottle: createLoginThrottle({
        attempts: storage.attempts,
        users: storage.users,
        clock,
        limits: settings.limits,
        key: deriveKey("sign-in attempts"),
      }),
      lookAlikes: composeLookAlikes(storage, clock, log),
      clients,
      users,
      subjects: createSubjects({ users, clients, clock }),
      factSource: createFactSource({ store: storage.permissions, feed, compileCondition }),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Servers compare folded names since `0003-sign-in-names`. */
const SIGN_IN_NAMES_SCHEMA = 3;

const composeLookAlikes = (storage: Storage, clock: Clock, log: Logger) =>
  createLookAlikeSearch({
    store: storage.lookAlikes,
    findUsers: (ids) => storage.state.findMany("user", ids),
    hasOlderServer: async () =>
      (await storage.nodes.listSeenSince(clock.seconds() - NODE_LISTED_SECONDS)).some(
        ({ schema }) => schema < SIGN_IN_NAMES_SCHEMA,
      ),
    // The log has ids and no names: an address is personal data.
    report: (groups, userIds) =>
      log.warn(
        { groups, users: userIds },
        "usernames or email addresses of several users look alike; change one of each group, GET /api/v1/users:look-alikes lists them",
      ),
  });

/** What migrating would do. Changes nothing. */
export const planMigration = (settings: Settings): Promise<MigrationPlan> => inspectDatabase(settings);

/** Migrates the tables, and nothing else. `force`: also what contracts, although servers are listed that it breaks. */
export async function migrateDatabase(
  { databaseUrl, databaseDirectUrl }: Settings,
  { clock, force }: { readonly clock: Clock; readonly force: boolean },
): Promise<MigrationOutcome> {
  let outcome: MigrationOutcome = { isNew: false, ran: [], waiting: [] };
  const storage = await openStorage({
    databaseUrl,
    databaseDirectUrl,
    clock,
    hashName: () => {
      throw new Error("a migration has no names to hash");
    },
    feed: { listen: false },
    contracts: force ? "now" : "unused",
    onMigrated: (done) => {
      outcome = done;
    },
  });
  await storage.close();
  return outcome;
}

const reportMigrations =
  (log: Logger) =>
  ({ isNew, ran, waiting }: MigrationOutcome): void => {
    for (const { name, kind, summary } of isNew ? [] : ran)
      log.info({ migration: name, kind, summary }, "the database was migrated");
    for (const { migration, nodes } of waiting)
      log.info(
        { migration: migration.name, summary: migration.summary },
        `a migration that contracts waits for ${describeNodes(nodes)}, which it would break; the first start after they have ended runs it, or licet migrate`,
      );
  };

/** Called once for each change, not for each reading. */
const reportClock =
  (log: Logger) =>
  ({ trusted, warning }: ClockState): void => {
    if (warning === undefined) log.info("the clocks agree again");
    else if (trusted) log.warn({ reason: warning }, "the clocks are apart; set them by NTP");
    else
      log.error(
        { reason: warning },
        "the clocks are more than a minute apart, and requests get 503; set them by NTP",
      );
  };

/**
 * A database that was lost, or a path that leads elsewhere, looks like a new installation. It cannot be refused: the
 * first start of a container has its secret already, and so has a start after one that failed before the database.
 */
function reportNewDatabase({ secretOrigin }: Settings, log: Logger): void {
  if (secretOrigin === "found")
    log.warn(
      "the database is empty, though there was a secret for it in the data folder: a new installation begins. If you expect data here, stop, and restore the database from a backup, or correct LICET_DATABASE_URL and LICET_DATA_DIR",
    );
  if (secretOrigin === "given")
    log.info(
      "the database is empty: a new installation begins. If you expect data here, stop, and check LICET_DATABASE_URL",
    );
}

/** A command may not know the base URL. The last server on this database stored it in Licet's own resource. */
async function isKnownAsPrivate(state: StateStore): Promise<boolean> {
  const own = await state.find("resource", OWN_RESOURCE);
  return own === undefined || isLoopbackHost(new URL(own.identifier).hostname);
}

async function requireNonePublished(credentials: StoredPublishedCredentials): Promise<void> {
  const { secrets, users } = await credentials.find();
  const found = [...secrets.map(({ owner }) => owner), ...users.map(({ username }) => username)];
  if (found.length === 0) return;
  throw new InvalidInputError(`${PUBLISHED_CREDENTIALS_MESSAGE}\nThey belong to: ${shorten(found)}`);
}

const MAX_NAMED = 20;

const shorten = (names: readonly string[]): string => {
  const shown = [...new Set(names)];
  const more = shown.length > MAX_NAMED ? ` and ${shown.length - MAX_NAMED} others` : "";
  return shown.slice(0, MAX_NAMED).join(", ") + more;
};
