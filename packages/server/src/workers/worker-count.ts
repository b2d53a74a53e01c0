import { availableParallelism } from "node:os";
import { InvalidInputError } from "../core/errors/errors.ts";
import type { Settings } from "../settings/settings.ts";

type CountSettings = Pick<Settings, "workers" | "databaseConnections" | "databaseUrl">;

/** More processes than this gain little, and each takes memory and connections. */
const MOST_BY_DEFAULT = 8;
/** The writes of all workers take turns on one file. */
const MOST_ON_SQLITE = 4;

/** For the feed, for the listener, and one for requests. */
const LEAST_CONNECTIONS = 3;
const CONNECTIONS_BY_DEFAULT = 20;
const CONNECTIONS_OF_WORKER = 4;

/**
 * The number of workers of a server. By default it is the number of cores that this process may use: Node knows the
 * affinity of the process, and the quota of its cgroup and those above.
 */
export function countWorkers(settings: CountSettings, cores: number = availableParallelism()): number {
  const { workers, databaseConnections, databaseUrl } = settings;
  if (workers !== undefined) return workers;
  if (databaseUrl.startsWith("sqlite:")) return Math.min(cores, MOST_ON_SQLITE);
  const connected = Math.floor((databaseConnections ?? Number.POSITIVE_INFINITY) / LEAST_CONNECTIONS);
  return Math.max(1, Math.min(cores, MOST_BY_DEFAULT, connected));
}

/**
 * How many connections to PostgreSQL each worker may have, with those of its feed and its listener. Throws
 * InvalidInputError when there are too few for that many workers.
 */
export function divideConnections({ databaseConnections }: CountSettings, workers: number): number {
  const all = databaseConnections ?? Math.max(CONNECTIONS_BY_DEFAULT, CONNECTIONS_OF_WORKER * workers);
  const each = Math.floor(all / workers);
  if (each >= LEAST_CONNECTIONS) return each;
  throw new InvalidInputError(
    `LICET_DATABASE_CONNECTIONS is ${all}, which is too few for ${workers} ${workers === 1 ? "worker" : "workers"}: each needs ${LEAST_CONNECTIONS} at least. Set it to ${workers * LEAST_CONNECTIONS} or more, or LICET_WORKERS to fewer.`,
  );
}
