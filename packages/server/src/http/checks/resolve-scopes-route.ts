import { type ResolvedScopes, resolveScopes } from "@licet/engine/internal/explain/resolve-scopes.ts";
import { writeDenied, writeGrantPath } from "@licet/engine/internal/explain/write-explanation.ts";
import { REFUSAL_REASONS } from "@licet/engine/internal/refusal.ts";
import { isClientEnabled } from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { Client } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import type { Users } from "../../accounts/users.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { prepareClientScopes } from "../../oauth/scopes/decide-client-scopes.ts";
import { prepareForUser } from "../../oauth/scopes/prepare-for-user.ts";
import type { ConsentStore } from "../../oauth/stores.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { revision, time } from "../json/wire-values.ts";
import { atLeast, name } from "./check-question.ts";
import { deniedSchema, grantPathSchema } from "./explanation-schema.ts";
import { createShowValues, type ShowValues } from "./show-values.ts";

const request = z
  .strictObject({
    client_id: name,
    user: z.exactOptional(name).meta({
      description: "On whose behalf, with what they agreed to so far. Left out: the client asks for itself",
    }),
    scope: z.exactOptional(z.string().max(30_000)),
    resource: z
      .array(z.string().min(1).max(512))
      .max(100)
      .default([])
      .meta({ description: "RFC 8707: identifiers of resources" }),
    ip: z.exactOptional(z.string().max(100)),
    at_least: z.exactOptional(atLeast),
  })
  .meta({ title: "ScopeRequest" });

const granted = z
  .strictObject({ scope: z.string(), asked: z.string(), via: grantPathSchema.optional() })
  .meta({ title: "GrantedScope" });
const refused = deniedSchema
  .extend({ scope: z.string(), asked: z.string(), reason: z.enum(REFUSAL_REASONS) })
  .meta({ title: "RefusedScope" });

const answer = z
  .union([
    z
      .strictObject({
        issued: z.literal(true),
        scope: z.string(),
        scope_rejected: z.string(),
        granted: z.array(granted),
        refused: z.array(refused),
        resources: z.array(z.string()).meta({
          description: "The identifiers of the resources whose permissions are granted",
        }),
        expires_at: time.optional().meta({
          description: "The earliest end among the assignments that it rests on: no token outlives it",
        }),
        revision,
      })
      .meta({ title: "IssuedScopes" }),
    z
      .strictObject({ issued: z.literal(false), error: z.string(), error_description: z.string(), revision })
      .meta({ title: "FailedScopes" }),
  ])
  .meta({ title: "ResolvedScopes" });

/** The token endpoint's decision for a client that acts for itself or for a user, with reasons. Issues nothing. */
export function createResolveRoute(dependencies: {
  readonly clients: Clients;
  readonly users: Users;
  readonly factSource: FactSource;
  readonly gather: GatherSubjectFacts;
  readonly consents: Pick<ConsentStore, "find">;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): ApiRoute {
  const { clients, users, factSource, feed, clock } = dependencies;

  async function resolveForUser(client: Client, name: string, asked: z.output<typeof request>) {
    const user = await users.find(name);
    if (!user?.enabled) throw new OAuthError("invalid_grant", "there is no such user, or it is disabled");
    const { scope = "", resource: resources, ip } = asked;
    const from = ip === undefined ? {} : { ip };
    const prepared = await prepareForUser(dependencies, { client, user, scope, resources, ...from });
    return resolveScopes(prepared, { scope: scope || undefined });
  }

  async function resolve(asked: z.output<typeof request>): Promise<ResolvedScopes> {
    const client = await clients.find(asked.client_id);
    if (!client || !isClientEnabled(client, clock.seconds()))
      throw new OAuthError("invalid_client", "there is no such client, or it is disabled or expired");
    if (asked.user !== undefined) return resolveForUser(client, asked.user, asked);
    if (isPublicClient(client))
      throw new OAuthError("unauthorized_client", "a public client cannot use this grant type");
    // RFC 6749 §3.1: a parameter without a value is treated as omitted.
    const scope = asked.scope || undefined;
    const prepared = await prepareClientScopes(factSource, clock, {
      client,
      scope,
      resources: asked.resource,
      ...(asked.ip !== undefined && { ip: asked.ip }),
    });
    return resolveScopes(prepared, { scope });
  }

  return apiRoute({
    operation: "resolveScopes",
    method: "POST",
    path: "/scopes:resolve",
    permission: "licet:explain",
    tag: "checks",
    summary: "See what the token endpoint would grant a client, for itself or for a user, and why",
    body: request,
    answers: {
      200: {
        description: "What would be granted and refused, or with which error it would fail",
        schema: answer,
      },
    },
    async handle({ body, caller }) {
      await feed.confirm(body.at_least);
      try {
        const resolved = await resolve(body);
        const written = writeResolved(resolved, createShowValues(caller.permissions));
        return { status: 200, body: written, revision: resolved.revision };
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        const { revision } = feed;
        const failure = { issued: false, error: error.code, error_description: error.message, revision };
        return { status: 200, body: failure, revision };
      }
    },
  });
}

function writeResolved(
  { granted, refused, resources, expiresAt, revision }: ResolvedScopes,
  show: ShowValues,
): object {
  return {
    issued: true,
    scope: granted.map(({ scope }) => scope).join(" "),
    scope_rejected: refused.map(({ scope }) => scope).join(" "),
    granted: granted.map(({ scope, asked, via }) => ({
      scope,
      asked,
      ...(via && { via: writeGrantPath(via, show) }),
    })),
    refused: refused.map(({ scope, asked, ...denied }) => ({ scope, asked, ...writeDenied(denied, show) })),
    resources: resources.map(({ identifier }) => identifier),
    ...(expiresAt !== undefined && { expires_at: writeTime(expiresAt) }),
    revision,
  };
}
