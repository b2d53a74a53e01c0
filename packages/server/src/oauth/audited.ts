import type { AuditRecorder } from "../audit/recorder.ts";
import type { Clock } from "../core/time.ts";
import type { ExchangeToken, IssuedToken } from "./exchange-token.ts";
import { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";
import { presentableClient } from "./presentable-client.ts";
import type { RevokeToken } from "./revoke-token.ts";
import type { Origin, TokenRequest } from "./token-request.ts";

/** Puts every issued token and every refusal on record, around the exchange and never inside it. */
export function auditedExchange(exchange: ExchangeToken, audit: AuditRecorder, clock: Clock): ExchangeToken {
  return async (request) => {
    try {
      const issued = await exchange(request);
      recordIssued(issued, request, audit, clock);
      return issued;
    } catch (error) {
      if (error instanceof OAuthError) recordDenied(error, request, audit, clock);
      throw error;
    }
  };
}

function recordIssued(
  issued: IssuedToken,
  { origin }: TokenRequest,
  audit: AuditRecorder,
  clock: Clock,
): void {
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
  audit.count("tokens_issued", grantType);
  for (const { reason } of decision.refused) audit.count("scopes_refused", reason);
}

function recordDenied(error: OAuthError, request: TokenRequest, audit: AuditRecorder, clock: Clock): void {
  audit.record({
    at: clock.milliseconds(),
    type: "token.denied",
    actor: `client:${claimedName(request.credentials.clientId, error)}`,
    ip: request.origin.ip,
    requestId: request.origin.requestId,
    data: { error: error.code, description: error.message, method: request.credentials.method },
  });
  audit.count("token_errors", error.code);
}

/** Refusals at which nobody knows yet who is calling. */
const UNAUTHENTICATED: ReadonlySet<OAuthErrorCode> = new Set(["invalid_client", "unsupported_grant_type"]);

/** Who the caller claims to be. */
const claimedName = (clientId: string, { code }: OAuthError): string =>
  UNAUTHENTICATED.has(code) ? presentableClient(clientId) : clientId;

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
  client.accessAccount ? `access_account:${client.id}` : `application:${client.id}`;
