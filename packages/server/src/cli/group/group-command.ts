import type { Command } from "commander";
import { deleteEntity, describeDeleted, formatDeleted } from "../actions/delete-entity.ts";
import type { CommandContext } from "../command-context.ts";
import { CREATED_AGAIN } from "../format/applied-state.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "../format/output.ts";
import { addCascadeOption, type CascadeOptions } from "../options/cascade-option.ts";
import { repeatable } from "../options/repeatable.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { createGroup, getGroup, type NewGroup } from "./change-group.ts";
import { describeGroup, formatGroup, readGroup } from "./group-details.ts";
import { defineAdd, defineRemove } from "./member-commands.ts";
import { MEMBER_HELP } from "./parse-member.ts";

interface Options extends SettingOptions, OutputOptions {}
interface CreateOptions extends Options, Omit<NewGroup, "name"> {}

export function defineGroupCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete groups, and change their members.");
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineAdd(command.command("add"), context);
  defineRemove(command.command("remove"), context);
  defineDelete(command.command("delete"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list the groups")
    .description("List the groups.")
    .action((options: Options) => list(context, options))
    .addHelpText("after", "\nExample:\n  licet group list");
  addSettingOptions(addOutputOption(command));
}

function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show a group, its members and what it has")
    .description("Show a group with its members, the groups that it is in, and its assignments.")
    .argument("<group>", "the group")
    .action((name: string, options: Options) => show(context, name, options))
    .addHelpText("after", "\nExample:\n  licet group show support");
  addSettingOptions(addOutputOption(command));
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create a group")
    .description("Create a group, empty or with members.")
    .argument("<name>", "letters, digits, _ . -")
    .option("--description <text>", "what it is for")
    .addOption(repeatable("--member <member>", MEMBER_HELP))
    .action((name: string, options: CreateOptions) => create(context, { ...options, name }, options))
    .addHelpText(
      "after",
      "\nExample:\n  licet group create support --member user:alice --member group:sales",
    );
  addSettingOptions(addOutputOption(command));
}

function defineDelete(command: Command, context: CommandContext): void {
  command
    .summary("delete a group")
    .description(
      "Delete a group. Its members stay. One with assignments, or inside another group, needs --cascade.",
    )
    .argument("<group>", "the group");
  addCascadeOption(command)
    .action((name: string, options: Options & CascadeOptions) => remove(context, name, options))
    .addHelpText(
      "after",
      "\nExamples:\n  licet group delete support\n  licet group delete support --cascade",
    );
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const groups = await withServices(context, options, ({ storage }) => storage.state.list("group"));
  print(context.terminal, options, { groups }, () =>
    formatTable(
      ["NAME", "DESCRIPTION"],
      groups.map(({ name, description = "" }) => [name, description]),
    ),
  );
}

async function show(context: CommandContext, name: string, options: Options): Promise<void> {
  const details = await withServices(context, options, (services) => readGroup(services, name));
  print(context.terminal, options, describeGroup(details), () => formatGroup(details));
}

async function create(context: CommandContext, group: NewGroup, options: Options): Promise<void> {
  const { again, revision } = await withServices(
    context,
    options,
    (services) => createGroup(services, group),
    { createsDatabase: true },
  );
  print(context.terminal, options, { group: group.name, revision }, () => [
    `the group ${group.name} was created`,
  ]);
  if (again) context.terminal.stderr.write(CREATED_AGAIN);
}

async function remove(
  context: CommandContext,
  text: string,
  options: Options & CascadeOptions,
): Promise<void> {
  const { name, deleted } = await withServices(context, options, async (services) => {
    const find = async () =>
      ({ op: "delete", kind: "group", value: await getGroup(services, text) }) as const;
    const { value } = await find();
    const noun = `the group ${value.name}`;
    return { name: value.name, deleted: await deleteEntity(services, noun, find, options.cascade ?? false) };
  });
  print(context.terminal, options, { group: name, ...describeDeleted(deleted) }, () =>
    formatDeleted(`the group ${name}`, deleted),
  );
}
