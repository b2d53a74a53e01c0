import type { Attributes } from "../core/attributes.ts";
import { type Caller, callerOf, type DescribedClient } from "./caller.ts";
import type { CheckContext } from "./check.ts";

interface ClientSource {
  find(clientId: string): Promise<DescribedClient | undefined>;
}

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
export async function parseCheckContext(
  known: KnownContext,
  everything: Attributes,
  clients: ClientSource,
): Promise<CheckContext> {
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
    ...(client && { client: await findCaller(client, clients) }),
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

/** Stored data of the client replaces what the caller sent. */
async function findCaller(said: { readonly id: string }, clients: ClientSource): Promise<Caller> {
  const client = await clients.find(said.id);
  // An unknown client has only the members that were sent; a condition that reads another one grants nothing.
  return { ...said, ...(client && callerOf(client)) } as Caller;
}
