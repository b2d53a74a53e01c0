import type { Grant } from "@licet/engine/entities.ts";
import type { Command } from "commander";
import { readAllByName } from "../../management/read-all.ts";
import { createRole, type NewRole, parseGrant } from "../actions/create-role.ts";
import { deleteRole } from "../actions/delete-role.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "../format/output.ts";
import { describeRole, formatGrant, formatRole, readRole } from "../format/role-details.ts";
import { repeatable } from "../options/repeatable.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface Options extends SettingOptions, OutputOptions {}
interface CreateOptions extends Options, Omit<NewRole, "name"> {}
interface DeleteOptions extends Options {
  readonly cascade?: boolean;
}

export function defineRoleCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete roles: permissions that are given together.");
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineDelete(command.command("delete"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list the roles")
    .description("List the roles with what they inherit and grant themselves.")
    .action((options: Options) => list(context, options))
    .addHelpText("after", "\nExample:\n  licet role list");
  addSettingOptions(addOutputOption(command));
}

function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show a role and who has it")
    .description("Show what a role gives, by itself and by what it inherits, and who has it.")
    .argument("<name>", "the role")
    .action((name: string, options: Options) => show(context, name, options))
    .addHelpText("after", "\nExample:\n  licet role show clerk");
  addSettingOptions(addOutputOption(command));
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create a role")
    .description("Create a role. To change one later, name it in a file and licet apply that.")
    .argument("<name>", "letters, digits, _ . -")
    .option("--grant <permission>", "a permission, or 'PERMISSION when CONDITION'; may be repeated", addGrant)
    .addOption(repeatable("--inherit <role>", "a role whose permissions it has as well"))
    .option("--description <text>", "what it is for")
    .action((name: string, options: CreateOptions) => create(context, { ...options, name }, options))
    .addHelpText(
      "after",
      `
Examples:
  licet role create viewer --grant orders:read --grant stock:read
  licet role create clerk --inherit viewer --grant 'orders:refund when subject.attributes.department == "sales"'`,
    );
  addSettingOptions(addOutputOption(command));
}

const addGrant = (text: string, previous: readonly Grant[] = []): readonly Grant[] => [
  ...previous,
  parseGrant(text),
];

function defineDelete(command: Command, context: CommandContext): void {
  command
    .summary("delete a role")
    .description("Delete a role that is not assigned and that no other role inherits.")
    .argument("<name>", "the role")
    .option("--cascade", "delete its assignments as well, and take it from roles that inherit it")
    .action((name: string, options: DeleteOptions) => remove(context, name, options))
    .addHelpText("after", "\nExamples:\n  licet role delete clerk\n  licet role delete clerk --cascade");
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const roles = await withServices(context, options, ({ storage }) =>
    readAllByName(storage.directory, "role"),
  );
  print(context.terminal, options, { roles }, () =>
    formatTable(
      ["NAME", "INHERITS", "GRANTS", "DESCRIPTION"],
      roles.map(({ name, inherits, grants, description }) => [
        name,
        inherits.join(", "),
        grants.map(formatGrant).join(", "),
        description ?? "",
      ]),
    ),
  );
}

async function show(context: CommandContext, name: string, options: Options): Promise<void> {
  const role = await withServices(context, options, (services) => readRole(services, name));
  print(context.terminal, options, describeRole(role), () => formatRole(role));
}

async function create(context: CommandContext, role: NewRole, options: Options): Promise<void> {
  const { revision } = await withServices(context, options, (services) => createRole(services, role), {
    createsDatabase: true,
  });
  print(context.terminal, options, { role: role.name, revision }, () => [
    `the role ${role.name} was created`,
  ]);
}

async function remove(context: CommandContext, name: string, options: DeleteOptions): Promise<void> {
  const { lost, edited, revision } = await withServices(context, options, (services) =>
    deleteRole(services, name, options.cascade ?? false),
  );
  print(
    context.terminal,
    options,
    { role: name, taken_from: lost, no_longer_inherited_by: edited, revision },
    () => [
      `the role ${name} was deleted`,
      ...lost.map((principal) => `${principal} no longer has it`),
      ...edited.map((role) => `the role ${role} no longer inherits it`),
    ],
  );
}
