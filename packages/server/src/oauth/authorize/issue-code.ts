import type { Clock } from "@licet/engine/internal/values/time.ts";
import { passwordStamp } from "../../accounts/passwords/password-stamp.ts";
import { hashToken } from "../../accounts/random-token.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import { generateId } from "../../core/values/ids.ts";
import type { Delegation } from "../delegation.ts";
import { generateOneTimeToken } from "../one-time-token.ts";
import type { DelegationStore } from "../stores.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { OfferedItem } from "./offer.ts";

export interface IssuedCode {
  readonly code: string;
  readonly delegation: Delegation;
}

export type IssueCode = (
  request: AuthorizationRequest,
  given: { readonly active: ActiveSession; readonly agreed: readonly OfferedItem[]; readonly ip: string },
) => Promise<IssuedCode>;

/** RFC 6749 §4.1.2: bound to the application, the address, the challenge and the user; ten minutes would be the most. */
export function createIssueCode(dependencies: {
  readonly delegations: DelegationStore;
  readonly clock: Clock;
  readonly codeSeconds: number;
}): IssueCode {
  const { delegations, clock, codeSeconds } = dependencies;
  return async (request, { active, agreed, ip }) => {
    const { session, user } = active;
    const now = clock.seconds();
    const delegation: Delegation = {
      id: generateId("delegation"),
      userId: user.id,
      applicationId: request.redirect.applicationId,
      sessionId: session.id,
      authentication: session.authentication,
      passwordStamp: passwordStamp(user),
      ip,
      redirectUri: request.redirect.uri,
      ...(request.codeChallenge !== undefined && { codeChallenge: request.codeChallenge }),
      ...(request.nonce !== undefined && { nonce: request.nonce }),
      scope: request.scope,
      resources: request.resources,
      agreed: agreed.map(({ scope }) => scope),
      outlivesSession: agreed.some(({ scope, isAsked }) => scope === "offline_access" && isAsked),
      ...(request.claims && { claims: request.claims }),
      createdAt: now,
      codeExpiresAt: now + codeSeconds,
    };
    const code = generateOneTimeToken("lac_");
    await delegations.insert(delegation, hashToken(code));
    return { code, delegation };
  };
}
