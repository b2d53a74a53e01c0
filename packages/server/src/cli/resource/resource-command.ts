import { ACCESS_TOKEN_TYPES } from "@licet/engine/values/access-token-type.ts";
import { SIGNING_ALGORITHMS } from "@licet/engine/values/algorithms.ts";
import { type Command, Option } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import { OWN_RESOURCE } from "../../state/own-names.ts";
import { deleteEntity, describeDeleted, formatDeleted } from "../actions/delete-entity.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "../format/output.ts";
import { addCascadeOption, type CascadeOptions } from "../options/cascade-option.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { defineAddAction, defineRemoveAction } from "./action-commands.ts";
import { createResource, getResource, type NewResource } from "./change-resource.ts";
import { parseActions } from "./parse-actions.ts";
import {
  describeResource,
  describeResourceDetails,
  formatResource,
  readResource,
} from "./resource-details.ts";

interface Options extends SettingOptions, OutputOptions {}
interface CreateOptions extends Options, Omit<NewResource, "name"> {}

export function defineResourceCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete resources: the APIs to protect, and their actions.");
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineAddAction(command.command("add-action"), context);
  defineRemoveAction(command.command("remove-action"), context);
  defineDelete(command.command("delete"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list the resources")
    .description("List the resources with their identifiers and actions.")
    .action((options: Options) => list(context, options))
    .addHelpText("after", "\nExample:\n  licet resource list");
  addSettingOptions(addOutputOption(command));
}

function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show a resource with its permissions")
    .description("Show a resource with its permissions, instances and servers.")
    .argument("<name>", "the resource")
    .action((name: string, options: Options) => show(context, name, options))
    .addHelpText("after", "\nExample:\n  licet resource show orders");
  addSettingOptions(addOutputOption(command));
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create a resource")
    .description("Create a resource. Each of its actions is a permission: orders:read.")
    .argument("<name>", "letters, digits, _ -")
    .requiredOption("--identifier <uri>", "the audience (aud) of its tokens, an absolute URI")
    .option("--action <name=text>", "an action and its description for users; may be repeated", parseActions)
    .addOption(
      new Option("--signing-alg <alg>", "how its tokens are signed; ES256 when left out").choices(
        SIGNING_ALGORITHMS,
      ),
    )
    .addOption(
      new Option("--access-token-type <typ>", "the typ of its tokens; at+jwt when left out").choices(
        ACCESS_TOKEN_TYPES,
      ),
    )
    .action((name: string, options: CreateOptions) => create(context, { ...options, name }, options))
    .addHelpText(
      "after",
      `
Descriptions in other languages, and instances, are given by a file: licet apply.

Examples:
  licet resource create orders --identifier https://orders.example.test --action 'read=See orders' --action 'write=Change orders'`,
    );
  addSettingOptions(addOutputOption(command));
}

function defineDelete(command: Command, context: CommandContext): void {
  command
    .summary("delete a resource")
    .description("Delete a resource. One with instances, or whose permissions are in use, needs --cascade.")
    .argument("<name>", "the resource");
  addCascadeOption(command)
    .action((name: string, options: Options & CascadeOptions) => remove(context, name, options))
    .addHelpText(
      "after",
      "\nExamples:\n  licet resource delete orders\n  licet resource delete orders --cascade",
    );
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const resources = await withServices(context, options, ({ storage }) => storage.state.list("resource"));
  print(context.terminal, options, { resources: resources.map(describeResource) }, () =>
    formatTable(
      ["NAME", "IDENTIFIER", "SIGNED WITH", "ACTIONS"],
      resources.map(({ name, identifier, signingAlgorithm, actions }) => [
        name,
        identifier,
        signingAlgorithm,
        Object.keys(actions).join(", "),
      ]),
    ),
  );
}

async function show(context: CommandContext, name: string, options: Options): Promise<void> {
  const details = await withServices(context, options, (services) => readResource(services, name));
  print(context.terminal, options, describeResourceDetails(details), () => formatResource(details));
}

async function create(context: CommandContext, resource: NewResource, options: Options): Promise<void> {
  const { revision } = await withServices(
    context,
    options,
    (services) => createResource(services, resource),
    { createsDatabase: true },
  );
  print(context.terminal, options, { resource: resource.name, revision }, () => [
    `the resource ${resource.name} was created`,
  ]);
}

async function remove(
  context: CommandContext,
  name: string,
  options: Options & CascadeOptions,
): Promise<void> {
  if (name === OWN_RESOURCE) throw new InvalidInputError(`${name} is Licet's own resource and stays`);
  const deleted = await withServices(context, options, (services) => {
    const find = async () =>
      ({ op: "delete", kind: "resource", value: await getResource(services, name) }) as const;
    return deleteEntity(services, `the resource ${name}`, find, options.cascade ?? false);
  });
  print(context.terminal, options, { resource: name, ...describeDeleted(deleted) }, () =>
    formatDeleted(`the resource ${name}`, deleted),
  );
}
