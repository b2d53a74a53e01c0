import { type AnswerOf, callApi } from "../../api/call-api.ts";
import { may } from "../../auth/may.ts";
import { splitEntityName } from "../../components/entities/split-entity-name.ts";
import { isSaidByReason, type Suggestion } from "../../components/suggestions/suggestion.ts";

type AuditEvent = AnswerOf<"GET /audit">["items"][number];
type Refused = Extract<AnswerOf<"POST /scopes:resolve">, { readonly issued: true }>["refused"][number];

/** A token request of the audit log whose scopes were refused. */
export interface RefusedRequest {
  readonly at: string;
  /** The application or access account, and the user that it acted for: `application:reports`. */
  readonly client: string;
  readonly user: string | undefined;
  readonly scopes: readonly string[];
  readonly ip: string | undefined;
}

/** A request that would be refused again, with what would change that. Without `licet:explain` nobody can tell. */
export interface RecentRefusal extends RefusedRequest {
  readonly stillRefused: readonly Refused[] | undefined;
}

/** The user decided, so there is nothing to do for an administrator. */
const DECIDED_BY_USER = "user_declined";

/** Identifies a request: the same client asking for the same scopes again. */
export const keyOf = ({ client, user = "", scopes }: RefusedRequest): string =>
  [client, user, ...scopes.toSorted()].join(" ");

/** The refused requests among the events, each once, the newest first. */
export function listRefusedRequests(events: readonly AuditEvent[]): readonly RefusedRequest[] {
  const requests = new Map<string, RefusedRequest>();
  for (const event of events) {
    const request = readRequest(event);
    if (request.scopes.length > 0 && !requests.has(keyOf(request))) requests.set(keyOf(request), request);
  }
  return [...requests.values()];
}

function readRequest({ at, type, actor, target, ip, data = {} }: AuditEvent): RefusedRequest {
  const isByUser = type === "authorization.granted";
  const subject =
    typeof data.sub === "string" && data.sub.startsWith("usr_") ? `user:${data.sub}` : undefined;
  const scopes = Object.entries(data.refused ?? {}).flatMap(([scope, reason]) =>
    reason === DECIDED_BY_USER ? [] : [scope],
  );
  return { at, client: isByUser ? (target ?? "") : actor, user: isByUser ? actor : subject, scopes, ip };
}

/**
 * The newest request that would be refused again today, preferably one with a fix: what was fixed since, or what nobody
 * can fix here, is no news.
 */
export async function findRecentRefusal(
  requests: readonly RefusedRequest[],
  signal: AbortSignal,
): Promise<RecentRefusal | null> {
  const [newest] = requests;
  if (!may("explain")) return newest ? { ...newest, stillRefused: undefined } : null;
  let withoutFix: RecentRefusal | undefined;
  for (const request of requests) {
    const stillRefused = await resolveAgain(request, signal);
    if (stillRefused.length === 0) continue;
    if (stillRefused.some(hasFix)) return { ...request, stillRefused };
    withoutFix ??= { ...request, stillRefused };
  }
  return withoutFix ?? null;
}

async function resolveAgain(request: RefusedRequest, signal: AbortSignal): Promise<readonly Refused[]> {
  const { client, user, scopes, ip } = request;
  const { body } = await callApi("POST /scopes:resolve", {
    body: {
      client_id: splitEntityName(client).id,
      ...(user !== undefined && { user: splitEntityName(user).id }),
      scope: scopes.join(" "),
      ...(ip !== undefined && { ip }),
    },
    signal,
  });
  return body.issued ? body.refused.filter(({ reason }) => reason !== DECIDED_BY_USER) : [];
}

/** Only the caller can follow these suggestions. */
const FOR_THE_CALLER: readonly Suggestion["kind"][] = [
  "omit_resource",
  "use_resource",
  "request_separately",
  "request_instance",
  "provide_context",
  "other_permissions",
  "unknown_permission",
];

const hasFix = ({ suggestions }: Refused): boolean =>
  suggestions.some((suggestion) => !isSaidByReason(suggestion) && !FOR_THE_CALLER.includes(suggestion.kind));
