import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../accounts/clients.ts";
import type { AuditEvent } from "../audit/events.ts";
import type { AuditRecorder } from "../audit/recorder.ts";
import type { HandledTokenRequest, HandleTokenRequest } from "./handle-token-request.ts";
import { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";
import { redactClientId } from "./redact-client-id.ts";
import { ReplayError } from "./replay-error.ts";
import type { Origin, TokenRequest } from "./token-request.ts";
import type { RevokeToken } from "./tokens/revoke-token.ts";

/** Puts every issued token and every refusal on record, around the handling of the request and never inside it. */
export function auditedTokenRequest(handle: HandleTokenRequest, auditing: Auditing): HandleTokenRequest {
  return async (request) => {
    try {
      const issued = await handle(request);
      recordIssued(issued, request, auditing);
      return issued;
    } catch (error) {
      if (error instanceof OAuthError) recordDenied(error, request, auditing);
      throw error;
    }
  };
}

export interface Auditing {
  readonly audit: AuditRecorder;
  readonly clock: Clock;
  readonly clients: Pick<Clients, "find">;
  /** Its requests have counters of their own. */
  readonly consoleApplication: string;
}

/** The console requests a token at each page load. Beside the requests of applications, these would hide what matters. */
const COUNTERS = { issued: "tokens_issued", refused: "scopes_refused", errors: "token_errors" };
const CONSOLE_COUNTERS = {
  issued: "console_tokens_issued",
  refused: "console_scopes_refused",
  errors: "console_token_errors",
};

const countersOf = (clientId: string, { consoleApplication }: Auditing): typeof COUNTERS =>
  clientId === consoleApplication ? CONSOLE_COUNTERS : COUNTERS;

/**
 * Anyone can name the console, which has no secret. Of its errors only those are counted apart that the console itself
 * causes, by a token that has expired. Otherwise a caller could keep its own failures out of the charts.
 */
const errorCounterOf = ({ code }: OAuthError, { credentials }: TokenRequest, auditing: Auditing): string =>
  code === "invalid_grant" && credentials.method === "none"
    ? countersOf(credentials.clientId, auditing).errors
    : COUNTERS.errors;

function recordIssued(issued: HandledTokenRequest, { origin }: TokenRequest, auditing: Auditing): void {
  const { audit, clock } = auditing;
  const { client, grantType, subject, tokenId, decision, response } = issued;
  audit.record({
    at: clock.milliseconds(),
    type: "token.issued",
    actor: principalOf(client),
    ip: origin.ip,
    requestId: origin.requestId,
    data: {
      grant_type: grantType,
      sub: subject,
      jti: tokenId,
      scope: response.scope,
      ...(decision.refused.length > 0 && {
        refused: Object.fromEntries(decision.refused.map(({ scope, reason }) => [scope, reason])),
      }),
      expires_in: response.expires_in,
      revision: decision.revision,
    },
  });
  const counters = countersOf(client.id, auditing);
  audit.count(counters.issued, grantType);
  for (const { reason } of decision.refused) audit.count(counters.refused, reason);
}

function recordDenied(error: OAuthError, request: TokenRequest, auditing: Auditing): void {
  const { audit, clock } = auditing;
  const { credentials, origin } = request;
  const actor = `client:${claimedClientId(credentials.clientId, error)}`;
  const by = { at: clock.milliseconds(), actor, ip: origin.ip, requestId: origin.requestId };
  const why = { error: error.code, description: error.message, method: credentials.method };
  audit.count(errorCounterOf(error, request, auditing), error.code);
  if (error instanceof ReplayError) {
    const { kind, delegation } = error;
    audit.count("tokens_replayed", kind);
    const data = { kind, sub: delegation.userId, delegation: delegation.id, method: credentials.method };
    audit.record({ ...by, type: "token.replayed", data });
    return;
  }
  const event: AuditEvent = { ...by, type: "token.denied", data: why };
  if (isKnownCaller(error, request)) audit.record(event);
  else void recordUnknown(event, error, request, auditing);
}

/** An authenticated client, or the client of a user's token: each of its refusals has its own row. */
const isKnownCaller = ({ code }: OAuthError, { credentials }: TokenRequest): boolean =>
  !UNAUTHENTICATED.has(code) && (credentials.method !== "none" || code === "invalid_scope");

/** Unknown client ids count together, or each would have rows of its own. The response does not wait for the lookup. */
async function recordUnknown(
  event: AuditEvent,
  { code }: OAuthError,
  { credentials }: TokenRequest,
  { audit, clients }: Auditing,
): Promise<void> {
  let actor = "unknown";
  try {
    if (await clients.find(credentials.clientId)) actor = event.actor;
  } catch {
    // The database cannot be read: the failure counts as that of an unknown client.
  }
  audit.recordFailure(event, { actor, data: { error: code } });
}

/** Refusals before the client is authenticated. */
const UNAUTHENTICATED: ReadonlySet<OAuthErrorCode> = new Set(["invalid_client", "unsupported_grant_type"]);

/** The client that the caller claims to be. */
const claimedClientId = (clientId: string, { code }: OAuthError): string =>
  UNAUTHENTICATED.has(code) ? redactClientId(clientId) : clientId;

export function auditedRevoke(revoke: RevokeToken, audit: AuditRecorder, clock: Clock): RevokeToken {
  return async (request) => {
    const revocation = await revoke(request);
    if (revocation.tokenId !== undefined) {
      recordRevoked(revocation.tokenId, principalOf(revocation.client), request.origin, audit, clock);
    }
    return revocation;
  };
}

function recordRevoked(
  tokenId: string,
  actor: string,
  origin: Origin,
  audit: AuditRecorder,
  clock: Clock,
): void {
  audit.record({
    at: clock.milliseconds(),
    type: "token.revoked",
    actor,
    ip: origin.ip,
    requestId: origin.requestId,
    data: { jti: tokenId },
  });
  audit.count("tokens_revoked", "");
}

const principalOf = (client: { id: string; accessAccount?: unknown }): string =>
  client.accessAccount
    ? formatPrincipalKey("access_account", client.id)
    : formatPrincipalKey("application", client.id);
