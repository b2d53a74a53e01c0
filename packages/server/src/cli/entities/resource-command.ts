import type { Resource } from "@licet/engine/internal/entities.ts";
import { ACCESS_TOKEN_TYPES } from "@licet/engine/internal/values/access-token-type.ts";
import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import { type Command, InvalidArgumentError } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { oneOf, option } from "../options/make-options.ts";
import { formatMembers, formatSection, joined } from "./details.ts";
import { changeEntity, createEntityCommands } from "./entity-commands.ts";

export function defineResourceCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete resources: the APIs to protect, and their actions.");
  const resource = createEntityCommands(command, context, "resource");
  resource.list({
    summary: "list the resources",
    description: "List the resources with their identifiers and actions.",
    read: ({ storage }) => storage.state.list("resource"),
    describe: describeResource,
    columns: () => ({
      NAME: "name",
      IDENTIFIER: "identifier",
      "SIGNED WITH": "signingAlgorithm",
      ACTIONS: ({ actions }) => Object.keys(actions).join(", "),
    }),
  });
  resource.show({
    summary: "show a resource with its permissions",
    description: "Show a resource with its permissions, instances and servers.",
    read: showResource,
  });
  resource.create({
    summary: "create a resource",
    description: "Create a resource. Each of its actions is a permission: orders:read.",
    help: `
Descriptions in other languages, and instances, are given by a file: licet apply.

Examples:
  licet resource create orders --identifier https://orders.example.test --action 'read=See orders' --action 'write=Change orders'`,
    argument: ["name", "<name>", "letters, digits, _ -"],
    members: {
      identifier: option(
        "--identifier <uri>",
        "the audience (aud) of its tokens, an absolute URI",
      ).makeOptionMandatory(),
      actions: option(
        "--action <name=text>",
        "an action and its description for users; may be repeated",
        parseActions,
      ),
      signing_alg: oneOf(
        "--signing-alg <alg>",
        "how its tokens are signed; ES256 when left out",
        SIGNING_ALGORITHMS,
      ),
      access_token_type: oneOf(
        "--access-token-type <typ>",
        "the typ of its tokens; at+jwt when left out",
        ACCESS_TOKEN_TYPES,
      ),
    },
    defaults: { actions: {} },
    advice: "licet resource add-action adds actions to it",
  });
  defineActions(command, context);
  resource.delete({
    summary: "delete a resource",
    description: "Delete a resource. One with instances, or whose permissions are in use, needs --cascade.",
  });
}

type NewActions = Readonly<Record<string, { readonly description: string }>>;

/** Parses `read=See orders`, one option after the other. Only the first equals sign separates. */
function parseActions(text: string, previous: NewActions = {}): NewActions {
  const [, name = "", description = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === "" || description === "")
    throw new InvalidArgumentError("Expected NAME=TEXT, such as 'read=See orders'.");
  if (Object.hasOwn(previous, name)) throw new InvalidInputError(`--action ${name} is given twice`);
  return { ...previous, [name]: { description } };
}

const EFFECTS = {
  created: "was created",
  updated: "was changed",
  unchanged: "is as wanted already",
  deleted: "was deleted",
} as const;

const printAction = (permission: string, effect: keyof typeof EFFECTS, revision: number): Printed => ({
  document: { permission, effect, revision },
  lines: [`the permission ${permission} ${EFFECTS[effect]}`],
});

/** Defines `add-action` and `remove-action`. The other parts of the resource stay, its instances included. */
function defineActions(command: Command, context: CommandContext): void {
  defineCommand(command.command("add-action"), context, {
    summary: "add an action to a resource",
    description: "Add an action to a resource, or change the description of one that it has.",
    help: ['licet resource add-action orders refund --description "Give money back"'],
    add: (it) =>
      it
        .argument("<resource>", "the resource")
        .argument("<action>", "the name of the action, such as refund")
        .requiredOption("--description <text>", "what users read on the consent page, in English"),
    async run(services, { description }: Options & { description: string }, name: string, action: string) {
      // The descriptions in other languages stay.
      const done = await changeEntity(services, "resource", name, ({ actions }) => ({
        actions: {
          ...actions,
          [action]: { description: { ...actions[action]?.description, en: description } },
        },
      }));
      const isNew = done.effect === "updated" && !Object.hasOwn(done.before.actions, action);
      return printAction(`${name}:${action}`, isNew ? "created" : done.effect, done.revision);
    },
  });
  defineCommand(command.command("remove-action"), context, {
    summary: "remove an action from a resource",
    description:
      "Remove an action from a resource. It stays while a role, an assignment or an application refers to it.",
    help: ["licet resource remove-action orders refund"],
    add: (it) => it.argument("<resource>", "the resource").argument("<action>", "the name of the action"),
    async run(services, _: Options, name: string, action: string) {
      const { revision } = await changeEntity(services, "resource", name, ({ actions }) => {
        const { [action]: removed, ...rest } = actions;
        if (removed !== undefined) return { actions: rest };
        const known = Object.keys(rest);
        throw new InvalidInputError(
          `${name} has no action ${action}${didYouMean(action, known)}; known: ${known.join(", ") || "none"}`,
        );
      });
      return printAction(`${name}:${action}`, "deleted", revision);
    },
  });
}

/** The resource as JSON data, with the keys of a configuration file. */
const describeResource = (resource: Resource) => ({
  ...KINDS.resource.toEntry(resource),
  signing_alg: resource.signingAlgorithm,
  access_token_type: resource.accessTokenType,
});

const MAX_INSTANCES = 100;

async function showResource({ storage }: Pick<Services, "storage">, resource: Resource): Promise<Printed> {
  const { name, identifier, signingAlgorithm, accessTokenType, actions } = resource;
  const { items, next } = await storage.directory.page("instance", {
    limit: MAX_INSTANCES,
    filter: { equals: { resource: name } },
  });
  const instances = items.map(({ value }) => value.id);
  const servers = (await storage.state.list("application")).filter(({ serves }) => serves.includes(name));
  const servedBy = servers.map(({ id }) => id);
  return {
    document: {
      ...describeResource(resource),
      served_by: servedBy,
      instances,
      more_instances: next !== undefined,
    },
    lines: [
      ...formatMembers({
        resource: name,
        identifier,
        signing_alg: signingAlgorithm,
        access_token_type: accessTokenType,
        "served by": joined(servedBy),
        instances: joined(next === undefined ? instances : [...instances, "… and others"]),
      }),
      ...formatSection(
        "It has no actions.",
        ["PERMISSION", "DESCRIPTION"],
        Object.entries(actions).map(([action, { description }]) => [
          `${name}:${action}`,
          description.en ?? "",
        ]),
      ),
    ],
  };
}
