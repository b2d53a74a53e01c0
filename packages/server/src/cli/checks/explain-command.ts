import type { ScopeRequest } from "@licet/engine/internal/decide-scopes.ts";
import { explainScopes } from "@licet/engine/internal/explain/explain-scopes.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import type { Client, User } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { prepareClientScopes } from "../../oauth/scopes/decide-client-scopes.ts";
import { prepareForUser } from "../../oauth/scopes/prepare-for-user.ts";
import { createGatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { getClient, getUser } from "../entities/get-entity.ts";
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
import { createWriteCommand, type WriteCommand } from "../typed-command.ts";
import { describeExplainedCheck, explainNamedCheck, formatExplainedCheck } from "./check-explanation.ts";
import { findTokenBlockers } from "./find-token-blockers.ts";
import { describeExplanation, type ExplainedClient, formatExplanation } from "./scope-explanation.ts";

interface ExplainOptions extends Options, ContextOptions {
  readonly scope?: string;
  readonly user?: string;
  readonly resource: readonly string[];
}

export function defineExplainCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description:
      "Say why a check is allowed or denied, or why a client would get scopes or not, and what would change that. " +
      "Asks the engine, changes nothing, issues nothing.",
    help: [
      "licet explain user:alice orders:refund orders/42",
      "licet explain user:alice orders:read --ip 10.0.0.7 --time 2027-01-01T20:00:00Z",
      'licet explain reports --scope "orders:read orders:write"',
      'licet explain shop --scope "openid orders:write" --user alice',
      'licet explain ak_demo --scope "orders:*" --ip 10.0.0.7',
    ],
    add: (it) =>
      addContextOption(
        addRequestOptions(
          it
            .argument("<who>", `${SUBJECT_HELP}; with --scope a client_id or an access key`)
            .argument("[permission]", "the permission that was checked, such as orders:read")
            .argument("[instance]", INSTANCE_HELP, parseInstance)
            .option("--scope <scopes>", "explain these scopes of a token instead, separated by spaces")
            .option("--user <name>", "with --scope: on behalf of this user, with what they agreed to so far")
            .addOption(repeatable("--resource <uri>", "only scopes of this resource")),
        ),
      ),
    check(options: ExplainOptions, who: string, permission?: string, _?: NamedInstance) {
      if (permission === undefined)
        return (
          options.context !== undefined && "--context is for a check; a token request has no such context"
        );
      if (options.scope !== undefined || options.resource.length > 0 || options.user !== undefined)
        return "--scope, --resource and --user are for a token, not for a check";
      return findMistake(who);
    },
    async run(services, options, who, permission, instance) {
      const writeCommand = createWriteCommand(context.terminal, options);
      if (permission === undefined) {
        const explained = await explainClientScopes(services, who, options, writeCommand);
        return {
          document: describeExplanation(explained),
          lines: formatExplanation(explained, writeCommand),
        };
      }
      const named = { subject: parseSubject(who), permission, context: options };
      const explained = await explainNamedCheck(services, instance ? { ...named, instance } : named);
      return {
        document: describeExplainedCheck(explained),
        lines: formatExplainedCheck(explained, writeCommand),
      };
    },
  });
}

function findMistake(who: string): string | false {
  try {
    parseSubject(who);
    return false;
  } catch (error) {
    return `'${who}' names no subject. ${(error as Error).message}`;
  }
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
