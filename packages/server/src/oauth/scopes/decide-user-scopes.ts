import { callerOf } from "@licet/engine/internal/caller.ts";
import {
  decideScopes,
  findInstanceKey,
  type ScopeDecision,
  type ScopeRequest,
} from "@licet/engine/internal/decide-scopes.ts";
import type { Resource } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Model } from "@licet/engine/internal/model.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Client } from "../../accounts/entities.ts";
import type { Authentication } from "../../accounts/session.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import { OAuthError } from "../oauth-error.ts";
import { blockedByClient, mayAskAt } from "./delegated-scopes.ts";
import { refuseMixedResources } from "./refuse-mixed-resources.ts";
import { everyActionOf, parseRequestedScope } from "./requested-scope.ts";

/** The scope request of a client on behalf of a user. */
export interface UserScopeRequest {
  readonly client: Client;
  readonly userId: string;
  /** The `scope` parameter. Empty: everything that the client may request at `resources`. */
  readonly scope: string;
  /** RFC 8707: identifiers of resources. */
  readonly resources: readonly string[];
  /** They were named at the authorization endpoint, where several tokens may follow (RFC 8707 §2.1). */
  readonly resourcesAreAuthorized?: boolean;
  /** The user may consent to all items at once, even for several tokens. */
  readonly forSeveralTokens?: boolean;
  readonly agreed: (scope: string) => boolean;
  readonly grantType: "authorization_code" | "refresh_token";
  readonly authentication: Authentication | undefined;
  readonly ip: string | undefined;
}

export interface UserScopeQuestion {
  readonly facts: Facts;
  readonly request: ScopeRequest;
}

/** The one decision that the consent page, the token endpoint and explanations of it rest on. */
export async function decideUserScopes(
  gather: GatherSubjectFacts,
  clock: Clock,
  asked: UserScopeRequest,
): Promise<ScopeDecision> {
  const { facts, request } = await prepareUserScopes(gather, clock, asked);
  const decision = decideScopes(facts, request);
  // A request without scopes asks for everything granted: no scope in particular was refused.
  return asked.scope === "" ? { ...decision, refused: [] } : decision;
}

/** Prepares the decision, so that an explanation rests on the very same question. */
export async function prepareUserScopes(
  gather: GatherSubjectFacts,
  clock: Clock,
  asked: UserScopeRequest,
): Promise<UserScopeQuestion> {
  const { client, userId, authentication, ip } = asked;
  if (asked.scope === "" && asked.resources.length === 0)
    throw new OAuthError("invalid_scope", "scope is missing: name the scopes wanted, or a resource");
  const named = asked.scope === "" ? [] : parseRequestedScope(asked.scope);
  const instances = named.map(findInstanceKey).filter((key) => key !== undefined);
  const found = await gather({ type: "user", id: userId }, instances);
  if (!("facts" in found)) throw new OAuthError("invalid_grant", "there is no such user, or it is disabled");
  const { facts } = found;
  const resources = resolveResources(asked.resources, client, facts.model);
  if (!asked.resourcesAreAuthorized) refuseMixedResources(resources);
  const request: ScopeRequest = {
    items: asked.scope === "" ? resources.map(everyActionOf) : named,
    ...(resources.length > 0 && { resources }),
    ...(asked.forSeveralTokens && { requestedTogether: [] }),
    delegation: { blockedBy: blockedByClient(client), agreed: asked.agreed },
    context: {
      client: callerOf(client),
      request: {
        time: clock.seconds(),
        grant_type: asked.grantType,
        ...(ip !== undefined && { ip }),
        ...(authentication && {
          acr: authentication.acr,
          amr: authentication.amr,
          auth_time: authentication.time,
        }),
      },
    },
  };
  return { facts, request };
}

/** RFC 8707 §2: every indicator must name a resource that the application has business with. */
function resolveResources(
  identifiers: readonly string[],
  { application }: Client,
  model: Model,
): readonly Resource[] {
  return identifiers.map((identifier) => {
    const resource = model.resourcesByIdentifier.get(identifier);
    if (!resource || !mayAskAt(application, resource)) {
      throw new OAuthError(
        "invalid_target",
        "the requested resource is unknown or not available to this client",
      );
    }
    return resource;
  });
}
