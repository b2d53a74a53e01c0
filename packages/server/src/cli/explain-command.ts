import type { Command } from "commander";
import type { Client } from "../accounts/entities.ts";
import { type EpochSeconds, isExpired } from "../core/time.ts";
import type { Foundation } from "../foundation.ts";
import { isPublic } from "../oauth/authenticate-client.ts";
import { prepareClientScopes } from "../oauth/decide-client-scopes.ts";
import { explainScopes } from "../permissions/explain-scopes.ts";
import type { Asked } from "./ask-check.ts";
import { describeExplainedCheck, formatExplainedCheck } from "./check-explanation.ts";
import { addCircumstanceOptions, addContextOption, type Circumstances, clockAt } from "./circumstances.ts";
import type { CommandContext } from "./command-context.ts";
import { explainAsked } from "./explain-asked.ts";
import { describeExplanation, type ExplainedClient, formatExplanation } from "./explanation.ts";
import { getClient } from "./get-client.ts";
import { INSTANCE_HELP, type NamedInstance, parseInstance, parseSubject, SUBJECT_HELP } from "./names.ts";
import { addOutputOption, type OutputOptions, print } from "./output.ts";
import { repeatable } from "./repeatable.ts";
import { addSettingOptions, type SettingOptions } from "./setting-options.ts";
import { withFoundation } from "./with-foundation.ts";

interface ExplainOptions extends SettingOptions, OutputOptions, Circumstances {
  readonly scope?: string;
  readonly resource: readonly string[];
}

export function defineExplainCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Say why a check is allowed or denied, or why a client would get scopes or not, and what would change that. " +
        "Asks the engine, changes nothing, issues nothing.",
    )
    .argument("<who>", `${SUBJECT_HELP}; with --scope a client_id or an access key`)
    .argument("[permission]", "the permission that was checked, such as orders:read")
    .argument("[instance]", INSTANCE_HELP, parseInstance)
    .option("--scope <scopes>", "explain these scopes of a token instead, separated by spaces")
    .addOption(repeatable("--resource <uri>", "only scopes of this resource"));
  addContextOption(addCircumstanceOptions(command))
    .action(
      (
        who: string,
        permission: string | undefined,
        instance: NamedInstance | undefined,
        options: ExplainOptions,
      ) => {
        if (permission === undefined) return explainClient(context, who, options);
        if (options.scope !== undefined || options.resource.length > 0)
          command.error("error: name a permission, or scopes with --scope, not both");
        const asked = { subject: readSubject(command, who), permission, circumstances: options };
        return explainCheck(context, options, instance ? { ...asked, instance } : asked);
      },
    )
    .addHelpText(
      "after",
      `
Examples:
  licet explain user:alice orders:refund orders/42
  licet explain user:alice orders:read --ip 10.0.0.7 --time 2027-01-01T20:00:00Z
  licet explain reports --scope "orders:read orders:write"
  licet explain ak_demo --scope "orders:*" --ip 10.0.0.7`,
    );
  addSettingOptions(addOutputOption(command));
}

function readSubject(command: Command, text: string): Asked["subject"] {
  try {
    return parseSubject(text);
  } catch (error) {
    return command.error(`error: '${text}' is nobody to ask about. ${(error as Error).message}`);
  }
}

async function explainCheck(context: CommandContext, options: ExplainOptions, asked: Asked): Promise<void> {
  const explained = await withFoundation(context, options, (foundation) => explainAsked(foundation, asked));
  print(context.terminal, options, describeExplainedCheck(explained), () => formatExplainedCheck(explained));
}

async function explainClient(
  context: CommandContext,
  clientId: string,
  options: ExplainOptions,
): Promise<void> {
  const explained = await withFoundation(context, options, (foundation) =>
    explainScopesOf(foundation, clientId, options),
  );
  print(context.terminal, options, describeExplanation(explained), () => formatExplanation(explained));
}

async function explainScopesOf(
  foundation: Foundation,
  clientId: string,
  { scope, resource, ip, time }: ExplainOptions,
): Promise<ExplainedClient> {
  const { storage, factSource } = foundation;
  const clock = clockAt(time, foundation.clock);
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
