import type { Entities, EntityKind } from "../../directory/change.ts";
import { type EntryKind, KINDS } from "../../directory/kinds/kinds.ts";
import { EntriesError, type EntryPath } from "../../directory/plan/entries-error.ts";
import type { Management, PutRequest, PutResult } from "../../directory/write/create-management.ts";
import type { Requester } from "../../directory/write/requester.ts";
import { API_PREFIX, type ApiAnswer, type ApiCall } from "../json/api-route.ts";
import { entriesProblem } from "../json/entries-problem.ts";
import { etagOf } from "../json/etag.ts";
import { writeEntity } from "./write-entity.ts";

/** The caller in the form that the use cases need. */
export const requesterOf = ({ caller, origin, claimed }: ApiCall): Requester => ({
  subject: caller.subject,
  client: caller.client,
  permissions: caller.permissions,
  ip: origin.ip,
  requestId: origin.requestId,
  claimed,
});

/** Runs a use case that gets the body as entries; its errors then point to the place in the body. */
export async function withPlacesInBody<T>(
  body: unknown,
  place: (path: EntryPath) => EntryPath,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EntriesError ? entriesProblem(error, body, place) : error;
  }
}

/** `["roles", 0, "grants", 1]` of the entries is `/grants/1` of the body. */
const withinEntry = (path: EntryPath): EntryPath => path.slice(2);

export const putEntity = (
  management: Management,
  call: ApiCall,
  {
    entry,
    ...request
  }: Omit<PutRequest, "kind" | "state"> & { readonly kind: EntryKind; readonly entry: unknown },
): Promise<PutResult> =>
  withPlacesInBody(entry, withinEntry, () =>
    management.put(requesterOf(call), { ...request, state: { [KINDS[request.kind].section]: [entry] } }),
  );

/** The current entity with its ETag, its derived members, and secrets that are shown only once. */
export async function answerEntity<K extends EntityKind>(
  management: Management,
  kind: K,
  id: string,
  options: {
    readonly status?: number;
    readonly revision?: number;
    readonly location?: string;
    readonly derive?: (value: Entities[K]) => Promise<object>;
    readonly once?: Readonly<Record<string, string>>;
  } = {},
): Promise<ApiAnswer> {
  const stored = await management.get(kind, id);
  const { status = 200, revision, location, derive, once } = options;
  return {
    status,
    body: { ...writeEntity(kind, stored), ...(await derive?.(stored.value)), ...once },
    headers: { etag: etagOf(stored.version), ...(location !== undefined && { location }) },
    ...(revision !== undefined && { revision }),
  };
}

/** `client_secret` or `secret_key`, if the use case generated one. */
export const shownOnce = ({ secrets }: PutResult): Readonly<Record<string, string>> =>
  Object.fromEntries(secrets.map(({ key, secret }) => [key, secret]));

/** Encodes each part as one segment of a path. */
export const pathOf = (...parts: readonly string[]): string =>
  API_PREFIX + parts.map((part) => `/${encodeURIComponent(part)}`).join("");
