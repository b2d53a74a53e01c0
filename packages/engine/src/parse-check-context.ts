import type { CheckContext } from "./answer-check.ts";
import type { Caller } from "./caller.ts";
import type { Attributes } from "./values/attributes.ts";

/** The parts of a context that Licet knows by name: they become `request.…` and `client` in conditions. */
export interface KnownContext {
  readonly ip?: string;
  /** Seconds since 1970, or a date and time with its zone. */
  readonly time?: number | string;
  readonly grant_type?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly auth_time?: number | string;
  readonly client?: { readonly id: string };
}

/** The context of a check, as conditions read it. `request.context` contains all of it. */
export function parseCheckContext(
  known: KnownContext,
  everything: Attributes,
  /** The client that the context names, as it is stored. */
  stored: Partial<Caller> | undefined,
): CheckContext {
  const { ip, time: at, grant_type, acr, amr, auth_time, client } = known;
  const seconds = parseTime(at);
  const authenticatedAt = parseTime(auth_time);
  return {
    request: {
      ...(ip !== undefined && { ip }),
      ...(seconds !== undefined && { time: seconds }),
      ...(grant_type !== undefined && { grant_type }),
      ...(acr !== undefined && { acr }),
      ...(amr && { amr }),
      ...(authenticatedAt !== undefined && { auth_time: authenticatedAt }),
      context: everything,
    },
    // Stored data of the client replaces what the caller sent. An unknown client has only the members that were sent; a
    // condition that reads another one grants nothing.
    ...(client && { client: { ...client, ...stored } as Caller }),
  };
}

/** Seconds since 1970. Undefined for a text without a zone, which would depend on the zone of the server. */
export function parseTime(value: unknown): number | undefined {
  const seconds = typeof value === "string" && ZONED.test(value) ? Date.parse(value) / 1000 : value;
  return typeof seconds === "number" && Math.abs(seconds) <= LAST_SECOND ? seconds : undefined;
}
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;
/** The end of the year 9999, the latest timestamp of a condition. */
const LAST_SECOND = 253_402_300_799;
