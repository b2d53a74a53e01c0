import type { ScopeExplanation } from "@licet/engine/internal/explain/scope-explanation.ts";
import { writeDenied, writeGrantPath } from "@licet/engine/internal/explain/write-explanation.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { writeSeconds } from "../format/times.ts";
import type { WriteCommand } from "../typed-command.ts";
import { formatGrantPath, formatNearMiss, formatSuggestion } from "./grant-path-text.ts";

export interface ExplainedClient {
  readonly client: Client;
  /** The user on whose behalf the client requests the scopes; absent when the client acts for itself. */
  readonly user?: User;
  readonly revision: number;
  readonly time: EpochSeconds;
  /** The reasons why the client gets no token at all. */
  readonly blockedBy: readonly string[];
  readonly scopes: readonly ScopeExplanation[];
}

/** Formats the explanation as JSON data. */
export function describeExplanation({ client, user, revision, time, blockedBy, scopes }: ExplainedClient) {
  return {
    client_id: client.id,
    application: client.application.id,
    ...(user && { user: user.id }),
    time: writeSeconds(time),
    revision,
    blocked_by: blockedBy,
    scopes: scopes.map(describeScope),
  };
}

function describeScope(explanation: ScopeExplanation) {
  const { scope, asked, granted } = explanation;
  if (!granted) return { scope, asked, granted, ...writeDenied(explanation) };
  const { via, until } = explanation;
  return {
    scope,
    asked,
    granted,
    ...(via && { via: writeGrantPath(via) }),
    ...(until !== undefined && { expires_at: writeSeconds(until) }),
  };
}

/** Formats the explanation as lines of text. */
export function formatExplanation(
  { client, user, revision, time, blockedBy, scopes }: ExplainedClient,
  writeCommand: WriteCommand,
): readonly string[] {
  const through = client.accessAccount ? `, an access key of ${client.application.id}` : "";
  return [
    `${client.id}${through}${user ? `, on behalf of ${user.username}` : ""}, at ${writeSeconds(time)}, revision ${revision}`,
    ...blockedBy.map((reason) => `! no token at all: ${reason}`),
    ...scopes.flatMap((explanation) => ["", ...formatScope(explanation, writeCommand)]),
  ];
}

/** A client is shown by its id. */
const byId = (principal: string): string => principal;

function formatScope(explanation: ScopeExplanation, writeCommand: WriteCommand): readonly string[] {
  const { scope, asked } = explanation;
  const name = scope === asked ? scope : `${scope} (of ${asked})`;
  if (explanation.granted) {
    const until = explanation.until === undefined ? "" : `, until ${writeSeconds(explanation.until)}`;
    return [`${name}: granted${until}`, ...(explanation.via ? formatGrantPath(explanation.via, byId) : [])];
  }
  return [
    `${name}: refused, ${explanation.reason}`,
    ...explanation.nearMisses.flatMap((miss) => formatNearMiss(miss, byId)),
    ...explanation.suggestions.flatMap((suggestion) => formatSuggestion(suggestion, byId, writeCommand)),
  ];
}
