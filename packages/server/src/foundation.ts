import { createClients } from "./accounts/clients.ts";
import { createLoginThrottle } from "./accounts/login-throttle.ts";
import { createSecretHasher } from "./accounts/secret.ts";
import { createSubjects } from "./accounts/subjects.ts";
import { createUsers } from "./accounts/users.ts";
import { deriveKey } from "./core/derive-key.ts";
import type { Clock } from "./core/time.ts";
import { seedOwnEntities } from "./management/seed.ts";
import { ID_TOKEN_LIFETIME_SECONDS } from "./oauth/issue-tokens.ts";
import type { Logger } from "./observability/log.ts";
import { checkCondition, compileCondition } from "./permissions/conditions/compile-condition.ts";
import { createFactSource } from "./permissions/fact-source.ts";
import type { Settings } from "./settings.ts";
import type { StateTools } from "./state/plan-changes.ts";
import { createWritePassword } from "./state/write-password.ts";
import { openStorage } from "./storage/open-storage.ts";
import { parseClientJwks } from "./tokens/client-jwks.ts";
import { createKeyRing } from "./tokens/key-ring.ts";
import { createSealer } from "./tokens/seal.ts";

/** The modules on their storage: what the server and the command line both stand on. */
export type Foundation = Awaited<ReturnType<typeof layFoundation>>;

/**
 * Opens the database, migrates it, and makes sure that the signing keys are there and can be opened. Rejects with
 * UnavailableError when the database cannot be reached, with SealError when LICET_SECRET is not the one it was made with.
 */
export async function layFoundation(options: {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  /** Given for a server: its process, named to a second one that wants the same SQLite file. */
  readonly serverPid?: number;
}) {
  const { settings, log, clock, serverPid } = options;
  const storage = await openStorage({
    databaseUrl: settings.databaseUrl,
    clock,
    log,
    ...(serverPid !== undefined && { exclusive: true, pid: serverPid }),
  });
  try {
    const keyRing = createKeyRing({
      store: storage.keys,
      sealer: createSealer(deriveKey(settings.secret, "signing keys")),
      clock,
      stages: {
        jwksMaxAgeSeconds: settings.jwksMaxAgeSeconds,
        propagationSeconds: settings.keyPropagationSeconds,
        maxTokenLifetimeSeconds: Math.max(settings.accessTokenSeconds, ID_TOKEN_LIFETIME_SECONDS),
        rotateAfterSeconds: settings.keyRotationSeconds,
      },
    });
    await keyRing.ensure();
    if (serverPid !== undefined) {
      await seedOwnEntities({ store: storage.state, issuer: settings.baseUrl, clock });
    }
    const { feed } = storage;
    const secrets = createSecretHasher(deriveKey(settings.secret, "client secrets"));
    const clients = createClients(storage.clients, feed);
    const users = createUsers(storage.users, feed);
    return {
      settings,
      log,
      clock,
      storage,
      keyRing,
      secrets,
      stateTools: { hashSecret: secrets.hash, checkCondition, parseClientJwks, clock } satisfies StateTools,
      writePassword: createWritePassword(storage.state, clock),
      loginThrottle: createLoginThrottle({
        attempts: storage.attempts,
        clock,
        limits: settings.limits,
        key: deriveKey(settings.secret, "sign-in attempts"),
      }),
      clients,
      users,
      subjects: createSubjects({ users, clients, clock }),
      factSource: createFactSource({ store: storage.permissions, feed, compileCondition }),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
