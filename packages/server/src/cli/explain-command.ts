import { isIP } from "node:net";
import { type Command, InvalidArgumentError } from "commander";
import type { Client } from "../accounts/entities.ts";
import { type Clock, type EpochSeconds, isExpired } from "../core/time.ts";
import type { Foundation } from "../foundation.ts";
import { isPublic } from "../oauth/authenticate-client.ts";
import { prepareClientScopes } from "../oauth/decide-client-scopes.ts";
import { explainScopes } from "../permissions/explain-scopes.ts";
import type { CommandContext } from "./command-context.ts";
import { describeExplanation, type ExplainedClient, formatExplanation } from "./explanation.ts";
import { getClient } from "./get-client.ts";
import { addOutputOption, type OutputOptions, print } from "./output.ts";
import { collect } from "./repeatable.ts";
import { addSettingOptions, type SettingOptions } from "./setting-options.ts";
import { parseInstant } from "./times.ts";
import { withFoundation } from "./with-foundation.ts";

interface ExplainOptions extends SettingOptions, OutputOptions {
  readonly scope?: string;
  readonly resource: readonly string[];
  readonly ip?: string;
  readonly time?: EpochSeconds;
}

export function defineExplainCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Say why a client would get a scope or not, and what would change that. Asks the engine, issues nothing.",
    )
    .argument("<client>", "a client_id or an access key")
    .option("--scope <scopes>", "the scopes to explain, separated by spaces")
    .option("--resource <uri>", "only permissions of this resource; may be repeated", collect, [])
    .option("--ip <address>", "as if the request came from here", parseAddress)
    .option("--time <instant>", "as if it were this time, such as 2027-01-01T00:00:00Z", parseInstant)
    .action((clientId: string, options: ExplainOptions) => explain(context, clientId, options))
    .addHelpText(
      "after",
      `
Examples:
  licet explain reports --scope "orders:read orders:write"
  licet explain ak_demo --scope "orders:*" --ip 10.0.0.7 --time 2027-01-01T20:00:00Z`,
    );
  addSettingOptions(addOutputOption(command));
}

function parseAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError("Expected an IP address.");
  return text;
}

async function explain(context: CommandContext, clientId: string, options: ExplainOptions): Promise<void> {
  const explained = await withFoundation(context, options, (foundation) =>
    explainClient(foundation, clientId, options),
  );
  print(context.terminal, options, describeExplanation(explained), () => formatExplanation(explained));
}

async function explainClient(
  foundation: Foundation,
  clientId: string,
  { scope, resource, ip, time }: ExplainOptions,
): Promise<ExplainedClient> {
  const { storage, factSource } = foundation;
  const clock = time === undefined ? foundation.clock : stoppedAt(time);
  const client = await getClient(foundation, clientId);
  const { facts, request } = await prepareClientScopes(factSource, clock, {
    client,
    scope,
    resources: resource,
    ...(ip !== undefined && { ip }),
  });
  const roles = (await storage.state.list("role")).map(({ name }) => name);
  return {
    client,
    revision: facts.revision,
    time: request.context.request.time,
    hindrances: hindrancesOf(client, clock.seconds()),
    scopes: explainScopes(facts, { ...request, roles }),
  };
}

const stoppedAt = (time: EpochSeconds): Clock => ({ seconds: () => time, milliseconds: () => time * 1000 });

/** Why it would get no token at all, whatever it asks for. */
function hindrancesOf(client: Client, now: EpochSeconds): readonly string[] {
  const { application, accessAccount, secrets } = client;
  const hindrances: string[] = [];
  if (!application.enabled) hindrances.push(`the application ${application.id} is disabled`);
  if (accessAccount && !accessAccount.enabled)
    hindrances.push(`the access key ${accessAccount.accessKey} is disabled`);
  if (isExpired(accessAccount?.expiresAt, now)) hindrances.push(`the access key ${client.id} has expired`);
  if (isPublic(client)) hindrances.push(`a ${application.type} application cannot use client_credentials`);
  else if (!application.jwks && secrets.every(({ expiresAt }) => isExpired(expiresAt, now))) {
    hindrances.push(`${client.id} has no live secret; make one with licet secret rotate ${client.id}`);
  }
  return hindrances;
}
