import { findDatabaseFailure } from "../core/errors/errors.ts";

/** What the last requests saw of the database: whether they were answered, or failed because it could not be read. */
export interface RequestOutcomes {
  /** After a response, by the route and its status. */
  recordAnswer(route: string, status: number): void;
  recordFailure(error: unknown): void;
  /** Why at least half of the last requests failed; undefined if they did not. */
  readonly failure: string | undefined;
  /** What could not be read can be read again. */
  forget(): void;
}

/** The others are answered without the database. */
const NEEDS_DATABASE = /^\/(oidc\/(?!jwks)|api\/|access\/)/;
const REMEMBERED = 20;

/** One damaged row fails the requests of one client. The node serves the others, so it is ready while most succeed. */
export function createRequestOutcomes(): RequestOutcomes {
  /** The reasons of the last requests, undefined for those that were answered. */
  let last: (string | undefined)[] = [];
  const record = (reason: string | undefined) => {
    last.push(reason);
    if (last.length > REMEMBERED) last.shift();
  };
  return {
    recordAnswer(route, status) {
      // A refusal may have come before anything was read.
      if (last.length > 0 && status < 400 && NEEDS_DATABASE.test(route)) record(undefined);
    },
    recordFailure(error) {
      const failure = findDatabaseFailure(error);
      if (failure !== undefined) record(failure.message);
    },
    get failure() {
      const failed = last.filter((reason) => reason !== undefined);
      return failed.length > 0 && 2 * failed.length >= last.length ? failed.at(-1) : undefined;
    },
    forget() {
      last = [];
    },
  };
}
