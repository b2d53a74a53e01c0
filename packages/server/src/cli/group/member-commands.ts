import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { addMembers, type ChangedMembers, removeMembers } from "./change-group.ts";
import { MEMBER_HELP, type NamedMember, parseMember } from "./parse-member.ts";

interface Options extends SettingOptions, OutputOptions {}

export function defineAdd(command: Command, context: CommandContext): void {
  command
    .summary("add members to a group")
    .description("Add users or groups to a group. The other members stay.")
    .argument("<group>", "the group")
    .argument("<member...>", MEMBER_HELP, parseMember)
    .action((group: string, members: readonly NamedMember[], options: Options) =>
      add(context, group, members, options),
    )
    .addHelpText("after", "\nExample:\n  licet group add support user:alice user:bob");
  addSettingOptions(addOutputOption(command));
}

export function defineRemove(command: Command, context: CommandContext): void {
  command
    .summary("remove members from a group")
    .description("Remove users or groups from a group. They lose what only the group gives them.")
    .argument("<group>", "the group")
    .argument("<member...>", MEMBER_HELP, parseMember)
    .action((group: string, members: readonly NamedMember[], options: Options) =>
      remove(context, group, members, options),
    )
    .addHelpText("after", "\nExample:\n  licet group remove support user:bob");
  addSettingOptions(addOutputOption(command));
}

async function add(
  context: CommandContext,
  group: string,
  members: readonly NamedMember[],
  options: Options,
): Promise<void> {
  const done = await withServices(context, options, (services) => addMembers(services, group, members));
  printMembers(context, options, members, done, ["added", "is now in", "was already in"]);
}

async function remove(
  context: CommandContext,
  group: string,
  members: readonly NamedMember[],
  options: Options,
): Promise<void> {
  const done = await withServices(context, options, (services) => removeMembers(services, group, members));
  printMembers(context, options, members, done, ["removed", "is no longer in", "was not in"]);
}

function printMembers(
  { terminal }: CommandContext,
  options: OutputOptions,
  members: readonly NamedMember[],
  { group, changed, revision }: ChangedMembers,
  [key, done, unchanged]: readonly [key: string, done: string, unchanged: string],
): void {
  print(terminal, options, { group, [key]: changed, revision }, () =>
    members.map(({ text }) => `${text} ${changed.includes(text) ? done : unchanged} ${group}`),
  );
}
