import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { addAction, type NewAction, removeAction } from "./change-resource.ts";

interface Options extends SettingOptions, OutputOptions {}

export function defineAddAction(command: Command, context: CommandContext): void {
  command
    .summary("add an action to a resource")
    .description("Add an action to a resource, or change the description of one that it has.")
    .argument("<resource>", "the resource")
    .argument("<action>", "the name of the action, such as refund")
    .requiredOption("--description <text>", "what users read on the consent page, in English")
    .action((resource: string, name: string, options: Options & { description: string }) =>
      add(context, resource, { name, description: options.description }, options),
    )
    .addHelpText(
      "after",
      '\nExample:\n  licet resource add-action orders refund --description "Give money back"',
    );
  addSettingOptions(addOutputOption(command));
}

export function defineRemoveAction(command: Command, context: CommandContext): void {
  command
    .summary("remove an action from a resource")
    .description(
      "Remove an action from a resource. It stays while a role, an assignment or an application refers to it.",
    )
    .argument("<resource>", "the resource")
    .argument("<action>", "the name of the action")
    .action((resource: string, action: string, options: Options) =>
      remove(context, resource, action, options),
    )
    .addHelpText("after", "\nExample:\n  licet resource remove-action orders refund");
  addSettingOptions(addOutputOption(command));
}

async function add(
  context: CommandContext,
  resource: string,
  action: NewAction,
  options: Options,
): Promise<void> {
  const { effect, revision } = await withServices(context, options, (services) =>
    addAction(services, resource, action),
  );
  const permission = `${resource}:${action.name}`;
  print(context.terminal, options, { permission, effect, revision }, () => [
    `the permission ${permission} ${EFFECTS[effect]}`,
  ]);
}

async function remove(
  context: CommandContext,
  resource: string,
  action: string,
  options: Options,
): Promise<void> {
  const { revision } = await withServices(context, options, (services) =>
    removeAction(services, resource, action),
  );
  const permission = `${resource}:${action}`;
  print(context.terminal, options, { permission, effect: "deleted", revision }, () => [
    `the permission ${permission} was deleted`,
  ]);
}

const EFFECTS = {
  created: "was created",
  updated: "was changed",
  unchanged: "is as wanted already",
} as const;
