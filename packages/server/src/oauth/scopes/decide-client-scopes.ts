import type { FactRequest } from "@licet/engine/internal/assemble-facts.ts";
import { callerOf } from "@licet/engine/internal/caller.ts";
import {
  decideScopes,
  findInstanceKey,
  holdsAnythingOf,
  type ScopeDecision,
  type ScopeRequest,
} from "@licet/engine/internal/decide-scopes.ts";
import type { Resource } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import { describeClient } from "@licet/engine/internal/subject.ts";
import type { ScopeItem } from "@licet/engine/internal/values/scope.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Client } from "../../accounts/entities.ts";
import { type Awaitable, whenReady } from "../../core/async/awaitable.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { OAuthError } from "../oauth-error.ts";
import { refuseMixedResources } from "./refuse-mixed-resources.ts";
import { everyActionOf, parseRequestedScope } from "./requested-scope.ts";

/** The scope request of a client that acts for itself. */
export interface ClientScopeRequest {
  readonly client: Client;
  /** The `scope` parameter. Undefined: everything that is granted at `resources`. */
  readonly scope: string | undefined;
  /** RFC 8707: identifiers of resources. */
  readonly resources: readonly string[];
  readonly ip?: string;
}

/** The question to the engine, with all it needs to answer. */
export interface ClientScopeQuestion {
  readonly facts: Facts;
  readonly request: ScopeRequest;
}

export function decideClientScopes(
  factSource: FactSource,
  clock: Clock,
  asked: ClientScopeRequest,
): Awaitable<ScopeDecision> {
  return whenReady(prepareClientScopes(factSource, clock, asked), ({ facts, request }) => {
    const decision = decideScopes(facts, request);
    // A request without scopes asks for everything granted: no scope in particular was refused.
    return asked.scope === undefined ? { ...decision, refused: [] } : decision;
  });
}

/** Prepares the decision, so that an explanation rests on the very same question. */
export function prepareClientScopes(
  factSource: FactSource,
  clock: Clock,
  { client, scope, resources: identifiers, ip }: ClientScopeRequest,
): Awaitable<ClientScopeQuestion> {
  const items = parseItems(scope, identifiers);
  const subject = describeClient(client, clock.seconds());
  return whenReady(gatherFacts(factSource, { subject, instances: instancesIn(items) }), (facts) => {
    const time = clock.seconds();
    const resources = resolveResources(identifiers, facts, time);
    const context = {
      client: callerOf(client),
      request: { time, ...(ip !== undefined && { ip }), grant_type: "client_credentials" },
    };
    if (!resources) return { facts, request: { items: items ?? [], context } };
    return { facts, request: { items: items ?? resources.map(everyActionOf), resources, context } };
  });
}

function gatherFacts(factSource: FactSource, request: FactRequest): Awaitable<Facts> {
  const cached = factSource.gatherCached(request);
  return cached instanceof Promise ? cached.then(() => factSource.gather(request)) : cached;
}

function parseItems(
  scope: string | undefined,
  resources: readonly string[],
): readonly ScopeItem[] | undefined {
  if (scope !== undefined) return parseRequestedScope(scope);
  if (resources.length > 0) return undefined;
  throw new OAuthError("invalid_request", "scope is missing: name the scopes wanted, or a resource");
}

const instancesIn = (items: readonly ScopeItem[] | undefined) =>
  (items ?? []).map(findInstanceKey).filter((key) => key !== undefined);

/** RFC 8707 §2: every indicator must name a resource that the client has business with. */
function resolveResources(
  identifiers: readonly string[],
  facts: Facts,
  now: number,
): readonly Resource[] | undefined {
  if (identifiers.length === 0) return undefined;
  const resources = identifiers.map((identifier) => {
    const resource = facts.model.resourcesByIdentifier.get(identifier);
    if (!resource || !holdsAnythingOf(facts, resource, now)) {
      throw new OAuthError(
        "invalid_target",
        "the requested resource is unknown or not available to this client",
      );
    }
    return resource;
  });
  refuseMixedResources(resources);
  return resources;
}
