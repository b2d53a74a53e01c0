import type { ScopeRequest } from "@licet/engine/decide-scopes.ts";
import { explainScopes } from "@licet/engine/explain/explain-scopes.ts";
import type { Facts } from "@licet/engine/facts.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import type { Client, User } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { prepareClientScopes } from "../../oauth/scopes/decide-client-scopes.ts";
import { prepareForUser } from "../../oauth/scopes/prepare-for-user.ts";
import { createGatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { getClient, getUser } from "../entities/get-entity.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import {
  addContextOption,
  addRequestOptions,
  type ContextOptions,
  clockAt,
} from "../options/context-options.ts";
import { repeatable } from "../options/make-options.ts";
import {
  INSTANCE_HELP,
  type NamedInstance,
  parseInstance,
  parseSubject,
  SUBJECT_HELP,
} from "../options/names.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { createWriteCommand, type WriteCommand } from "../typed-command.ts";
import { withServices } from "../with-services.ts";
import { describeExplainedCheck, formatExplainedCheck } from "./check-explanation.ts";
import { explainNamedCheck } from "./explain-named-check.ts";
import { findTokenBlockers } from "./find-token-blockers.ts";
import type { NamedCheck } from "./run-check.ts";
import { describeExplanation, type ExplainedClient, formatExplanation } from "./scope-explanation.ts";

interface ExplainOptions extends SettingOptions, OutputOptions, ContextOptions {
  readonly scope?: string;
  readonly user?: string;
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
    .option("--user <name>", "with --scope: on behalf of this user, with what they agreed to so far")
    .addOption(repeatable("--resource <uri>", "only scopes of this resource"));
  addContextOption(addRequestOptions(command))
    .action(
      (
        who: string,
        permission: string | undefined,
        instance: NamedInstance | undefined,
        options: ExplainOptions,
      ) => {
        if (permission === undefined) {
          if (options.context !== undefined)
            command.error("error: --context is for a check; a token request has no such context");
          return explainClient(context, who, options);
        }
        if (options.scope !== undefined || options.resource.length > 0 || options.user !== undefined)
          command.error("error: --scope, --resource and --user are for a token, not for a check");
        const named = { subject: readSubject(command, who), permission, context: options };
        return explainCheck(context, options, instance ? { ...named, instance } : named);
      },
    )
    .addHelpText(
      "after",
      `
Examples:
  licet explain user:alice orders:refund orders/42
  licet explain user:alice orders:read --ip 10.0.0.7 --time 2027-01-01T20:00:00Z
  licet explain reports --scope "orders:read orders:write"
  licet explain shop --scope "openid orders:write" --user alice
  licet explain ak_demo --scope "orders:*" --ip 10.0.0.7`,
    );
  addSettingOptions(addOutputOption(command));
}

function readSubject(command: Command, text: string): NamedCheck["subject"] {
  try {
    return parseSubject(text);
  } catch (error) {
    return command.error(`error: '${text}' names no subject. ${(error as Error).message}`);
  }
}

async function explainCheck(
  context: CommandContext,
  options: ExplainOptions,
  named: NamedCheck,
): Promise<void> {
  const explained = await withServices(context, options, (services) => explainNamedCheck(services, named));
  print(context.terminal, options, describeExplainedCheck(explained), () =>
    formatExplainedCheck(explained, createWriteCommand(context.terminal, options)),
  );
}

async function explainClient(
  context: CommandContext,
  clientId: string,
  options: ExplainOptions,
): Promise<void> {
  const writeCommand = createWriteCommand(context.terminal, options);
  const explained = await withServices(context, options, (services) =>
    explainClientScopes(services, clientId, options, writeCommand),
  );
  print(context.terminal, options, describeExplanation(explained), () =>
    formatExplanation(explained, writeCommand),
  );
}

async function explainClientScopes(
  services: Pick<Services, "clients" | "clock" | "factSource" | "storage" | "subjects">,
  clientId: string,
  options: ExplainOptions,
  writeCommand: WriteCommand,
): Promise<ExplainedClient> {
  const { storage } = services;
  const clock = clockAt(options.time, services.clock);
  const client = await getClient(services, clientId);
  const user = options.user === undefined ? undefined : await getUser(services, options.user);
  const { facts, request } = await prepareScopeDecision(services, clock, { client, user, options });
  const roles = (await storage.state.list("role")).map(({ name }) => name);
  return {
    client,
    ...(user && { user }),
    revision: facts.revision,
    time: request.context.request.time,
    blockedBy: findTokenBlockers(client, clock.seconds(), user, writeCommand),
    scopes: explainScopes(facts, { ...request, roles }),
  };
}

/** Prepares the decision that the token endpoint makes: for the client itself, or on behalf of a user. */
async function prepareScopeDecision(
  services: Pick<Services, "factSource" | "storage" | "subjects">,
  clock: Clock,
  wanted: { readonly client: Client; readonly user: User | undefined; readonly options: ExplainOptions },
): Promise<{ readonly facts: Facts; readonly request: ScopeRequest }> {
  const { factSource, subjects, storage } = services;
  const { client, user, options } = wanted;
  const { scope, resource: resources, ip } = options;
  const from = ip === undefined ? {} : { ip };
  if (!user) return prepareClientScopes(factSource, clock, { client, scope, resources, ...from });
  if (scope === undefined && resources.length === 0)
    throw new InvalidInputError("name the scopes with --scope, or a resource with --resource");
  const gather = createGatherSubjectFacts({ factSource, subjects, feed: storage.feed });
  const dependencies = { factSource, gather, consents: storage.consents, clock };
  return prepareForUser(dependencies, { client, user, scope: scope ?? "", resources, ...from });
}
